// swift-format-ignore-file
import UIKit

class RefreshHeader: UIView {
  let arrow = CAShapeLayer()
  let spinner = UIActivityIndicatorView(style: .medium)
  var progress: CGFloat = 0 {
    didSet {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      arrow.strokeEnd = min(max(progress, 0), 1)
      arrow.transform = CATransform3DMakeRotation(progress * .pi, 0, 0, 1)
      CATransaction.commit()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 20))
    path.addLine(to: CGPoint(x: 3, y: 13))
    path.move(to: CGPoint(x: 10, y: 20))
    path.addLine(to: CGPoint(x: 17, y: 13))
    arrow.path = path.cgPath
    arrow.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    arrow.strokeColor = tintColor.cgColor
    arrow.fillColor = UIColor.clear.cgColor
    arrow.lineWidth = 2
    layer.addSublayer(arrow)
    addSubview(spinner)
  }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func layoutSubviews() {
    super.layoutSubviews()
    arrow.position = CGPoint(x: bounds.midX, y: bounds.midY)
    spinner.center = arrow.position
  }
}

class RefreshingList: UIView, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  let header = RefreshHeader(frame: .zero)
  private(set) var isRefreshing = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    scrollView.frame = bounds
    scrollView.delegate = self
    scrollView.alwaysBounceVertical = true
    scrollView.contentSize = CGSize(width: bounds.width, height: 260)
    addSubview(scrollView)
    header.frame = CGRect(x: 0, y: -44, width: bounds.width, height: 44)
    scrollView.addSubview(header)
    for i in 0..<6 {
      let row = UIView(frame: CGRect(x: 8, y: 8 + 42 * CGFloat(i), width: bounds.width - 16, height: 34))
      row.backgroundColor = UIColor(hue: CGFloat(i) / 6, saturation: 0.35, brightness: 0.95, alpha: 1)
      row.layer.cornerRadius = 6
      scrollView.addSubview(row)
    }
  }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard !isRefreshing else { return }
    header.progress = -scrollView.contentOffset.y / 44
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if -scrollView.contentOffset.y > 44 { beginRefreshing() }
  }

  private func beginRefreshing() {
    isRefreshing = true
    header.arrow.isHidden = true
    header.spinner.startAnimating()
    UIView.animate(withDuration: 0.25) { self.scrollView.contentInset.top = 44; self.scrollView.contentOffset.y = -44 }
    Timer.scheduledTimer(timeInterval: 0.7, target: self, selector: #selector(done(_:)), userInfo: nil, repeats: false)
  }

  @objc func done(_ timer: Timer) {
    header.spinner.stopAnimating()
    UIView.animate(withDuration: 0.3, animations: {
      self.scrollView.contentInset = .zero
      self.scrollView.contentOffset = .zero
    }) { _ in
      self.header.arrow.isHidden = false
      self.isRefreshing = false
    }
  }
}
