import RostrumGeometry
import Testing

@testable import RostrumCanvas

@Suite struct TextLayoutCacheTests {
  private func request(_ index: Int) -> TextRequest {
    TextRequest("\(index)", font: FontDescription(family: "serif"), size: 1)
  }

  private func layout(elements: Int) -> TextLayout {
    var run = TextLayout.Run()
    for _ in 0..<elements { run.glyphs.move(to: Point(x: 0, y: 0)) }
    var layout = TextLayout.empty
    layout.runs = [run]
    return layout
  }

  @Test func layoutsInUseStay() {
    var layouts = TextLayoutCache()
    layouts.insert(layout(elements: 1), for: request(-1))
    for index in 0..<5000 {
      layouts.insert(layout(elements: 1), for: request(index))
      #expect(layouts.count <= 1000)
      if index.isMultiple(of: 100) { #expect(layouts.find(request(-1)) != nil) }
    }
    #expect(layouts.find(request(4999)) != nil)
    #expect(layouts.find(request(0)) == nil)
  }

  @Test func layoutsWithoutUseAreDropped() {
    var layouts = TextLayoutCache()
    layouts.insert(layout(elements: 1), for: request(0))
    layouts.insert(layout(elements: 2), for: request(1))
    layouts.dropEarlier()
    #expect(layouts.find(request(1))?.runs[0].glyphs.elements.count == 2)
    layouts.dropEarlier()
    #expect(layouts.find(request(0)) == nil)
    #expect(layouts.find(request(1)) != nil)
    #expect(layouts.count == 1)
  }

  @Test func longTextsTakeThePlaceOfMany() {
    var layouts = TextLayoutCache()
    for index in 0..<6 { layouts.insert(layout(elements: 100_000), for: request(index)) }
    #expect(layouts.count == 4)
    layouts.insert(layout(elements: 300_000), for: request(6))
    layouts.insert(layout(elements: 1), for: request(7))
    #expect(layouts.find(request(6)) != nil)
  }
}
