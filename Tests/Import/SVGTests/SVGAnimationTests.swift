import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumSVG
import RostrumLayerTree
import RostrumSource
import Testing
import RostrumTiming

/// An SVG of 100 by 100 points.
private func svg(_ content: String) -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(content)</svg>"
}

/// A rectangle of 20 by 10 points, with attributes and elements inside.
private func box(_ inside: String = "", _ attributes: String = "", x: Double = 40) -> String {
  "<rect class='a' \(attributes) x='\(x)' y='40' width='20' height='10' fill='green'>\(inside)</rect>"
}

private func css(_ frames: String, _ animation: String, _ content: String) -> String {
  "<style>@keyframes k {\(frames)} .a {animation: \(animation)}</style>\(content)"
}

private func turn(_ type: String, _ values: String, _ more: String) -> String {
  "<animateTransform attributeName='transform' type='\(type)' values='\(values)' \(more)/>"
}

private func attribute(_ name: String, _ more: String) -> String {
  "<animate attributeName='\(name)' \(more)/>"
}

/// A shape as it is seen, whatever layers lie around it.
private struct Shown: CustomStringConvertible {
  var numbers: [Double]
  var description: String { "\(numbers)" }

  static func all(_ text: String, at time: Double) throws -> [Shown] {
    let scene = try #require(load(svg(text)).scene, "\(load(svg(text)).diagnostics)")
    return scene.presentation(at: time).sublayers.flatMap { shapes($0, .identity, 1) }
  }

  private static func shapes(
    _ layer: PresentationLayer, _ outer: AffineTransform, _ opacity: Double
  ) -> [Shown] {
    let (values, turn) = (layer.values, layer.values[.transform])
    let (bounds, anchor) = (values[.bounds], values[.anchorPoint])
    let own = AffineTransform.translation(
      x: -bounds.minX - anchor.x * bounds.width, y: -bounds.minY - anchor.y * bounds.height
    ).concatenating(
      AffineTransform(
        a: turn.m11, b: turn.m12, c: turn.m21, d: turn.m22, tx: turn.m41, ty: turn.m42)
    ).concatenating(.translation(x: values[.position].x, y: values[.position].y))
      .concatenating(outer)
    let alpha = opacity * values[.opacity]
    guard alpha > 1e-9 else { return [] }
    var found: [Shown] = []
    if layer.layerClass == .shape, let path = values[.path] {
      let box = path.transformed(by: own).boundingBox ?? .zero
      let colors = [values[.fillColor], values[.strokeColor]].flatMap { color -> [Double] in
        [color?.red ?? -1, color?.green ?? -1, color?.blue ?? -1, (color?.alpha ?? 0) * alpha]
      }
      let line = [
        values[.lineWidth], values[.lineDashPhase], values[.strokeStart], values[.strokeEnd],
      ]
      found = [Shown(numbers: [box.minX, box.minY, box.width, box.height] + colors + line)]
    }
    return found + layer.sublayers.flatMap { shapes($0, own, alpha) }
  }

  func isNear(_ other: Shown) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) < 1e-4 }
  }
}

@Suite("SVG that moves")
struct SVGAnimationTests {
  /// A moving element, a time, and a still element that looks the same then.
  @Test(
    "SMIL moves transforms, opacity, colours, outlines, lines and ways",
    arguments: [
      (
        box(turn("rotate", "0 50 50;360 50 50", "dur='2s' repeatCount='indefinite'")), 0.5,
        box("", "transform='rotate(90 50 50)'")
      ),
      // It replaces the transform of the element itself.
      (
        box(turn("rotate", "0 50 50;360 50 50", "dur='2s'"), "transform='translate(20)'"), 0.5,
        box("", "transform='rotate(90 50 50)'")
      ),
      (
        box(turn("rotate", "0;90", "dur='1s' additive='sum'"), "transform='scale(2)'"), 0.5,
        box("", "transform='scale(2) rotate(45)'")
      ),
      (
        box(turn("rotate", "0 50 50;90 50 50", "dur='.4s'"), "transform='translate(20)'"), 0.39999,
        box("", "transform='rotate(89.99775 50 50)'")
      ),
      (
        box(turn("translate", "0;20 10", "begin='.1s' dur='.3s' fill='freeze'")), 5,
        box("", "transform='translate(20 10)'")
      ),
      (box(turn("scale", "1;2", "dur='1s'")), 0.5, box("", "transform='scale(1.5)'")),
      (
        box(
          turn(
            "scale", "1;2",
            "dur='1s' begin='\((0..<100).map { "\(2 * $0)s" }.joined(separator: ";"))'")), 180.5,
        box("", "transform='scale(1.5)'")
      ),
      (
        box(turn("translate", "0;10", "dur='1s' repeatCount='3' accumulate='sum'")), 1.5,
        box("", "transform='translate(15)'")
      ),
      (
        box(attribute("opacity", "values='0;1;0' keyTimes='0;.25;1' dur='1s'")), 0.625,
        box("", "opacity='.5'")
      ),
      (box(attribute("opacity", "to='0' dur='1s'")), 0.5, box("", "opacity='.5'")),
      (
        "<g fill='red'>\(attribute("fill", "from='#000' to='#f00' dur='1s'"))<rect width='9' height='9'/></g>",
        0.5, "<rect width='9' height='9' fill='rgb(127.5, 0, 0)'/>"
      ),
      (
        "<rect width='9' height='9'><set attributeName='fill' to='blue' begin='.5s'/></rect>", 0.6,
        "<rect width='9' height='9' fill='blue'/>"
      ),
      (
        box(attribute("x", "values='0;100' calcMode='spline' keySplines='.42 0 .58 1' dur='1s'")),
        0.5, box(x: 50)
      ),
      // Without a curve for each piece it has no effect.
      (
        box(attribute("x", "values='0;50;80' calcMode='spline' keySplines='0 0 1 1' dur='1s'")),
        0.5, box()
      ),
      (box(attribute("x", "values='0;50;80' calcMode='discrete' dur='.9s'")), 0.4, box(x: 50)),
      (box(attribute("x", "from='10' by='20' dur='1s'")), 0.5, box(x: 20)),
      (
        box(attribute("x", "values='0;100' dur='1s' repeatDur='1.5s' fill='freeze'")), 2, box(x: 50)
      ),
      (
        box(
          "<animate id='q' attributeName='opacity' values='1;1' dur='.5s'/>"
            + attribute("x", "values='0;100' begin='q.end+100ms' dur='.5s'")), 0.85, box(x: 50)
      ),
      (
        "<circle cx='50' cy='50' r='0'>\(attribute("r", "from='0' to='40' dur='1s'"))</circle>",
        0.5, "<circle cx='50' cy='50' r='20'/>"
      ),
      (
        "<circle r='9'>\(attribute("cx", "from='0' to='40' dur='1s'"))\(attribute("cy", "from='0' to='60' dur='1s'"))</circle>",
        0.5, "<circle cx='20' cy='30' r='9'/>"
      ),
      (
        "<polygon points='0,0 9,0 0,9'>\(attribute("points", "values='0,0 9,0 0,9;20,0 29,0 20,9' dur='1s'"))</polygon>",
        0.5, "<polygon points='10,0 19,0 10,9'/>"
      ),
      (
        "<rect width='10' height='4'><animateMotion path='M10 10H90V90' dur='1.6s' rotate='auto'/></rect>",
        1.2, "<rect width='10' height='4' transform='translate(90 50) rotate(90)'/>"
      ),
      (
        "<defs><path id='p' d='M10 10H90'/></defs><rect width='9' height='4'><animateMotion dur='1s'><mpath href='#p'/></animateMotion></rect>",
        0.5, "<rect x='50' y='10' width='9' height='4'/>"
      ),
      (
        "<path d='M0 50H100' stroke='red' stroke-dasharray='100'>\(attribute("stroke-dashoffset", "from='100' to='0' dur='1s'"))</path>",
        0.5, "<path d='M0 50H100' stroke='red' stroke-dasharray='100' stroke-dashoffset='50'/>"
      ),
      (
        box("", "id='u'") + attribute("opacity", "href='#u' to='0' dur='1s'"), 0.5,
        box("", "opacity='.5'")
      ),
      (box(attribute("x", "values='0;100' dur='.5s' begin='0s; 1s'")), 1.25, box(x: 50)),
      (box(attribute("x", "values='0;100' dur='.5s' begin='0s;.25s'")), 0.4, box(x: 30)),
      (
        box(attribute("x", "values='0;100' dur='.5s' begin='0s;.25s' restart='never'")), 0.4,
        box(x: 80)
      ),
      (
        box(attribute("x", "values='0;100' dur='.5s' begin='0s;.2s;.6s' restart='whenNotActive'")),
        0.7, box(x: 20)
      ),
      (
        box(
          attribute("opacity", "id='q' values='1;1' dur='.5s' repeatCount='3'")
            + attribute("x", "values='0;100' begin='q.repeat(1)+.1s' dur='.5s'")), 0.85, box(x: 50)
      ),
      (
        box(
          attribute("x", "id='p' values='0;100' begin='0s;q.end' dur='.5s'")
            + attribute("x", "id='q' values='200;300' begin='p.end' dur='.5s'")), 7.75, box(x: 250)
      ),
      (
        box(attribute("x", "values='0;100' dur='1s' max='.5s' fill='freeze'")), 2, box(x: 50)
      ),
      (box(attribute("x", "values='0;100' dur='1s' end='.25s;.5s' fill='freeze'")), 2, box(x: 25)),
      (box(attribute("x", "by='20' dur='1s'")), 0.5, box(x: 50)),
      (
        box(
          attribute("x", "from='10' to='110' dur='2s' fill='freeze'")
            + attribute("x", "to='10' begin='1s' dur='1s' fill='freeze'")), 1.5, box(x: 47.5)
      ),
      (box(attribute("x", "values='10;20;150' dur='2s' calcMode='paced'")), 0.4, box(x: 38)),
      (
        box(attribute("x", "from='5' to='10' dur='.5s' repeatCount='3' accumulate='sum'")), 1.1,
        box(x: 26)
      ),
      (
        box(
          attribute("x", "values='0;10' dur='1s' additive='sum'")
            + attribute("x", "values='0;20' dur='1s' additive='sum'")), 0.5, box(x: 55)
      ),
      (
        box(turn("scale", "1;2", "dur='1s' additive='sum'"), "transform='scale(2)'"), 0.5,
        box("", "transform='scale(2) scale(1.5)'")
      ),
      (
        box(turn("rotate", "0 0 0;90 50 50", "dur='1s'")), 0.5,
        box("", "transform='rotate(45 25 25)'")
      ),
      (
        "<rect width='9' height='9'><animateMotion path='M0 50H100' dur='1s' keyPoints='0;1;.25' keyTimes='0;.5;1' calcMode='linear'/></rect>",
        0.75, "<rect x='62.5' y='50' width='9' height='9'/>"
      ),
      (
        "<rect width='9' height='9'><animateMotion path='M2 2L6 4' dur='.5s' repeatCount='3' accumulate='sum'/></rect>",
        1.1, "<rect x='14.8' y='10.4' width='9' height='9'/>"
      ),
      (
        box("<set attributeName='x' to='3' begin='.5s'/>" + attribute("y", "to='50' dur='1s'")),
        0.75,
        "<rect x='3' y='47.5' width='20' height='10' fill='green'/>"
      ),
      (box("<set attributeName='visibility' to='hidden' begin='.5s'/>"), 0.75, ""),
      (
        box("<set attributeName='display' to='inline' begin='.5s'/>", "display='none'"), 0.75, box()
      ),
      (box("<set attributeName='x' to='3' begin='click'/>"), 0.75, box()),
      (
        "<text x='3' y='50'>a\(attribute("x", "values='0;60' dur='1s'"))</text>", 0.5,
        "<text x='30' y='50'>a</text>"
      ),
      (
        "<text y='50'><tspan font-size='9'>\(attribute("font-size", "values='10;30' dur='1s'"))a</tspan></text>",
        0.5, "<text y='50' font-size='20'>a</text>"
      ),
      (
        "<defs>\(box("", "id='u'"))</defs><use href='#u'>\(attribute("x", "values='0;60' dur='1s'"))</use>",
        0.5, box(x: 70)
      ),
      (
        "<g color='red'>\(attribute("color", "from='#000' to='#f00' dur='1s'"))<rect width='9' height='9' fill='currentColor'/></g>",
        0.5, "<rect width='9' height='9' fill='rgb(127.5, 0, 0)'/>"
      ),
      (
        "<g fill='blue'><animate attributeName='fill' values='red;url(#q);lime' calcMode='discrete' dur='.9s'/><rect width='9' height='9'/></g>",
        0.7, "<rect width='9' height='9' fill='lime'/>"
      ),
      (
        "<g><set attributeName='visibility' to='hidden'/><rect width='9' height='9'/><rect width='8' height='8' visibility='visible'/></g>",
        0.5, "<rect width='8' height='8'/>"
      ),
      (box(turn("skewX", "0;60", "dur='1s'")), 0.5, box("", "transform='skewX(30)'")),
      (
        box(turn("scale", "0;0", "dur='1s'") + turn("scale", "1;2", "dur='1s'")), 0.5,
        box("", "transform='scale(1.5)'")
      ),
      (
        "<rect width='9' height='9'><animateMotion path='M0 50H60V90' calcMode='discrete' dur='.9s'/></rect>",
        0.4, "<rect x='60' y='50' width='9' height='9'/>"
      ),
      (box(attribute("x", "values='0;9;3' keyTimes='0;1' dur='1s'")), 0.5, box()),
    ] as [(String, Double, String)])
  func smil(_ moving: String, _ time: Double, _ still: String) throws {
    try expectAlike(moving, time, still)
  }

  @Test(
    "Key frames of CSS move the same, with their delays, directions, fills and easings",
    arguments: [
      (
        css(
          "to {transform: rotate(360deg)}", "k 2s linear infinite",
          box("", "style='transform-origin: 50px 50px'")),
        0.5, box("", "transform='rotate(90 50 50)'")
      ),
      (
        css(
          "to {transform: rotate(90deg)}", "k 1s linear",
          box("", "style='transform-box: fill-box; transform-origin: center'")),
        0.5, box("", "transform='rotate(45 50 45)'")
      ),
      (
        css(
          "0% {transform: translate(0,0) scale(1)} 100% {transform: translate(20px,10px) scale(2)}",
          "1s linear k", box()),
        0.5, box("", "transform='translate(10 5) scale(1.5)'")
      ),
      (
        css("50% {transform: translateX(20px)}", "1s linear k", box()), 0.25,
        box("", "transform='translate(10)'")
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s linear infinite alternate", box()), 1.75,
        box("", "opacity='.25'")
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s linear infinite reverse", box()), 0.25,
        box("", "opacity='.75'")
      ),
      (
        css("from {opacity: .2} to {opacity: 1}", "k 1s linear 1s reverse both", box()), 0.5,
        box("", "opacity='1'")
      ),
      (
        css("from {opacity: .2} to {opacity: 1}", "k 1s linear 1s reverse both", box()), 2.5,
        box("", "opacity='.2'")
      ),
      (
        css("from {opacity: .2} to {opacity: 1}", "k 1s linear 1s alternate-reverse 2", box()), 0.5,
        box()
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s steps(2) reverse", box()), 0.3,
        box("", "opacity='.5'")
      ),
      (
        css(
          "to {d: path('M0 0H90V40H0Z')}", "k 1s linear",
          "<path class='a' d='M0 0H10V20H0Z'/>"), 0.5, "<path d='M0 0H50V30H0Z'/>"
      ),
      (
        css("from {opacity: .5} to {opacity: 1}", "k 1s linear .5s both", box()), 0.25,
        box("", "opacity='.5'")
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s linear -.5s 2", box()), 0.25,
        box("", "opacity='.75'")
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s steps(4)", box()), 0.6,
        box("", "opacity='.5'")
      ),
      (
        css(
          "from {opacity: 0; animation-timing-function: step-start} to {opacity: .8}", "k 1s", box()
        ),
        0.6, box("", "opacity='.8'")
      ),
      (
        css("from {r: 0} to {r: 40px}", "k 1s linear", "<circle class='a' cx='50' cy='50' r='3'/>"),
        0.5, "<circle cx='50' cy='50' r='20'/>"
      ),
      (
        css(
          "to {offset-distance: 100%}", "k 1s linear forwards",
          "<rect class='a' width='9' height='4' style=\"offset-path: path('M10 10H90')\"/>"),
        0.5, "<rect x='50' y='10' width='9' height='4'/>"
      ),
      (
        "<style>@keyframes k {to {opacity:0}} .a {animation-name: k; animation-duration: 1s; animation-timing-function: linear}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        "<style>@keyframes k {to {transform: rotate(360deg)}} svg {animation: k 2s linear infinite}</style>\(box())",
        0.5, box("", "transform='rotate(90 50 50)'")
      ),
      ("<style>rect {transition: all 1s}</style>\(box())", 0.5, box()),
      (
        css("to {opacity: 0}", "k 1s linear infinite alternate-reverse", box()), 0.25,
        box("", "opacity='.25'")
      ),
      (
        css("to {opacity: 0}", "k 1s linear infinite alternate-reverse", box()), 1.25,
        box("", "opacity='.75'")
      ),
      (
        css("from {opacity: 0} to {opacity: 1}", "k 1s linear(0, .8 20%, .4 60%, 1)", box()), 0.4,
        box("", "opacity='.6'")
      ),
      (css("to {x: 60px; rx: 4px}", "k 1s linear", box()), 0.75, box("", "rx='4'", x: 55)),
      (
        css("to {fill: red}", "k 1s linear", box("", "style='fill: blue !important'")), 0.5,
        box("", "style='fill: blue'")
      ),
      (
        "<style>@-webkit-keyframes k {to {opacity:0}} .a {-webkit-animation: k 1s linear}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        "<style>@keyframes k {to {opacity:0}} @media screen and (prefers-reduced-motion: no-preference) {.a {animation: k 1s linear}}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        css(
          "to {rotate: 90deg; scale: 2; translate: 20px 30px}", "k 1s linear",
          box("", "style='transform-origin: 50px 50px'")),
        0.5, box("", "transform='translate(60 65) rotate(45) scale(1.5) translate(-50 -50)'")
      ),
      (
        css(
          "to {transform: translate(100%, 50%)}", "k 1s linear",
          box("", "style='transform-box: fill-box'")),
        0.5, box("", "transform='translate(10 2.5)'")
      ),
      (css("to {translate: 50%}", "k 1s linear", box()), 0.5, box("", "transform='translate(25)'")),
      (
        css("to {transform: translate3d(9px, 8px, 7px)}", "k 1s linear", box()), 0.5,
        box("", "transform='translate(4.5 4)'")
      ),
      (
        css(
          "from {offset-distance: 20%} to {offset-distance: 60%}", "k 1s linear",
          "<rect class='a' width='9' height='4' style=\"offset-path: path('M0 10H100'); offset-rotate: 0deg\"/>"
        ),
        0.5, "<rect x='40' y='10' width='9' height='4'/>"
      ),
      (
        css("from {x: var(--q)} to {x: 20px}", "k 1s linear", box("", "style='--q: 10px'")), 0.5,
        box(x: 15)
      ),
      (
        css("from {--q: 10px} to {--q: 20px}", "k 1s linear", box("", "style='x: var(--q)'")), 0.75,
        box(x: 20)
      ),
      (
        css(
          "from {d: path('M0 0')} to {d: path('M0 0H9V9Z')}", "k 1s linear",
          "<path class='a' fill='red'/>"), 0.75, "<path d='M0 0H9V9Z' fill='red'/>"
      ),
      (
        css("to {x: 60px !important; y: 60px}", "k 1s linear", box()), 0.5,
        box("", "transform='translate(0 10)'")
      ),
      (css("to {opacity: 0}", "k 1s linear -.25s paused", box()), 0.9, box("", "opacity='.75'")),
      (css("to {opacity: 0}", "k 1s linear calc(.1s * 5) both", box()), 1, box("", "opacity='.5'")),
      (css("to {x: 20px}", "k 1s linear; animation-composition: add", box()), 0.5, box(x: 50)),
      (css("from {x: 20px} to {x: calc(50% - 10px)}", "k 1s linear", box()), 0.5, box(x: 30)),
      (
        css("from {fill: inherit} to {fill: initial}", "k 1s steps(1)", box()), 0.5,
        box("", "style='fill: black'")
      ),
      (
        "<style>@keyframes k {to {opacity:0}} .a {animation-delay: 9s; animation: k 1s linear}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        "<style>@keyframes k {to {opacity:0}} @supports (x: 1px) and (not (quux: 1)) {.a {animation: k 1s linear}}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        "<style>@keyframes k {to {opacity:0}} svg {fill: red; .a {animation: k 1s linear}}</style>\(box())",
        0.5, box("", "opacity='.5'")
      ),
      (
        "<style>@keyframes k {to {opacity:0}} @media (prefers-reduced-motion: reduce) {.a {animation: k 1s linear}}</style>\(box())",
        0.5, box()
      ),
    ] as [(String, Double, String)])
  func keyframes(_ moving: String, _ time: Double, _ still: String) throws {
    try expectAlike(moving, time, still)
  }

  private func expectAlike(_ moving: String, _ time: Double, _ still: String) throws {
    let (found, wanted) = (try Shown.all(moving, at: time), try Shown.all(still, at: 0))
    #expect(found.count == wanted.count, "\(moving)")
    for (one, other) in zip(found, wanted) { #expect(one.isNear(other), "\(one) \(other)") }
  }

  @Test("A dash that moves is a part of the line")
  func dash() throws {
    let line = "<path id='l' d='M0 50H100' stroke='red'>"
    let frames = attribute("stroke-dasharray", "values='0 100;50 100' dur='1s'")
    let scene = try #require(load(svg("\(line)\(frames)</path>")).scene)
    #expect(scene.layer("l", at: 0.5)?.values[.strokeEnd] == 0.25)
    #expect(scene.layer("l", at: 0.5)?.values[.lineDashPattern] == [])
  }

  @Test(
    "The film lasts until all has ended, with one round of what repeats for ever",
    arguments: [
      (attribute("x", "to='3' dur='2.5s' begin='1s'"), 3.5),
      (attribute("x", "to='3' dur='.5s' repeatCount='indefinite'"), 0.5),
    ])
  func duration(_ inside: String, _ seconds: Double) throws {
    let scene = try #require(load(svg(box(inside))).scene)
    #expect(scene.clock.frameCount == Int(seconds * 60))
  }

  @Test(
    "What else moves is refused by name",
    arguments: [
      (box("<animate to='3' dur='1s'/>"), "animate without attributeName"),
      (box("<set attributeName='x'/>"), "set without to"),
      (box("<animateMotion dur='1s'><mpath href='#q'/></animateMotion>"), "mpath: #q"),
      (box(attribute("x", "to='3' calcMode='fast' dur='1s'")), "calcMode: fast"),
    ])
  func refused(_ content: String, _ name: String) {
    let result = load(svg(content))
    #expect(result.scene == nil)
    #expect(result.diagnostics.map(\.id) == ["animations"])
    #expect(result.diagnostics.first?.message.contains(name) == true, "\(result.diagnostics)")
    #expect(load(svg(content), ignoring: [.animations]).scene != nil)
  }

  @Test(
    "Subpaths become layers of their own, where the pixels stay the same",
    arguments: [
      ("<path id='p' d='M0 0H9V9ZM20 0H29V9Z'/>", 2), ("<path id='p' d='M0 0H9V9ZM2 0H9V9Z'/>", 1),
      ("<path id='p' d='M0 0L9 9M0 9L9 0' fill='none' stroke='red'/>", 2),
      ("<path id='p' d='M0 0L9 9M0 9L9 0' fill='none' stroke='red' stroke-opacity='.5'/>", 1),
      ("<path id='p' d='M0 0H9V9ZM10 0H19V9Z' stroke='red' stroke-width='4'/>", 1),
      ("<path id='p' d='M0 0H9V9ZM20 0H29V9ZM5 0H22V9Z'/>", 1),
    ])
  func subpaths(_ content: String, _ count: Int) throws {
    var options = ImportOptions()
    options.settings["split"] = "paths"
    let scene = try #require(SVGImporter().load(Array(svg(content).utf8), options).scene)
    let layer = try #require(scene.root.sublayers.first)
    #expect(max(layer.sublayers.count, 1) == count)
    if count == 2 { #expect(layer.sublayers.map(\.name) == ["p 1", "p 2"]) }
  }

  @Test(
    "Where programs differ, a warning says which one is followed",
    arguments: [
      "<rect width='9' height='9' clip-path='circle() view-box'/>",
      "<style>rect {width: 9px}</style><rect height='9'/>",
      "<g font-size='small'><rect width='1em' height='9'/></g>",
      "<path id='p' d='M0 9H90'/><text><textPath href='#p'>a</textPath>b</text>",
    ])
  func differences(_ content: String) {
    let result = load(svg(content))
    #expect(result.scene != nil)
    #expect(result.diagnostics.map(\.id) == ["programs-differ"])
  }

  @Test("Without a size, a picture is as large as what is drawn, lines and all")
  func size() throws {
    let text = "<svg><rect x='1' y='1' width='198' height='98' fill='none' stroke='red'/></svg>"
    #expect(try #require(load(text).scene).size == Size(width: 200, height: 100))
  }
}
