"""The plugin for MkDocs, by MkDocs itself."""

import re
import subprocess
import sys

import pytest
from conftest import BALL, CURVES

pytest.importorskip("mkdocs")

PAGE = f"""# Title

``` rostrum theme=both caption="Two <curves>."
{CURVES}```

- a list

    ``` rostrum file=ball.yaml at=0.5 set="colour=lime" alt="A ball."
    ```

```yaml
{CURVES}```
"""


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.write("mkdocs.yml", "site_name: x\nplugins: [rostrum]\n")
        self.write("docs/ball.yaml", BALL)
        self.write("docs/index.md", PAGE)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def build(self, status=0):
        ended = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet"], cwd=self.folder,
                               capture_output=True, text=True)
        assert ended.returncode == status, ended.stderr
        return ended.stderr

    def page(self, name="index.html"):
        return (self.folder / "site" / name).read_text()


@pytest.fixture
def site(tmp_path):
    return Site(tmp_path)


def test_blocks_become_pictures_with_texts(site):
    site.build()
    page = site.page()
    both = re.findall(r'src="(assets/rostrum/[0-9a-f]{40}\.svg)#only-(light|dark)" alt="Timing functions ', page)
    assert [theme for _, theme in both] == ["light", "dark"] and both[0][0] != both[1][0]
    assert "<figcaption>Two &lt;curves&gt;.</figcaption>" in page
    picture = re.search(r'<li>.*?src="(assets/rostrum/\S+\.png)" width="100" alt="A ball\."', page, re.S)
    assert (site.folder / "site" / picture[1]).stat().st_size > 0
    assert 'class="language-yaml"' in page, "another block of YAML stays"


def test_pages_in_folders_find_their_pictures(site):
    site.write("docs/part/page.md", "``` {.rostrum-scene film=webm alt=\"It falls.\"}\n" + BALL + "```\n")
    site.build()
    page = site.page("part/page/index.html")
    for address in re.search(r'src="(\S+\.webm)" poster="(\S+\.png)" aria-label="It falls\."', page).groups():
        assert (site.folder / "site/part/page" / address).resolve().stat().st_size > 0


def test_pictures_are_drawn_once_and_when_their_file_changes(site):
    def kept():
        return {path.name: path.stat().st_mtime_ns for path in (site.folder / ".cache/rostrum").iterdir()}

    site.build()
    first = kept()
    site.build()
    assert kept() == first
    site.write("docs/ball.yaml", BALL.replace("[20, 20]", "[30, 30]"))
    site.build()
    assert len(kept()) == len(first) + 1


def test_mistakes_end_the_build_with_their_place(site):
    site.write("docs/index.md", "# Title\n\n``` rostrum\ntype: functons\n```\n")
    said = site.build(status=1)
    assert re.search(r"index\.md:4:7: error: .*did you mean 'functions'\?", said)
    site.write("docs/index.md", "# Title\n\n``` rostrum ball\n```\n")
    assert "index.md:3: rostrum: an option is NAME=VALUE" in site.build(status=1)
    assert not list((site.folder / "docs").glob(".rostrum*"))
