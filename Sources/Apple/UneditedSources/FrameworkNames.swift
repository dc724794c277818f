/// Names of QuartzCore's and UIKit's declarations that Objective-C writes otherwise than Swift. A
/// test holds them against the declarations.
enum FrameworkNames {
  /// Properties with a getter of their own, such as `isHidden` of `hidden`.
  static let getters: Set<String> = [
    "isActive", "isAdditive", "isAnimating", "isBaselineRelativeArrangement",
    "isBatteryMonitoringEnabled", "isBeingDismissed", "isBeingPresented", "isContinuous",
    "isCumulative", "isDecelerating", "isDirectionalLockEnabled", "isDoubleSided", "isDragging",
    "isEditing", "isEmpty", "isEnabled", "isExclusiveTouch",
    "isGeneratingDeviceOrientationNotifications", "isGeometryFlipped", "isHidden", "isHighlighted",
    "isIdleTimerDisabled", "isInterruptible", "isKeyWindow", "isLayoutMarginsRelativeArrangement",
    "isManualHitTestingEnabled", "isModalInPresentation", "isMultipleTouchEnabled",
    "isNavigationBarHidden", "isNetworkActivityIndicatorVisible", "isOn", "isOpaque",
    "isPagingEnabled", "isPaused", "isPrefetchingEnabled", "isRemovedOnCompletion", "isReversed",
    "isRunning", "isScrollEnabled", "isSecureTextEntry", "isSelected", "isTouchInside",
    "isTracking", "isTranslucent", "isUserInteractionEnabled", "isValid", "isViewLoaded",
    "isWrapped",
  ]
  /// Properties whose name begins so in Objective-C too, or is another one there.
  static let others: Set<String> = [
    "isAccessibilityElement", "isFirstResponder", "isMovingFromParent", "isMovingToParent",
  ]

  /// A property's name in Objective-C.
  static func property(_ name: String) -> String {
    guard getters.contains(name) else { return name }
    let rest = name.dropFirst(2)
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  /// Methods that a delegate on a Mac may have: here all have a default, and are there. Names
  /// that closures often have too are left out.
  static let optionalMethods: Set<String> = [
    "animationController", "animationDidStart", "animationDidStop", "animationEnded",
    "collectionView", "gestureRecognizer", "gestureRecognizerShouldBegin", "layerWillDraw",
    "layoutSublayers", "navigationController", "numberOfSections", "scrollViewDidEndDecelerating",
    "scrollViewDidEndDragging", "scrollViewDidEndScrollingAnimation", "scrollViewDidScroll",
    "scrollViewWillBeginDragging", "scrollViewWillEndDragging", "tabBarController", "tableView",
    "textField", "textFieldDidBeginEditing", "textFieldDidEndEditing",
    "textFieldShouldBeginEditing", "textFieldShouldClear", "textFieldShouldEndEditing",
    "textFieldShouldReturn",
  ]
  static let closures: Set<String> = ["action", "display", "draw"]
}
