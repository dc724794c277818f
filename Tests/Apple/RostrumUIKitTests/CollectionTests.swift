import Foundation
import RostrumQuartz
import Testing
import UIKit

/// Facts: Apple's documentation of UIKit.
@Suite("Collections")
struct CollectionTests {
  private final class Items: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    let count: Int
    var seen: [String] = []

    init(_ count: Int) { self.count = count }

    func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { count }
    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueReusableCell(withReuseIdentifier: "item", for: indexPath)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      seen.append("item \(indexPath.item)")
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      seen.append("\(Int(scrollView.contentOffset.x.rounded()))")
    }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { seen.append("end") }
  }

  private static func collection(
    _ layout: UICollectionViewLayout, _ items: Items, in stage: Stage
  ) -> UICollectionView {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 60), collectionViewLayout: layout)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
    (view.dataSource, view.delegate) = (items, items)
    stage.makeWindow().addSubview(view)
    return view
  }

  private static let places:
    [(
      direction: UICollectionView.ScrollDirection, count: Int, inset: CGFloat, last: CGRect,
      content: CGSize
    )] = [
      (
        .vertical, 3, 0, CGRect(x: 70, y: 0, width: 30, height: 20),
        CGSize(width: 100, height: 20)
      ),
      (
        .vertical, 5, 0, CGRect(x: 35, y: 30, width: 30, height: 20),
        CGSize(width: 100, height: 50)
      ),
      (
        .vertical, 2, 25, CGRect(x: 35, y: 55, width: 30, height: 20),
        CGSize(width: 100, height: 100)
      ),
      (
        .horizontal, 3, 0, CGRect(x: 40, y: 0, width: 30, height: 20),
        CGSize(width: 70, height: 60)
      ),
    ]

  @Test("A flow layout fills lines, and spreads all but the last", arguments: places)
  func flow(
    _ row: (
      direction: UICollectionView.ScrollDirection, count: Int, inset: CGFloat, last: CGRect,
      content: CGSize
    )
  ) {
    _ = Film(size: CGSize(width: 100, height: 60), duration: 0.1) { stage in
      let layout = UICollectionViewFlowLayout()
      layout.scrollDirection = row.direction
      layout.itemSize = CGSize(width: 30, height: 20)
      layout.minimumInteritemSpacing = 5
      layout.sectionInset = UIEdgeInsets(
        top: row.inset, left: row.inset, bottom: row.inset, right: row.inset)
      let items = Items(row.count)
      let view = Self.collection(layout, items, in: stage)
      view.layoutIfNeeded()
      let path = IndexPath(item: row.count - 1, section: 0)
      #expect(view.layoutAttributesForItem(at: path)?.frame == row.last)
      #expect(view.contentSize == row.content)
    }
  }

  private final class Place: UICollectionViewLayoutAttributes {
    var distance: CGFloat = 0
    override func copy(with zone: NSZone? = nil) -> Any {
      let copy = super.copy(with: zone)
      (copy as? Place)?.distance = distance
      return copy
    }
  }

  /// Sets itself while it prepares, and shrinks cells far from the middle.
  private final class Pager: UICollectionViewFlowLayout {
    override class var layoutAttributesClass: AnyClass { Place.self }
    override func prepare() {
      super.prepare()
      scrollDirection = .horizontal
      itemSize = CGSize(width: 100, height: 60)
      minimumLineSpacing = 0
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
    override func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      super.layoutAttributesForElements(in: rect)?.compactMap { attributes in
        let place = attributes.copy() as? Place
        place?.distance = abs(attributes.center.x - rect.midX) / rect.width
        place?.alpha = 1 - (place?.distance ?? 1)
        return place
      }
    }
  }

  @Test("An animated scroll goes frame by frame, and a layout of one's own follows it")
  func pages() {
    let items = Items(3)
    var alphas: [CGFloat?] = []
    _ = Film(size: CGSize(width: 100, height: 60), duration: 1) { stage in
      let view = Self.collection(Pager(), items, in: stage)
      stage.at(0.1) {
        view.scrollToItem(
          at: IndexPath(item: 1, section: 0), at: .centeredHorizontally, animated: true)
      }
      for time in [0.05, 0.25, 0.6] {
        stage.at(time) {
          alphas += [0, 1].map { view.cellForItem(at: IndexPath(item: $0, section: 0))?.alpha }
        }
      }
      stage.tap(CGPoint(x: 50, y: 30), at: 0.8)
    }
    #expect(items.seen.suffix(3) == ["100", "end", "item 1"])
    let offsets = items.seen.compactMap { Int($0) }
    #expect(offsets.count > 15 && offsets == offsets.sorted())
    #expect(alphas.map { $0.map { ($0 * 10).rounded() } } == [10, nil, 6, 4, nil, 10])
  }
}

/// What films of well-known libraries moved otherwise than a screen. Facts: Apple's documentation
/// of UIKit and Core Animation.
@Suite("Films of libraries")
struct LibraryFilmTests {
  @Test("Ends, delays and timers come when code expects them")
  func times() {
    var lines: [String] = []
    func note(_ text: String) { lines.append("\((CACurrentMediaTime() * 100).rounded()) \(text)") }
    _ = Film(size: CGSize(width: 100, height: 100), duration: 2) { stage in
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      stage.makeWindow().addSubview(view)
      stage.at(0.1) {
        CATransaction.begin()
        CATransaction.setCompletionBlock { note("transaction") }
        UIView.animate(withDuration: 0.4) { view.frame.origin.x = 50 }
        CATransaction.commit()
      }
      stage.at(1) {
        view.alpha = 0
        UIView.animate(withDuration: 0, delay: 0.3, animations: { view.alpha = 1 })
      }
      for time in [1.2, 1.4] {
        stage.at(time) { note("alpha \(view.layer.presentation()?.opacity ?? -1)") }
      }
      let timer = CFRunLoopTimerCreateWithHandler(
        kCFAllocatorDefault, CFAbsoluteTimeGetCurrent() + 0.6, 0, 0, 0, { _ in note("once") })
      CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, .commonModes)
      let ticks = RostrumQuartz.Timer.scheduledTimer(withTimeInterval: 0.25, repeats: true) { _ in
        note("tick")
      }
      stage.at(0.3) { ticks.fireDate = .distantFuture }
      stage.at(1.6) { ticks.fireDate = Date() }
      stage.at(1.7) { ticks.invalidate() }
    }
    #expect(
      lines == [
        "25.0 tick", "50.0 transaction", "60.0 once", "120.0 alpha 0.0", "140.0 alpha 1.0",
        "160.0 tick",
      ])
  }

  @Test("A tap on a button is not one on the view around it")
  func taps() {
    var lines: [String] = []
    final class Target: NSObject {
      var note: () -> Void = {}
      func tapped(_ tap: UITapGestureRecognizer) { note() }
    }
    let target = Target()
    target.note = { lines.append("around") }
    _ = Film(size: CGSize(width: 100, height: 100), duration: 1) { stage in
      let window = stage.makeWindow()
      window.addGestureRecognizer(
        UITapGestureRecognizer(target: target, action: Selector(Target.tapped)))
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      button.addAction(UIAction { _ in lines.append("button") }, for: .touchUpInside)
      window.addSubview(button)
      stage.tap(CGPoint(x: 20, y: 20), at: 0.1)
      stage.tap(CGPoint(x: 80, y: 80), at: 0.5)
    }
    #expect(lines == ["button", "around"])
  }

  @Test("Styles have copies that change, the system's font has a name, levels are numbers")
  func values() {
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    let copy = style.mutableCopy() as? NSMutableParagraphStyle
    copy?.alignment = .right
    #expect(style.alignment == .center && copy?.alignment == .right)
    #expect(NSParagraphStyle.default.mutableCopy() is NSMutableParagraphStyle)
    #expect((UIWindow.Level.statusBar + 1).rawValue == 1001)
    #expect(UILayoutPriority.required - 1 == UILayoutPriority(999))
    let film = Film(size: CGSize(width: 60, height: 20), duration: 0.1) { stage in
      let text = CATextLayer()
      (text.string, text.frame) = ("Ada", CGRect(x: 0, y: 0, width: 60, height: 20))
      text.font = CGFont(UIFont.systemFont(ofSize: 12).fontName as CFString)
      stage.layer.addSublayer(text)
    }
    #expect(throws: Never.self) { try film.image(at: 0) }
  }

  @Test("A context writes into memory of the code's own", arguments: [1, 4])
  func memory(bytesPerPixel: Int) throws {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 4 * bytesPerPixel)
    defer { bytes.deallocate() }
    let isAlpha = bytesPerPixel == 1
    let info: CGImageAlphaInfo = isAlpha ? .alphaOnly : .premultipliedLast
    let context = try #require(
      CGContext(
        data: bytes, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 2 * bytesPerPixel,
        space: isAlpha ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: info.rawValue))
    context.clear(CGRect(x: 0, y: 0, width: 2, height: 2))
    context.setFillColor(UIColor.red.cgColor)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let pixels = (0..<4 * bytesPerPixel).map { bytes[$0] }
    #expect(
      pixels
        == (isAlpha
          ? [0, 0, 255, 0] : Array(repeating: 0, count: 8) + [255, 0, 0, 255, 0, 0, 0, 0]))
  }
}
