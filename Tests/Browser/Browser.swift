import Foundation

/// A headless Chromium, driven with its DevTools protocol over a pipe: no port is opened, and
/// nothing else can talk to it.
///
/// One thread uses a browser at a time. It ends with the object.
public final class Browser {
  /// The browser's error message.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// The first of these on the search path. Debian's `chromium-headless-shell` is a third of the
  /// size of `chromium`.
  public static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let names = [
      "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
      "google-chrome-stable",
    ]
    let found = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    let applications = "/Applications"
    let mac = [
      "\(applications)/Google Chrome.app/Contents/MacOS/Google Chrome",
      "\(applications)/Chromium.app/Contents/MacOS/Chromium",
    ]
    return (found + mac).first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The message if there is none.
  public static let advice = "needs Chromium: chromium-headless-shell or chromium"

  private let process = Process()
  private let pipe: MessagePipe
  private let profile: URL
  private var lastNumber = 0
  /// Reported events that were not read yet.
  private var events: [Message] = []

  /// `scale` is the number of device pixels for a CSS pixel. Planes in perspective are drawn in
  /// device pixels, whatever a page's scale.
  public init(scale: Int = 1) throws {
    guard let path = Self.path else { throw Failure(description: Self.advice) }
    let temporary = FileManager.default.temporaryDirectory
    profile = temporary.appending(path: "rostrum-browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
    let (requests, answers) = (Pipe(), Pipe())
    // Chromium reads at 3 and writes at 4; a child gets no other descriptors than the first three,
    // so the shell moves them.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", path]
      + Self.arguments
      + ["--user-data-dir=\(profile.path)", "--force-device-scale-factor=\(scale)"]
    process.standardInput = requests
    process.standardOutput = answers
    pipe = MessagePipe(requests: requests, answers: answers)
    try process.run()
    // The parent's copies of the child's ends: an ended browser is noticed only without them.
    try? requests.fileHandleForReading.close()
    try? answers.fileHandleForWriting.close()
  }

  deinit {
    pipe.close()
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: profile)
  }

  /// Without a window, a graphics card and network requests; pictures as sRGB, letters without
  /// hinting, scrolling without bars.
  private static let arguments = [
    "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
    "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
    "--font-render-hinting=none", "--disable-lcd-text", "--allow-file-access-from-files",
  ]

  /// A new empty page of `width` x `height` CSS pixels, with `scale` pixels for each.
  public func page(width: Int, height: Int, scale: Double = 1) throws -> Page {
    let target = try send("Target.createTarget", ["url": "about:blank"])
    let attached = try send(
      "Target.attachToTarget", ["targetId": target["targetId"] as Any, "flatten": true])
    guard let session = attached["sessionId"] as? String,
      let target = target["targetId"] as? String
    else { throw Failure(description: "no session") }
    let page = Page(browser: self, session: session, target: target)
    for domain in ["Page", "Runtime", "Network", "Log", "DOM"] { try page.send("\(domain).enable") }
    try page.resize(width: width, height: height, scale: scale)
    return page
  }

  /// Sends a command and waits for its answer; events reported meanwhile are kept.
  func send(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
    lastNumber += 1
    var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try pipe.write(JSONSerialization.data(withJSONObject: message))
    while true {
      let answer = try Message(pipe.read())
      guard answer.content["id"] as? Int == lastNumber else {
        events.append(answer)
        continue
      }
      if let error = answer.content["error"] as? [String: Any] {
        throw Failure(description: "\(method): \(error["message"] ?? error)")
      }
      return answer.content["result"] as? [String: Any] ?? [:]
    }
  }

  /// Waits until a page reports something, and throws when it is silent for too long.
  func wait(for method: String, session: String) throws {
    while !events.contains(where: { $0.method == method && $0.session == session }) {
      events.append(try Message(pipe.read()))
    }
  }

  /// Removes and returns the events of a page so far.
  func takeEvents(of session: String) -> [Message] {
    defer { events.removeAll { $0.session == session } }
    return events.filter { $0.session == session }
  }
}

/// A message of the browser: an answer or an event.
struct Message {
  let content: [String: Any]

  init(_ data: Data) throws {
    content = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  var method: String { content["method"] as? String ?? "" }
  var session: String { content["sessionId"] as? String ?? "" }
  var parameters: [String: Any] { content["params"] as? [String: Any] ?? [:] }
}
