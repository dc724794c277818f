import Browser
import Foundation
import RostrumCanvas
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering

/// The browser's picture compared with ours.
struct Comparison {
  let name: String
  let likeness: Likeness
  /// How many corners were compared, and the largest distance of two, in points.
  let corners: Int
  let cornerDistance: Double
  let expected: Bitmap
  let actual: Bitmap

  /// In points.
  static let cornerBound = 0.05
  /// The browser draws twins this many times as large in both directions, and the average counts.
  static let samples = 8

  /// In steps of 255.
  var interiorBound = Likeness.interiorBound
  /// In steps of 255.
  var edgeBound = Likeness.edgeBound

  var isInteriorAlike: Bool { likeness.interior <= interiorBound }
  var isEdgeAlike: Bool { likeness.edge <= edgeBound }

  var isWithinBounds: Bool {
    likeness.hasSameSize && isInteriorAlike && isEdgeAlike && cornerDistance <= Self.cornerBound
  }

  /// Two pictures, without corners.
  init(_ name: String, expected: Bitmap, actual: Bitmap) {
    (self.name, self.expected, self.actual) = (name, expected, actual)
    likeness = Likeness(expected, actual)
    (corners, cornerDistance) = (0, 0)
  }

  /// Renders the scene, opens the twin, and compares both.
  init(_ twin: Twin, on page: Page) throws {
    name = twin.name
    let opened = try SceneOpener().open(twin.scene.path)
    let size = opened.scene.pixelSize(scale: 1)
    expected = try page.picture(
      ofFile: twin.page.path, width: size.width, height: size.height, samples: Self.samples)
    let facts = try twin.facts(of: page)
    let renderer = try FrameRenderer(opened.context())
    try renderer.render(at: facts.at)
    actual = renderer.bitmap
    likeness = Likeness(expected, actual)
    var distances: [Double] = []
    for name in facts.layers {
      let seen = try page.corners(of: "[data-layer='\(name)']")
      guard let corners = renderer.tree?.node(named: name)?.corners else {
        throw Browser.Failure(description: "\(twin.name): no layer '\(name)' is drawn")
      }
      distances += zip(seen, corners).map { hypot($0.x - $1.x, $0.y - $1.y) }
    }
    (corners, cornerDistance) = (distances.count, distances.max() ?? 0)
    try page.expectNoProblems(name)
  }

  /// The book's figure as an SVG, compared with the PNG. Both are drawn with several samples for a
  /// pixel, since the figures' thin lines overlap, and the comparison is not about antialiasing
  /// single lines.
  init(figure file: URL, drawsOutlines: Bool, on page: Page, in folder: URL) throws {
    let (result, assets) = try SceneOpener().openFigure(file.path)
    guard let figure = result.figure else {
      throw Browser.Failure(description: "\(file.path) has mistakes")
    }
    name =
      "Figures/" + file.deletingPathExtension().lastPathComponent
      + (drawsOutlines ? ", outlines" : "")
    var options = FigureJob.Options()
    options.width = result.style.width ?? 340
    let artwork = try FigureJob(figure, options: options, assets: assets).artwork()
    // Only whole rows: below the last one a PNG fills the pixel, an SVG does not.
    actual = try artwork.bitmap(scale: Double(Self.figureSamples))
      .averaged(by: Self.figureSamples, rows: Int(artwork.size.height))
    let svg = folder.appending(path: "figure.svg")
    try Data(artwork.svg(drawsOutlines: drawsOutlines).utf8).write(to: svg)
    // The window shows a part of the figure in its own units: a browser stretches a picture with a
    // fractional height to whole samples.
    let (width, height) = (actual.width, actual.height)
    let html = folder.appending(path: "figure.html")
    try Data(
      """
      <!doctype html>
      <body style="margin: 0">
      <img src="figure.svg#svgView(viewBox(0,0,\(width),\(height)))" style="display: block; width: \(width)px; height: \(height)px">
      """.utf8
    ).write(to: html)
    try page.resize(width: actual.width, height: actual.height)
    try page.open(html.path)
    expected = try page.picture(samples: Self.figureSamples)
    likeness = Likeness(expected, actual)
    (corners, cornerDistance) = (0, 0)
    try page.expectNoProblems(name)
  }

  private static let figureSamples = 8
}

extension Page {
  fileprivate func expectNoProblems(_ name: String) throws {
    let problems = try problems()
    guard problems.isEmpty else {
      throw Browser.Failure(description: "\(name): \(problems.joined(separator: "; "))")
    }
  }
}

extension DisplayNode {
  /// This node or the first below it whose layer has a name.
  func node(named name: String) -> DisplayNode? {
    if layer.name == name { return self }
    return sublayers.lazy.compactMap { $0.node(named: name) }.first
  }

  /// The corners of the layer's bounds on the canvas: top left, top right, bottom right, bottom
  /// left. `nil` when one is behind the eye.
  var corners: [Point]? {
    let bounds = layer.values[.bounds]
    let (x, y) = (bounds.origin.x, bounds.origin.y)
    let (right, bottom) = (x + bounds.size.width, y + bounds.size.height)
    let projected = [
      Point(x: x, y: y), Point(x: right, y: y), Point(x: right, y: bottom), Point(x: x, y: bottom),
    ].compactMap { transform.apply(to: $0) }
    return projected.count == 4 ? projected : nil
  }
}
