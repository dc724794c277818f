import RostrumGeometry
import Testing

@Suite("Elements of paths")
struct PathElementsTests {
  private static let elements: [Path.Element] = [
    .close, .move(point(1)), .line(point(2)), .cubic(point(3), point(4), point(5)), .close,
    .line(point(6)), .move(point(7)),
  ]

  private static func point(_ number: Double) -> Point { Point(x: number, y: -number) }

  @Test("Steps come back as they were put in, from both ends")
  func order() {
    let stored = Path.Elements(Self.elements)
    #expect(Array(stored) == Self.elements)
    #expect(Array(stored.reversed()) == Self.elements.reversed())
    #expect(stored.count == 7 && stored.first == .close && stored.last == .move(Self.point(7)))
    #expect(stored == Path(Self.elements).elements)
    #expect(stored != Path(Self.elements.dropLast()).elements)
    #expect(Path.Elements().isEmpty && Path.Elements().last == nil)
  }

  @Test("Any part can be replaced by any other", arguments: 0...7)
  func replacement(_ start: Int) {
    for end in start...7 {
      for added in [[], [.close], Array(Self.elements[2...3])] {
        var (stored, plain) = (Path.Elements(Self.elements), Self.elements)
        let first = stored.index(stored.startIndex, offsetBy: start)
        let last = stored.index(first, offsetBy: end - start)
        stored.replaceSubrange(first..<last, with: added)
        plain.replaceSubrange(start..<end, with: added)
        #expect(Array(stored) == plain)
        #expect(stored == Path.Elements(plain))
      }
    }
  }

  @Test("The last steps can be taken away until none is left")
  func removal() {
    var stored = Path.Elements(Self.elements)
    for element in Self.elements.reversed() { #expect(stored.removeLast() == element) }
    #expect(stored == [])
  }

  @Test("Paths are joined, and a copy keeps its own steps")
  func joining() {
    let path = Path(Self.elements)
    var twice = path
    twice.elements += path.elements
    #expect(Array(twice.elements) == Self.elements + Self.elements)
    #expect(Array(path.elements) == Self.elements)
    #expect(path.elements + Self.elements == twice.elements)
    #expect(path.map { $0 * 2 }.map { $0 * 0.5 } == path)
  }
}
