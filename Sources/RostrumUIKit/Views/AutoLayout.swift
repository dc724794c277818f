public import Foundation

// What is not there is refused by its name.

@available(*, unavailable, message: "Auto Layout is not there: set frames, in layoutSubviews()")
open class NSLayoutConstraint: NSObject {}

@available(*, unavailable, message: "stacks are not there: set frames, in layoutSubviews()")
open class UIStackView: NSObject {}

@available(*, unavailable, message: "dynamics are not there; scene files have physics")
open class UIDynamicAnimator: NSObject {}

@available(*, unavailable, message: "tables are not there: use views in a UIScrollView")
open class UITableView: NSObject {}

@available(*, unavailable, message: "collections are not there: use views in a UIScrollView")
open class UICollectionView: NSObject {}

extension UIView {
  private static let reason = "Auto Layout is not there: set frames, in layoutSubviews()"

  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var centerXAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var centerYAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var topAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var bottomAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var leadingAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var trailingAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var widthAnchor: Never { preconditionFailure(Self.reason) }
  @available(*, unavailable, message: "Auto Layout is not there: set frames")
  public var heightAnchor: Never { preconditionFailure(Self.reason) }
}
