public import Foundation

// Parts of an application that code names, and that have nothing to do in a film.

/// The program: always in the foreground.
open class UIApplication: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  public static let shared = UIApplication()

  open var applicationState: State { .active }
  /// The film's windows, from back to front.
  open var windows: [UIWindow] { FilmCode.kept.compactMap { $0 as? UIWindow } }
  open var keyWindow: UIWindow? { windows.last }
  open var statusBarOrientation: UIInterfaceOrientation { .portrait }

  public static let didBecomeActiveNotification =
    NSNotification.Name("UIApplicationDidBecomeActiveNotification")
  public static let willResignActiveNotification =
    NSNotification.Name("UIApplicationWillResignActiveNotification")
  public static let didEnterBackgroundNotification =
    NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
  public static let willEnterForegroundNotification =
    NSNotification.Name("UIApplicationWillEnterForegroundNotification")
  public static let willTerminateNotification =
    NSNotification.Name("UIApplicationWillTerminateNotification")
  public static let didReceiveMemoryWarningNotification =
    NSNotification.Name("UIApplicationDidReceiveMemoryWarningNotification")
}

public enum UIInterfaceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft

  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

public enum UIStatusBarStyle: Int, Sendable {
  case `default`, lightContent
  case darkContent = 3
}

public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
}

open class UIDevice: NSObject, @unchecked Sendable {
  public static let current = UIDevice()
  public static let orientationDidChangeNotification =
    NSNotification.Name("UIDeviceOrientationDidChangeNotification")

  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  open var orientation: UIDeviceOrientation { .portrait }
  open var systemVersion: String { "17.0" }
  open var model: String { "iPhone" }
}

public enum UIAccessibility {
  public static var isReduceMotionEnabled: Bool { false }
  public static var isReduceTransparencyEnabled: Bool { false }
  public static var isVoiceOverRunning: Bool { false }
}

/// A knock that one feels: nothing in a film.
open class UIFeedbackGenerator: NSObject {
  open func prepare() {}
}

open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackStyle: Int, Sendable {
    case light, medium, heavy, soft, rigid
  }

  public init(style: FeedbackStyle) { super.init() }

  public override convenience init() { self.init(style: .medium) }

  open func impactOccurred() {}
  open func impactOccurred(intensity: CGFloat) {}
}

open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  open func selectionChanged() {}
}

open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  public enum FeedbackType: Int, Sendable {
    case success, warning, error
  }

  open func notificationOccurred(_ notificationType: FeedbackType) {}
}
