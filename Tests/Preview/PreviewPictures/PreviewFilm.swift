import Browser
import Foundation

extension Studio {
  private static let scene = """
    size: [640, 360]
    fps: 30
    duration: 6
    audio: [{file: Assets/theme.opus, fadeOut: 1}]
    layers:
      - name: sky
        class: gradient
        frame: [0, 0, 640, 360]
        colors: ["#16213e", "#5c3d77", "#f08a5d"]
      - name: sun
        bounds: [90, 90]
        position: [150, 120]
        cornerRadius: 45
        backgroundColor: "#ffd166"
        animations:
          - {type: basic, keyPath: position.y, fromValue: 420, duration: 2.5, timingFunction: easeOut}
      - name: plate
        bounds: [330, 76]
        position: [430, 270]
        cornerRadius: 14
        backgroundColor: "#0b132bcc"
        sublayers:
          - {class: text, name: title, string: Good morning, fontSize: 38, alignmentMode: center,
             frame: [0, 14, 330, 50], foregroundColor: white}
        animations:
          - type: spring
            keyPath: position.x
            fromValue: 860
            damping: 12
            beginTime: 1
            duration: 3
            fillMode: backwards

    """

  /// Takes the film of a preview in use.
  func takeFilm() throws {
    try page.resize(width: 1080, height: 700)
    try Self.scene.write(
      to: folder.appending(path: "Cookbook/morning.yaml"), atomically: true, encoding: .utf8)
    try preview("Cookbook/morning.yaml") {
      try wait("document.querySelector('#timeline .block path')?.getAttribute('d') > ''")
      let camera = try Camera(page, folder: folder.appending(path: "film"))
      try play(camera)
      try moveSun(camera)
      try bendTiming(camera)
      try tuneSpring(camera)
      try delay(camera)
      try recolour(camera)
      try addLayer(camera)
      try undo(camera)
      try render(camera)
      let path = output.appending(path: "preview-film.png")
      try camera.write(to: path)
      print("\(path.relativePath): \(camera.duration.rounded()) s")
    }
  }

  private func play(_ camera: Camera) throws {
    try camera.caption("Space plays the scene, with its sound")
    try camera.still(1)
    try page.press(" ")
    try camera.live(4)
    try page.press(" ")
    try camera.still(0.3)
  }

  private func moveSun(_ camera: Camera) throws {
    try camera.caption("Drag a layer: the file follows")
    try go(to: "100")
    try camera.click(at: point(150, 120))
    try page.press("2")
    try wait("document.querySelector('.handles .body') !== null")
    try camera.still(0.4)
    try camera.drag(from: point(160, 130), to: point(250, 100))
    try camera.still(0.8)
  }

  private func bendTiming(_ camera: Camera) throws {
    try camera.caption("Bend a timing function")
    try go(to: "20")
    _ = try page.evaluate(
      "(document.querySelector('.curve').scrollIntoView({ block: 'center' }), 0)", as: Int.self)
    let handle = try middle("#written .curve circle", 1)
    try camera.drag(from: handle, to: (handle.x - 46, handle.y + 6))
    try camera.still(0.8)
  }

  private func tuneSpring(_ camera: Camera) throws {
    try camera.caption("Tune a spring while you see its curve")
    try go(to: "140")
    try camera.click(at: point(285, 240))
    try page.press("1")
    try wait("document.querySelector('#details .value') !== null")
    try clickValue("position")
    try wait("document.querySelector('.graph path') !== null")
    try page.press("2")
    try go(to: "46")
    let slider = try middle("#written [aria-label='damping, slider']")
    try camera.drag(from: (slider.x - 26, slider.y), to: (slider.x - 44, slider.y))
    try camera.still(0.8)
    try page.press("1")
    try clickValue("position")
    try page.press("2")
  }

  private func delay(_ camera: Camera) throws {
    try camera.caption("Drag a bar to let it begin later")
    let bar = try middle("#timeline .row rect.movable", 1)
    try camera.drag(from: bar, to: (bar.x + 60, bar.y))
    try camera.still(0.8)
  }

  private func recolour(_ camera: Camera) throws {
    try camera.caption("Turn a gradient on the picture")
    try go(to: "140")
    try camera.click(at: point(60, 300))
    let end = try middle(".handles .gradient-end", 0)
    try camera.drag(from: end, to: (end.x + 130, end.y + 30))
    try camera.still(0.8)
  }

  private func addLayer(_ camera: Camera) throws {
    try camera.caption("Add a layer from the list")
    try page.press("a")
    try wait("document.querySelectorAll('#additions [role=option]').length > 10")
    try camera.still(0.6)
    for letter in "ellipse" {
      try page.press(String(letter))
      try camera.still(0.15)
    }
    try camera.still(0.6)
    try page.press("Enter")
    try wait("document.querySelector('#additions[open]') === null")
    try wait("document.querySelectorAll('#layers [data-layer]').length > 4")
    try camera.still(1)
  }

  private func undo(_ camera: Camera) throws {
    try camera.caption("Take anything back")
    for index in 1...6 {
      let step = "document.querySelector('#undo').disabled"
      guard try !page.evaluate("Boolean(\(step))") else { break }
      let reading: Int = try page.evaluate("Number(document.body.dataset.reading)")
      try index == 1 ? camera.click(at: middle("#undo")) : page.click("#undo")
      try wait("Number(document.body.dataset.reading) > \(reading)")
      try camera.still(0.4)
    }
  }

  private func render(_ camera: Camera) throws {
    try camera.caption("Take it home, and the command that does the same")
    try page.press("r")
    try wait("document.querySelector('#output code').textContent !== ''")
    try camera.still(1)
    try camera.click(at: middle("#output [data-kind=png]"))
    try wait("document.querySelector('#output li a') !== null")
    try camera.still(2.5)
  }

  // MARK: Places

  /// The window's point of a point of the scene.
  private func point(_ x: Double, _ y: Double) throws -> Camera.Point {
    let box: [Double] = try page.evaluate(
      """
      (() => {
        const box = document.getElementById("canvas").getBoundingClientRect();
        return [box.left, box.top, box.width / 640];
      })()
      """)
    return (box[0] + x * box[2], box[1] + y * box[2])
  }

  /// The middle of an element.
  private func middle(_ selector: String, _ index: Int = 0) throws -> Camera.Point {
    try wait("document.querySelectorAll(\"\(selector)\").length > \(index)")
    return try page.middle(of: selector, index)
  }
}
