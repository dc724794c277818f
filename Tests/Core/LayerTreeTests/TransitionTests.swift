import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

@Suite("Transitions (section 8)")
struct TransitionTests {
  private func layer(_ transition: TransitionAnimation) -> Layer {
    Layer(
      index: 1, name: "a", layerClass: .plain, values: LayerValues(), animations: [transition])
  }

  @Test("A transition's progress is start + (end - start) * eased; it shows while it runs")
  func progress() {
    let transition = TransitionAnimation(
      style: .push, direction: .fromTop, startProgress: 0.2, endProgress: 0.6,
      timing: MediaTiming(beginTime: 1, duration: 2), timingFunction: .bezier(.easeIn))
    let layer = layer(transition)
    #expect(layer.presentation(at: 0.9).transition == nil)
    #expect(layer.presentation(at: 3.1).transition == nil)
    let state = layer.presentation(at: 2).transition
    #expect(state?.style == .push)
    #expect(state?.direction == .fromTop)
    let expected = 0.2 + 0.4 * CubicBezier.easeIn.value(at: 0.5)
    #expect(abs((state?.progress ?? 0) - expected) < 1e-12)
    #expect(layer.presentation(at: 3).transition?.progress == 0.6)
  }

  @Test("A fade from the left is the default; values stay as they are")
  func defaults() {
    let layer = layer(TransitionAnimation(timing: oneSecond))
    let presentation = layer.presentation(at: 0.25)
    #expect(presentation.values == layer.values)
    #expect(presentation.transition?.style == .fade)
    #expect(presentation.transition?.direction == .fromLeft)
    #expect(presentation.transition?.progress == 0.25)
    #expect(layer.endTime == 1)
  }
}
