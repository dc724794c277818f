"""Checks scenes with a JSON Schema: validate.py SCHEMA SCENE... prints one JSON object for each scene, a line each."""

import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2's plain scalars, which are Rostrum's too: PyYAML itself reads those of YAML 1.1."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    (
        "float",
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.nan",
        "-+.0123456789",
    ),
    ("merge", r"<<", "<"),
]:
    Loader.add_implicit_resolver(
        "tag:yaml.org,2002:" + tag, re.compile("^(?:" + pattern + ")$"), list(first)
    )
Loader.add_constructor(
    "tag:yaml.org,2002:int", lambda loader, node: int(node.value)
)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sys.argv[2:]:
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
            is_json = path.endswith(".json")
            document = json.loads(text) if is_json else yaml.load(text, Loader)
            errors = [
                ".".join(map(str, error.absolute_path)) + ": " + error.message[:200]
                for error in validator.iter_errors(document)
            ]
        except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
            errors = [type(error).__name__]
        print(json.dumps({"path": path, "errors": errors}))


main()
