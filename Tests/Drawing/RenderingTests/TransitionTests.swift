import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumRendering
import Testing
import RostrumTiming

/// Section 8 on pixels: a layer of 20 by 20 points turns from red to blue at one second, and is
/// between both for another.
@Suite("Transitions on pixels (section 8)")
struct TransitionPixelTests {
  private static let atOnce = Transaction(disableActions: true)

  private func turning(
    _ transition: TransitionAnimation, x: Double = 0, y: Double = 0,
    _ more: [Property: Value] = [:], sublayers: [Layer] = [], _ changes: [Event.Action] = []
  ) throws -> [Layer] {
    let layer = square(1, x: x, y: y, side: 20, .red, more, sublayers: sublayers)
    let event = Event(
      at: 1, transaction: Self.atOnce,
      [
        .init(layer: 1, .set(AnimationKeyPath(.backgroundColor), .color(.blue))),
        .init(
          layer: 1,
          .add(AttachedAnimation(transition, key: TransitionAnimation.key), begin: .now(delay: 0))),
      ] + changes)
    return try [layer].changed(by: [event])
  }

  private func transition(
    _ style: TransitionStyle, _ direction: TransitionDirection = .fromLeft, start: Double = 0,
    end: Double = 1
  ) -> TransitionAnimation {
    TransitionAnimation(
      style: style, direction: direction, startProgress: start, endProgress: end,
      timing: MediaTiming(duration: 1))
  }

  @Test("A fade is the true mixture; before and after, the one and the other alone")
  func fade() throws {
    let fading = scene(try turning(transition(.fade)))
    #expect(try frame(fading, at: 0.99)[5, 5] == redPixel)
    #expect(try frame(fading, at: 1)[5, 5] == redPixel)
    #expect(try isNear(frame(fading, at: 1.25)[5, 5], 0xFFBF_0040))
    #expect(try isNear(frame(fading, at: 1.5)[5, 5], 0xFF80_0080))
    #expect(try frame(fading, at: 2)[5, 5] == bluePixel)
    #expect(try frame(fading, at: 2.1)[5, 5] == bluePixel)
  }

  @Test("A layer that was wholly transparent is faded from with the opacity that it has now")
  func fromUnseen() throws {
    let inside = square(2, x: 0, y: 0, side: 20, .blue)
    func fading(_ opacity: Double) throws -> Scene {
      scene(
        try turning(
          transition(.fade), [.opacity: .number(opacity)], sublayers: [inside],
          [.init(layer: 1, .set(AnimationKeyPath(.opacity), .number(1)))]))
    }
    #expect(try frame(fading(0), at: 0.99)[5, 5] == 0xFFFF_FFFF)
    // A faint one is always evaluated with its sublayers.
    let (unseen, faint) = (try frame(fading(0), at: 1.5), try frame(fading(0.001), at: 1.5))
    #expect(unseen[5, 5] != 0xFFFF_FFFF)
    #expect(unseen.hasSamePixels(as: faint))
  }

  @Test("What is the same in both looks does not change, however transparent it is")
  func sameInBoth() throws {
    let color = Color(red: 0, green: 1, blue: 0, alpha: 0.37)
    let layer = square(1, x: 0, y: 0, side: 20, color)
    let event = Event(
      at: 1, transaction: Self.atOnce,
      [
        .init(layer: 1, .set(AnimationKeyPath(.borderWidth), .number(3))),
        .init(
          layer: 1,
          .add(
            AttachedAnimation(transition(.fade), key: TransitionAnimation.key),
            begin: .now(delay: 0))),
      ])
    let fading = scene(background: nil, try [layer].changed(by: [event]))
    let expected = try frame(scene(background: nil, [layer]))[10, 10]
    for time in [1, 1.1, 1.37, 1.5, 1.93] {
      #expect(try frame(fading, at: time)[10, 10] == expected)
    }
  }

  @Test(
    "At a quarter of its way, five of twenty points show the new look",
    arguments: [TransitionStyle.push, .moveIn, .reveal], TransitionDirection.allCases)
  func quarter(style: TransitionStyle, direction: TransitionDirection) throws {
    let bitmap = try frame(scene(try turning(transition(style, direction))), at: 1.25)
    for place in [1, 4, 6, 12, 18] {
      // From the edge that the new look comes from.
      let (x, y) =
        switch direction {
        case .fromLeft: (place, 10)
        case .fromRight: (19 - place, 10)
        case .fromTop: (10, 19 - place)
        case .fromBottom: (10, place)
        }
      #expect(bitmap[x, y] == (place < 5 ? bluePixel : redPixel), "\(place)")
    }
  }

  @Test("A push moves both looks, a move in the new one, a reveal the old one")
  func whoMoves() throws {
    // A mark on the left edge of both looks: the first two points.
    let mark = square(2, x: 0, y: 0, side: 2, .green)
    func row(_ style: TransitionStyle) throws -> [Int] {
      let layers = try turning(transition(style), sublayers: [mark])
      let bitmap = try frame(scene(layers), at: 1.5)
      return (0..<20).filter { bitmap[$0, 1] == greenPixel }
    }
    // Halfway the old snapshot is at 10, the new one at -10, where its mark is not visible.
    #expect(try row(.push) == [10, 11])
    #expect(try row(.moveIn) == [])
    #expect(try row(.reveal) == [0, 1, 10, 11])
  }

  @Test("Nothing leaves the bounds; a progress that stops short jumps at the end")
  func clipped() throws {
    let layers = try turning(transition(.push, start: 0.25, end: 0.75), x: 10, y: 10)
    let pushed = scene(width: 60, height: 60, layers)
    for time in [1, 1.3, 1.9] {
      let bitmap = try frame(pushed, at: time)
      for place in 0..<60 {
        let isOutside = place < 10 || place >= 30
        if isOutside { #expect(bitmap[place, 20] == whitePixel) }
      }
    }
    #expect(try frame(pushed, at: 1)[12, 20] == bluePixel)
    #expect(try frame(pushed, at: 1)[16, 20] == redPixel)
    #expect(try frame(pushed, at: 2.01)[29, 20] == bluePixel)
  }

  @Test("The old look stands still, the new one lives")
  func standsStill() throws {
    let x = try #require(LayerClass.plain.keyPaths.first { $0.name == "position.x" })
    let moving = layer(
      2, .plain,
      [
        .bounds: .rect(Rect(x: 0, y: 0, width: 2, height: 2)), .position: .point(Point(x: 1, y: 1)),
        .backgroundColor: .color(.green),
      ],
      animations: [
        BasicAnimation(
          keyPath: x, ends: AnimationEnds(from: .number(1), to: .number(19)),
          timing: MediaTiming(duration: 2))
      ])
    let layers = try turning(transition(.fade), sublayers: [moving])
    let bitmap = try frame(scene(layers), at: 1.5)
    // At one second the mark is at 10, now it is at 14.5: half of each.
    #expect(!isNear(bitmap[10, 1], 0xFF80_0080) && !isNear(bitmap[14, 1], 0xFF80_0080))
    #expect(isNear(bitmap[12, 1], 0xFF80_0080))
  }

  @Test("Opacity is not part of a look: it fades the mixture, and may change meanwhile")
  func opacity() throws {
    let layers = try turning(transition(.fade), [.opacity: .number(0.5)])
    let bitmap = try frame(scene(background: nil, layers), at: 1.5)
    let alpha = bitmap[5, 5] >> 24
    #expect((127...128).contains(alpha))
    let pushed = try turning(transition(.push), [.opacity: .number(0.5)])
    let half = try frame(scene(background: nil, pushed), at: 1.5)
    #expect(half[2, 5] == half[7, 5] && (127...128).contains(half[2, 5] >> 24))
  }

  @Test("Hiding fades out, and showing fades in: an implicit transition of the event's time")
  func hidden() throws {
    let layer = square(1, x: 0, y: 0, side: 20, .red)
    let event = Event(
      at: 1,
      transaction: Transaction(animationDuration: 1, animationTimingFunction: .bezier(.linear)),
      [.init(layer: 1, .set(AnimationKeyPath(.hidden), .boolean(true)))])
    let hiding = scene(background: nil, try [layer].changed(by: [event]))
    #expect(try frame(hiding, at: 0.9)[5, 5] == redPixel)
    #expect(try isNear(frame(hiding, at: 1.5)[5, 5], 0x8080_0000))
    #expect(try frame(hiding, at: 2.01)[5, 5] == 0)
  }

  @Test("In the copies of a replicator each transition starts when the copy's does")
  func replicated() throws {
    let tiles = try turning(transition(.push))
    let row = Layer(
      index: 9, name: "row", layerClass: .replicator,
      values: {
        var values = LayerValues()
        values[.bounds] = Rect(x: 0, y: 0, width: 60, height: 20)
        values[.position] = Point(x: 30, y: 10)
        values[.instanceCount] = 2
        values[.instanceDelay] = 0.5
        values[.instanceTransform] = .translation(x: 30, y: 0)
        return values
      }(), sublayers: tiles)
    let bitmap = try frame(scene(width: 60, height: 20, [row]), at: 1.75)
    // The first copy is at 0.75 of its way, the second at 0.25.
    #expect(bitmap[14, 10] == bluePixel && bitmap[16, 10] == redPixel)
    #expect(bitmap[34, 10] == bluePixel && bitmap[36, 10] == redPixel)
  }

  @Test("A transition in a transition shows what was seen")
  func interrupted() throws {
    let again = Event(
      at: 1.5, transaction: Self.atOnce,
      [
        .init(layer: 1, .set(AnimationKeyPath(.backgroundColor), .color(.green))),
        .init(
          layer: 1,
          .add(
            AttachedAnimation(transition(.fade), key: TransitionAnimation.key),
            begin: .now(delay: 0))),
      ])
    let layers = try turning(transition(.fade)).changed(by: [again])
    let seen = try frame(scene(layers), at: 1.499_999_9)[5, 5]
    #expect(try frame(scene(layers), at: 1.5)[5, 5] == seen)
    #expect(try isNear(frame(scene(layers), at: 2)[5, 5], 0xFF40_8040))
  }

  @Test("Thousands of transitions that interrupt each other stay within the limit, and end")
  func many() throws {
    let events = (0..<2000).map { index in
      Event(
        at: Double(index) * 0.001, transaction: Self.atOnce,
        [
          .init(
            layer: 1,
            .set(AnimationKeyPath(.backgroundColor), .color(index % 2 == 0 ? .red : .blue))),
          .init(
            layer: 1,
            .add(
              AttachedAnimation(transition(.fade), key: TransitionAnimation.key),
              begin: .now(delay: 0))),
        ])
    }
    let layers = try [square(1, x: 0, y: 0, side: 20, .red)].changed(by: events)
    #expect(try frame(scene(layers), at: 1.9)[5, 5] >> 24 == 255)
  }
}
