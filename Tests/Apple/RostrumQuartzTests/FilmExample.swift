import RostrumQuartz

/// The first example of the page on Core Animation in Swift, compiled: a test compares the two.
func filmExample() async throws {
  let film = Film(size: CGSize(width: 300, height: 300), fps: 60, duration: 5) { stage in
    let layer = CALayer()
    layer.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    stage.layer.addSublayer(layer)
    stage.at(1) {
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
      CATransaction.setCompletionBlock {
        layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
      }
      layer.position = CGPoint(x: 200, y: 250)
      CATransaction.commit()
    }
  }
  try await film.render(to: "film.mp4")
}
