import RostrumQuartz
import Testing
import UIKit

/// Places by constraints. Facts: Apple's documentation of Auto Layout and of `UIStackView`.
@Suite("Constraints and stacks")
struct LayoutTests {
  /// Views in a superview of 200 by 100 points, and their frames after layout.
  private static func frames(
    _ count: Int, _ constrain: (UIView, [UIView]) -> [NSLayoutConstraint]
  ) -> [CGRect] {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    let views = (0..<count).map { _ in UIView() }
    for view in views {
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
    }
    NSLayoutConstraint.activate(constrain(root, views))
    root.layoutIfNeeded()
    return views.map(\.frame)
  }

  private static func rect(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, _ h: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: w, height: h)
  }

  @Test("Edges, centres, lengths of others, and a chain")
  func equalities() {
    let frames = Self.frames(3) { root, views in
      [
        views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
        views[0].trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
        views[0].topAnchor.constraint(equalTo: root.layoutMarginsGuide.topAnchor),
        views[0].heightAnchor.constraint(equalToConstant: 20),
        views[1].centerXAnchor.constraint(equalTo: root.centerXAnchor),
        views[1].centerYAnchor.constraint(equalTo: root.centerYAnchor, constant: 5),
        views[1].widthAnchor.constraint(equalTo: views[0].widthAnchor, multiplier: 0.5),
        views[1].heightAnchor.constraint(equalTo: views[1].widthAnchor, multiplier: 0.1),
        views[2].leftAnchor.constraint(equalTo: views[1].rightAnchor, constant: 4),
        views[2].bottomAnchor.constraint(equalTo: root.bottomAnchor),
        views[2].rightAnchor.constraint(equalTo: root.rightAnchor),
        views[2].topAnchor.constraint(equalTo: views[0].bottomAnchor),
      ]
    }
    #expect(
      frames == [
        Self.rect(10, 8, 180, 20), Self.rect(55, 50.5, 90, 9), Self.rect(149, 28, 51, 72),
      ])
  }

  @Test("Inequalities and priorities: the higher one holds, the lower one as far as it can")
  func inequalities() {
    func width(_ constrain: (UIView, UIView) -> [NSLayoutConstraint]) -> CGFloat {
      Self.frames(1) { root, views in
        [
          views[0].leadingAnchor.constraint(equalTo: root.leadingAnchor),
          views[0].topAnchor.constraint(equalTo: root.topAnchor),
          views[0].heightAnchor.constraint(equalToConstant: 10),
        ] + constrain(root, views[0])
      }[0].width
    }
    func wish(_ view: UIView, _ width: CGFloat, _ priority: Float) -> NSLayoutConstraint {
      let constraint = view.widthAnchor.constraint(equalToConstant: width)
      constraint.priority = UILayoutPriority(priority)
      return constraint
    }
    #expect(
      width { root, view in
        [view.widthAnchor.constraint(lessThanOrEqualTo: root.widthAnchor), wish(view, 300, 750)]
      } == 200)
    #expect(
      width { _, view in
        [view.widthAnchor.constraint(greaterThanOrEqualToConstant: 50), wish(view, 80, 750)]
      } == 80)
    #expect(width { _, view in [wish(view, 40, 250), wish(view, 70, 751)] } == 70)
  }

  @Test("A label is as large as its text, and no larger than it may be")
  func contents() {
    let root = UIView(frame: Self.rect(0, 0, 200, 200))
    let (short, long) = (UILabel(), UILabel())
    short.text = "Short"
    long.text = String(repeating: "many words ", count: 12)
    long.numberOfLines = 0
    for label in [short, long] {
      label.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(label)
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    }
    short.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
    long.topAnchor.constraint(equalTo: short.bottomAnchor, constant: 3).isActive = true
    long.trailingAnchor.constraint(equalTo: root.trailingAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(short.frame.size == short.intrinsicContentSize)
    #expect(long.frame.minY == short.frame.maxY + 3)
    #expect(long.frame.width == 200)
    #expect(long.frame.height == long.sizeThatFits(CGSize(width: 200, height: 0)).height)
  }

  private static let stackTable:
    [(UIStackView.Distribution, UIStackView.Alignment, [CGFloat], [CGRect])] = [
      (.fillEqually, .fill, [10, 20], [rect(0, 0, 98, 60), rect(102, 0, 98, 60)]),
      (.fill, .leading, [30, 20], [rect(0, 0, 30, 10), rect(34, 0, 166, 10)]),
      (.equalSpacing, .center, [30, 20], [rect(0, 25, 30, 10), rect(180, 25, 20, 10)]),
      (
        .equalSpacing, .trailing, [30, 20, 50],
        [rect(0, 50, 30, 10), rect(80, 50, 20, 10), rect(150, 50, 50, 10)]
      ),
    ]

  @Test("A stack distributes and aligns", arguments: stackTable)
  func stacks(
    _ row: (UIStackView.Distribution, UIStackView.Alignment, [CGFloat], [CGRect])
  ) {
    final class Sized: UIView {
      var size = CGSize.zero
      override var intrinsicContentSize: CGSize { size }
    }
    let views = row.2.map { width in
      let view = Sized()
      view.size = CGSize(width: width, height: 10)
      return view
    }
    let stack = UIStackView(arrangedSubviews: views)
    stack.frame = Self.rect(0, 0, 200, 60)
    (stack.distribution, stack.alignment, stack.spacing) = (row.0, row.1, 4)
    stack.layoutIfNeeded()
    #expect(views.map(\.frame) == row.3)
  }

  @Test("A stack of its own size, and one without a view that is hidden")
  func stackSize() {
    let labels = ["One", "Three"].map { text in
      let label = UILabel()
      label.text = text
      return label
    }
    let stack = UIStackView(arrangedSubviews: labels)
    (stack.axis, stack.spacing) = (.vertical, 6)
    let sizes = labels.map(\.intrinsicContentSize)
    let size = stack.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    #expect(size.width == max(sizes[0].width, sizes[1].width))
    #expect(size.height == sizes[0].height + 6 + sizes[1].height)
    labels[1].isHidden = true
    #expect(stack.systemLayoutSizeFitting(.zero) == sizes[0])
  }

  @Test("Constraints that contradict each other are told, and so is a line that cannot be read")
  func warnings() {
    let film = Film(size: CGSize(width: 100, height: 100), fps: 30, duration: 0.5) { stage in
      let (root, view) = (UIView(frame: Self.rect(0, 0, 100, 100)), UIView())
      view.translatesAutoresizingMaskIntoConstraints = false
      root.addSubview(view)
      stage.addSubview(root)
      let width = view.widthAnchor.constraint(equalToConstant: 20)
      width.identifier = "wide"
      NSLayoutConstraint.activate([view.widthAnchor.constraint(equalToConstant: 10), width])
      _ = NSLayoutConstraint.constraints(withVisualFormat: "H:|[what]|", views: [:])
    }
    #expect(
      film.warnings.map(\.message) == [
        "the layout 'H:|[what]|' is not read",
        "constraints contradict each other; this one does not hold: 'wide' UIView.width == 20.0",
      ])
  }

  @Test("Lines of the visual format")
  func visualFormat() {
    let frames = Self.frames(2) { _, views in
      let named = ["a": views[0], "b": views[1]]
      return [
        "H:|-8-[a(50)]-[b]-(gap)-|", "V:|[a(20)]", "V:|-5-[b(a)]", "V:[b]-(>=4@200)-|",
      ].flatMap {
        NSLayoutConstraint.constraints(withVisualFormat: $0, metrics: ["gap": 12], views: named)
      }
    }
    #expect(frames == [Self.rect(8, 0, 50, 20), Self.rect(66, 5, 122, 20)])
  }

  @Test("A view is placed by its centre, whatever moves it from there")
  func centres() {
    let moves: [(UIView) -> Void] = [
      { _ in }, { $0.transform = CGAffineTransform(scaleX: 2, y: 2) },
      { $0.transform = CGAffineTransform(rotationAngle: 1) },
      { $0.layer.anchorPoint = CGPoint(x: 0, y: 1) },
    ]
    for (index, move) in moves.enumerated() {
      let root = UIView(frame: Self.rect(0, 0, 200, 100))
      let (held, resized) = (UIView(), UIView(frame: Self.rect(10, 10, 40, 20)))
      held.translatesAutoresizingMaskIntoConstraints = false
      resized.autoresizingMask = [.flexibleWidth]
      let button = UIButton(frame: Self.rect(0, 0, 60, 40))
      button.setTitle("Go", for: .normal)
      for view in [held, resized, button] { root.addSubview(view) }
      for view in [held, resized, button.titleLabel].compactMap(\.self) { move(view) }
      NSLayoutConstraint.activate([
        held.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 20),
        held.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -80),
        held.topAnchor.constraint(equalTo: root.topAnchor, constant: 10),
        held.heightAnchor.constraint(equalToConstant: 30),
      ])
      let centre = resized.center
      root.frame.size.width = 240
      root.layoutIfNeeded()
      button.layoutIfNeeded()
      #expect(held.center == CGPoint(x: 90, y: 25), "\(index)")
      #expect(held.bounds.size == CGSize(width: 140, height: 30), "\(index)")
      #expect(abs(resized.center.x - centre.x - 20) < 1e-9, "\(index)")
      #expect(abs(resized.bounds.width - 80) < 1e-9, "\(index)")
      let title = button.titleLabel?.center ?? .zero
      #expect(abs(title.x - 30) < 1e-6 && abs(title.y - 20) < 1e-6, "\(index)")
    }
  }

  @Test("A change of a constant moves in a block of animation")
  func animation() throws {
    let film = Film(size: CGSize(width: 100, height: 40), fps: 30, duration: 1) { stage in
      let view = UIView()
      view.backgroundColor = .black
      view.translatesAutoresizingMaskIntoConstraints = false
      let window = stage.makeWindow()
      window.addSubview(view)
      let left = view.leadingAnchor.constraint(equalTo: window.leadingAnchor)
      NSLayoutConstraint.activate([
        left, view.topAnchor.constraint(equalTo: window.topAnchor),
        view.widthAnchor.constraint(equalToConstant: 20),
        view.heightAnchor.constraint(equalToConstant: 40),
      ])
      stage.at(0.2) {
        left.constant = 60
        UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) {
          window.layoutIfNeeded()
        }
      }
    }
    for (time, x) in [(0.1, 10), (0.4, 40), (0.8, 70)] {
      let color = try #require(try film.image(at: time).color(atX: x, y: 20))
      #expect(color.components?[0] == 0, "\(time)")
      let other = try #require(try film.image(at: time).color(atX: (x + 50) % 100, y: 20))
      #expect(other.components?[0] == 1, "\(time)")
    }
  }
}
