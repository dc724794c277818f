package import RostrumLayerTree

/// A block of animation between two calls, as code from before iOS 4 has it: the properties are
/// set after its beginning.
package enum OpenViewBlocks {
  /// Begins a block that animates the layers for which `layers` is true.
  package static func begin(
    moving layers: @escaping (CALayer) -> Bool, stopped: @escaping (Bool) -> Void
  ) {
    guard let clock = FilmClock.current else { return }
    clock.openBlocks.append(clock.viewBlock)
    clock.viewBlock = ViewBlock(
      animation: ViewAnimation(duration: 0.2, delay: 0), batch: CompletionBatch(stopped),
      moves: layers)
  }

  package static func end() {
    guard let clock = FilmClock.current, let outer = clock.openBlocks.popLast() else { return }
    let block = clock.viewBlock
    clock.viewBlock = outer
    block?.batch.close()
  }

  /// Changes how the open block moves layers.
  package static func change(_ change: (inout ViewAnimation) -> Void) {
    guard let clock = FilmClock.current, !clock.openBlocks.isEmpty, let block = clock.viewBlock
    else { return }
    var animation = block.animation
    change(&animation)
    clock.viewBlock = ViewBlock(animation: animation, batch: block.batch, moves: block.moves)
  }
}
