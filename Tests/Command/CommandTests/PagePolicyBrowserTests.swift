import Browser
import Foundation
import TestSupport
import Testing

/// Pages with untrusted texts, in a real browser.
@Suite(
  "The policies of pages", .enabled(if: Browser.path != nil, "\(Browser.advice)"), .serialized)
struct PagePolicyBrowserTests {
  /// Tries to run scripts as text that got into the page would. Afterwards the browser has
  /// complained of each.
  private static let attempts = """
    (() => {
      window.ran = 0;
      const add = (name, change) => {
        const element = document.createElement(name);
        change(element);
        document.body.append(element);
        return element;
      };
      add("script", (script) => { script.textContent = "window.ran += 1"; });
      add("script", (script) => { script.src = "data:text/javascript,window.ran+=1"; });
      add("script", (script) => {
        script.type = "module";
        script.textContent = "window.ran += 1";
      });
      add("button", (button) => button.setAttribute("onclick", "window.ran += 1")).click();
      add("a", (link) => { link.href = "javascript:window.ran+=1"; }).click();
      add("iframe", (frame) => { frame.srcdoc = "<script>parent.ran += 1</" + "script>"; });
      add("object", (object) => { object.data = "data:text/html,<script>parent.ran+=1</" + "script>"; });
      add("base", (base) => { base.href = "http://evil.example/"; });
      return new Promise((done) => setTimeout(() => done(window.ran), 300));
    })()
    """

  private func check(_ page: Page) throws {
    #expect(try page.problems() == [])
    #expect(try page.evaluate(Self.attempts) == 0)
    #expect(try page.evaluate("document.baseURI.includes('evil')") == false)
    let complaints = try page.problems().filter { $0.contains("Content Security Policy") }
    #expect(complaints.count >= 5, "\(complaints)")
  }

  @Test("A film's page, a preview's export and a report run their own scripts and no others")
  func files() async throws {
    let command = try Command()
    let chapters = "chapters: [{at: 0, title: One}, {at: 0.25, title: Two}]\n"
    try command.folder.write(Scenes.moving + chapters, to: "a.yaml")
    for arguments in [
      ["render", "a.yaml", "-o", "film.html"], ["preview", "a.yaml", "--export", "site"],
      ["verify", "a.yaml", "--baselines", "B", "--at", "0", "--update", "missing"],
    ] {
      let made = try await command.run(arguments)
      #expect(made.status == 0 || arguments[0] == "verify", "\(made)")
    }
    try command.folder.write(Scenes.moving.replacing("white", with: "red"), to: "a.yaml")
    _ = try await command("verify", "a.yaml", "--baselines", "B", "--report", "Report")
    let browser = try Browser()
    for file in ["film.html", "site/index.html", "Report/index.html"] {
      let text = String(decoding: command.folder.data(file), as: UTF8.self)
      let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/))
      for part in ["script-src 'sha256-", "object-src 'none'", "base-uri 'none'"] {
        #expect(policy.output.1.contains(part), "\(file)")
      }
      #expect(!policy.output.1.contains("unsafe"), "\(file)")
      let page = try browser.page(width: 900, height: 700)
      try page.open(command.folder.path(file))
      if file == "film.html" {
        try page.click("button:last-child")
        let time: Double = try page.evaluate(
          "new Promise((done) => setTimeout(() => done(document.querySelector('video').currentTime), 500))"
        )
        #expect(abs(time - 0.25) < 0.05)
      } else {
        let isDrawn = file == "site/index.html" ? "canvas" : "#stage img"
        #expect(try page.evaluate("document.querySelector('\(isDrawn)') !== null"))
      }
      try check(page)
    }
  }

  @Test(
    "The preview's page runs its own scripts and no others; its token is in no cookie, no address and no other port's hands"
  )
  func preview() async throws {
    let command = try Command(["a.yaml": Scenes.moving])
    let browser = try Browser()
    let page = try browser.page(width: 1000, height: 700)
    let run = try command.startShell("exec $ROSTRUM preview a.yaml")
    #expect(await run.wait { run.output.hasSuffix("\n") }, "\(run.errors)")
    let address = try #require(URL(string: run.output.trimmingCharacters(in: .newlines)))
    let token = try #require(address.query()?.components(separatedBy: "token=").last)
    let shown = "document.getElementById('canvas').dataset.frame === '0'"
    let wait = """
      new Promise((done) => {
        const end = performance.now() + 20000;
        const look = () => \(shown) || performance.now() > end ? done(\(shown)) : setTimeout(look, 20);
        look();
      })
      """
    try page.open(address)
    #expect(try page.evaluate(wait))
    #expect(try page.evaluate("document.cookie") == "")
    #expect(try page.evaluate("location.href") == "http://127.0.0.1:\(address.port ?? 0)/")
    // Loaded again, through the page for visitors without a token.
    try page.open(try #require(URL(string: "http://127.0.0.1:\(address.port ?? 0)/")))
    for _ in 0..<100 where try !page.evaluate("document.getElementById('canvas') !== null") {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try page.evaluate(wait))
    #expect(try page.evaluate("location.search") == "")
    // Another tab has the printed address only.
    let other = try browser.page(width: 1000, height: 700)
    try other.open(try #require(URL(string: "http://127.0.0.1:\(address.port ?? 0)/")))
    let advice: String = try other.evaluate("document.body.innerText")
    #expect(advice.contains("Open the address"))
    try other.open(address)
    #expect(try other.evaluate(wait))
    try check(other)
    // Another server at another port.
    let server = """
      import http.server
      class H(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          open("heard", "a").write(self.path + chr(10) + str(self.headers) + chr(10))
          self.send_response(200)
          self.end_headers()
        def log_message(self, *words): pass
      s = http.server.HTTPServer(("127.0.0.1", 0), H)
      print(s.server_address[1], flush=True)
      s.serve_forever()
      """
    try command.folder.write(server, to: "server.py")
    let stranger = try command.startShell("exec python3 server.py")
    #expect(await stranger.wait { stranger.output.hasSuffix("\n") }, "\(stranger.errors)")
    let port = stranger.output.trimmingCharacters(in: .newlines)
    let visit = "location.href = 'http://127.0.0.1:\(port)/x', 0"
    _ = try page.evaluate(visit, as: Int.self)
    let heard = command.folder.path("heard")
    #expect(await stranger.wait { FileManager.default.fileExists(atPath: heard) })
    try await Task.sleep(for: .milliseconds(300))
    let text = String(decoding: command.folder.data("heard"), as: UTF8.self)
    #expect(text.hasPrefix("/x\n"))
    #expect(
      !text.contains(token) && !text.contains("Cookie") && !text.contains("Referer"), "\(text)")
    stranger.send(SIGTERM)
    run.send(SIGINT)
    #expect(try await run.result().status == 130)
  }
}
