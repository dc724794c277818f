import Browser
import Foundation

extension Studio {
  /// Takes the pictures of the page about the preview.
  func takePictures() throws {
    try run(["init", "lower-third", "-o", "Titles"])
    try takeSprings()
    try takeTitle()
    try takeOthers()
  }

  /// Springs, with the curve of one of them.
  private func takeSprings() throws {
    try preview("Book/springs.yaml") {
      try go(to: "0.3s")
      try wait("document.querySelector('#timeline .row text') !== null")
      try page.click("#timeline .row text")
      try wait("document.querySelector('#details .value') !== null")
      try clickValue("position")
      try wait("document.querySelector('.graph path') !== null")
      try wait("document.querySelector('#details figure img')?.naturalWidth > 0")
      try take("preview")
    }
  }

  /// The steps of the walk from a template to a film.
  private func takeTitle() throws {
    try preview("Titles/lower-third.yaml") {
      try go(to: "1.2s")
      try page.click("#layers [data-layer='2'] > div")
      try page.press("2")
      try wait("document.querySelector('.curve') !== null")
      try wait("document.querySelector('.handles .body') !== null")
      _ = try page.evaluate(
        "(document.querySelector('.curve').scrollIntoView(), 0)", as: Int.self)
      try take("preview-file")
      try page.press("r")
      try wait("document.querySelector('#output code').textContent !== ''")
      try page.click("#output [data-kind=png]")
      try wait("document.querySelector('#output li a') !== null")
      try take("preview-render")
    }
    let path = folder.appending(path: "Titles/lower-third.yaml")
    let right = try String(contentsOf: path, encoding: .utf8)
    try preview("Titles/lower-third.yaml") {
      try go(to: "1.2s")
      try right.replacing("fontSize: 40", with: "fontsize: 40")
        .write(to: path, atomically: false, encoding: .utf8)
      try wait("document.body.classList.contains('wrong')")
      // The picture fades.
      Thread.sleep(forTimeInterval: 0.4)
      try take("preview-mistake")
    }
    try right.write(to: path, atomically: false, encoding: .utf8)
    try run(["verify", "Titles/lower-third.yaml", "--update", "missing"], mayFail: true)
    try right.replacing("frame: [80, 540,", with: "frame: [80, 500,")
      .write(to: path, atomically: false, encoding: .utf8)
    try preview("Titles/lower-third.yaml") {
      try page.press("c")
      try wait("document.querySelectorAll('#comparison img').length > 1")
      try wait("[...document.querySelectorAll('#comparison img')].every((one) => one.complete)")
      try take("preview-compare")
    }
    try right.write(to: path, atomically: false, encoding: .utf8)
  }

  private func takeOthers() throws {
    try preview("Batch/banner.yaml", "--data", "Batch/Data/guests.csv") {
      try page.press("]")
      try wait("document.getElementById('row').value === '2'")
      try go(to: "60%")
      try take("preview-rows")
    }
    try preview("Cookbook") {
      try page.click("#find-button")
      try wait(
        """
        [...document.querySelectorAll('#find img')].slice(0, 8)
          .every((one) => one.naturalWidth > 0)
        """)
      try take("preview-find")
    }
  }

  /// Clicks the name of a property in the State tab.
  func clickValue(_ name: String) throws {
    _ = try page.evaluate(
      """
      [...document.querySelectorAll("#details .value")]
        .find((button) => button.textContent === "\(name)").click()
      """, as: Int?.self)
  }

  private func take(_ name: String) throws {
    Thread.sleep(forTimeInterval: 0.2)
    let path = output.appending(path: "\(name).png")
    try Data(page.screenshot()).write(to: path)
    print(path.relativePath)
  }
}
