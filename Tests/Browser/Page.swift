public import Foundation

/// One page of a browser.
public final class Page {
  private let browser: Browser
  private let session: String
  private let target: String
  private var width = 0
  private var height = 0
  /// Pixels for each CSS pixel.
  public private(set) var scale = 1.0
  /// The events reported since the page was opened.
  private var events: [Message] = []

  init(browser: Browser, session: String, target: String) {
    self.browser = browser
    self.session = session
    self.target = target
  }

  deinit { _ = try? browser.send("Target.closeTarget", ["targetId": target]) }

  @discardableResult
  func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.send(method, parameters, session: session)
  }

  /// In CSS pixels.
  public func resize(width: Int, height: Int, scale: Double = 1) throws {
    (self.width, self.height, self.scale) = (width, height, scale)
    try setScale(scale)
  }

  /// For the next pictures only.
  func setScale(_ scale: Double) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": false])
  }

  /// Sets the value of `prefers-color-scheme`.
  public func prefer(dark: Bool) throws {
    let feature = ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]
    try send("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// Opens a file and waits until it and its pictures and fonts are there.
  public func open(_ file: String) throws { try open(URL(filePath: file)) }

  /// The same for an address.
  public func open(_ address: URL) throws {
    events = []
    _ = browser.takeEvents(of: session)
    let answer = try send("Page.navigate", ["url": address.absoluteString])
    if let reason = answer["errorText"] as? String {
      throw Browser.Failure(description: "\(address): \(reason)")
    }
    try browser.wait(for: "Page.loadEventFired", session: session)
    _ = try evaluate("document.fonts.ready.then(() => 0)", as: Int.self)
  }

  /// The value of an expression; of a promise, its result. Throws when the script does.
  public func evaluate<Result: Decodable>(
    _ script: String, as type: Result.Type = Result.self
  ) throws -> Result {
    let answer = try send(
      "Runtime.evaluate",
      ["expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let problem = answer["exceptionDetails"] as? [String: Any] {
      throw Browser.Failure(description: "\(script): \(Self.text(of: problem))")
    }
    let value = (answer["result"] as? [String: Any])?["value"] ?? NSNull()
    let data = try JSONSerialization.data(withJSONObject: [value])
    guard let result = try JSONDecoder().decode([Result].self, from: data).first else {
      throw Browser.Failure(description: "\(script): no value")
    }
    return result
  }

  /// Runs statements. Throws when they do.
  public func run(_ statements: String) throws {
    _ = try evaluate("(() => { \(statements); return 0; })()", as: Int.self)
  }

  /// Sets the value of the first element that matches a CSS selector, and dispatches an event.
  public func set(_ selector: String, to value: String, by event: String = "change") throws {
    try run(
      """
      const element = document.querySelector("\(selector)");
      element.value = "\(value)";
      element.dispatchEvent(new Event("\(event)", { bubbles: true }))
      """)
  }

  /// Presses and releases a key, as a keyboard does: a character, or a name such as `ArrowLeft`.
  public func press(
    _ key: String, shift: Bool = false, alt: Bool = false, control: Bool = false
  ) throws {
    let modifiers = (shift ? 8 : 0) + (control ? 2 : 0) + (alt ? 1 : 0)
    var parameters: [String: Any] = ["type": "keyDown", "key": key, "modifiers": modifiers]
    if key.count == 1, !control { parameters["text"] = key }
    if key == "Enter" { parameters["text"] = "\r" }
    if let code = Self.virtualKeys[key] { parameters["windowsVirtualKeyCode"] = code }
    try send("Input.dispatchKeyEvent", parameters)
    parameters["type"] = "keyUp"
    parameters["text"] = nil
    try send("Input.dispatchKeyEvent", parameters)
  }

  private static let virtualKeys = [
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Tab": 9, "Enter": 13,
    "Escape": 27, "Home": 36, "End": 35,
  ]

  /// Clicks with the mouse into the middle of the first element that matches a CSS selector; the
  /// topmost element there gets the click.
  public func click(_ selector: String) throws {
    let middle = try middle(of: selector)
    try click(atX: middle.x, y: middle.y)
  }

  /// Scrolls to an element that matches a CSS selector, and returns its middle in the window.
  public func middle(of selector: String, _ index: Int = 0) throws -> (x: Double, y: Double) {
    let quoted = String(decoding: try JSONEncoder().encode([selector]), as: UTF8.self)
    let middle: [Double] = try evaluate(
      """
      (() => {
        const element = document.querySelectorAll(\(quoted)[0])[\(index)];
        element.scrollIntoView({ block: "nearest" });
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      })()
      """)
    return (middle[0], middle[1])
  }

  /// Presses the mouse at the first point of the window, moves it to the second and releases it
  /// there.
  public func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) throws {
    try drag(along: [start, end]) { _ in }
  }

  /// Presses the mouse at the first of the points, moves it along the others and releases it at the
  /// last. `step` is called after each move.
  public func drag(
    along points: [(x: Double, y: Double)], control: Bool = false,
    step: ((x: Double, y: Double)) throws -> Void
  ) throws {
    guard let start = points.first, let end = points.last else { return }
    try mouse("mousePressed", [start.x, start.y], control: control)
    for point in points.dropFirst() {
      try mouse("mouseMoved", [point.x, point.y], control: control)
      try step(point)
    }
    try mouse("mouseReleased", [end.x, end.y], control: control)
  }

  /// Moves the mouse, with no button pressed, to a point of the window.
  public func hover(atX x: Double, y: Double) throws {
    try mouse("mouseMoved", [x, y], isPressed: false)
  }

  /// Presses and releases the mouse at a point of the window.
  public func click(atX x: Double, y: Double) throws {
    try mouse("mousePressed", [x, y])
    try mouse("mouseReleased", [x, y])
  }

  private func mouse(
    _ type: String, _ point: [Double], isPressed: Bool = true, control: Bool = false
  ) throws {
    try send(
      "Input.dispatchMouseEvent",
      [
        "type": type, "x": point[0], "y": point[1], "button": isPressed ? "left" : "none",
        "buttons": isPressed ? 1 : 0, "clickCount": isPressed ? 1 : 0,
        "modifiers": control ? 2 : 0,
      ])
  }

  /// The contents of the window, as a PNG file.
  public func screenshot(transparent: Bool = false) throws -> [UInt8] {
    let clear = ["r": 0, "g": 0, "b": 0, "a": 0]
    try send(
      "Emulation.setDefaultBackgroundColorOverride", transparent ? ["color": clear] : [:])
    let answer = try send("Page.captureScreenshot", ["format": "png", "fromSurface": true])
    guard let text = answer["data"] as? String, let data = Data(base64Encoded: text) else {
      throw Browser.Failure(description: "no screenshot")
    }
    return Array(data)
  }

  /// The four corners, in CSS pixels, of the first element that a CSS selector names, as it is
  /// projected: top left, top right, bottom right, bottom left of its own box.
  public func corners(of selector: String) throws -> [(x: Double, y: Double)] {
    let root = try send("DOM.getDocument", ["depth": 0])
    let number = (root["root"] as? [String: Any])?["nodeId"] as? Int ?? 0
    let found = try send("DOM.querySelector", ["nodeId": number, "selector": selector])
    let answer = try send("DOM.getContentQuads", ["nodeId": found["nodeId"] as? Int ?? 0])
    guard let quad = (answer["quads"] as? [[NSNumber]])?.first, quad.count == 8 else {
      throw Browser.Failure(description: "\(selector) has no corners")
    }
    let numbers = quad.map(\.doubleValue)
    return stride(from: 0, to: 8, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  /// Errors and warnings that the page has caused since it was opened: of its scripts, of
  /// `console`, and the browser's own.
  public func problems() throws -> [String] {
    try gather()
    return events.compactMap { event in
      switch event.method {
      case "Runtime.exceptionThrown":
        return Self.text(of: event.parameters["exceptionDetails"] as? [String: Any] ?? [:])
      case "Runtime.consoleAPICalled":
        let type = event.parameters["type"] as? String ?? ""
        guard ["error", "warning", "assert"].contains(type) else { return nil }
        let words = event.parameters["args"] as? [[String: Any]] ?? []
        return words.map { "\($0["value"] ?? $0["description"] ?? "")" }.joined(separator: " ")
      case "Log.entryAdded":
        let entry = event.parameters["entry"] as? [String: Any] ?? [:]
        guard ["error", "warning"].contains(entry["level"] as? String ?? "") else { return nil }
        return entry["text"] as? String
      default: return nil
      }
    }
  }

  /// The addresses that the page has requested since it was opened, the page itself first; without
  /// `data:` addresses.
  public func requests() throws -> [String] {
    try gather()
    return events.compactMap { event in
      guard event.method == "Network.requestWillBeSent",
        let request = event.parameters["request"] as? [String: Any],
        let address = request["url"] as? String
      else { return nil }
      return address.hasPrefix("data:") ? nil : address
    }
  }

  /// An answer comes after everything that was reported before it.
  private func gather() throws {
    _ = try evaluate("new Promise((done) => setTimeout(() => done(0), 50))", as: Int.self)
    events += browser.takeEvents(of: session)
  }

  private static func text(of problem: [String: Any]) -> String {
    let exception = problem["exception"] as? [String: Any]
    return "\(exception?["description"] ?? exception?["value"] ?? problem["text"] ?? problem)"
  }
}
