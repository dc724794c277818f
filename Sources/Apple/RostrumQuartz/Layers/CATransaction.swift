public import Foundation
import RostrumLayerTree

/// The settings of a transaction; an inner one begins with the settings around it.
struct TransactionSettings {
  var animationDuration = 0.25
  var animationTimingFunction: CAMediaTimingFunction?
  var disableActions = false
  var crossfadesContents = false
  var others: [String: Any] = [:]
  /// The blocks that wait for the animations which are added from now on, the latest one last.
  var batch: CompletionBatch?
}

/// The animations after whose end a block runs, once.
final class CompletionBatch {
  /// The transaction itself counts too, until it is committed.
  private var open = 1
  private var finished = true
  private let body: (Bool) -> Void

  /// `body` receives whether every animation came to its own end.
  init(_ body: @escaping (_ finished: Bool) -> Void) { self.body = body }

  func add() { open += 1 }

  func close(finished isFinished: Bool = true) {
    open -= 1
    finished = finished && isFinished
    guard open == 0 else { return }
    let (body, finished) = (body, finished)
    if let clock = FilmClock.current { clock.schedule { body(finished) } } else { body(finished) }
  }
}

/// The transactions that are open in a film, or in a thread outside of films.
final class TransactionStack {
  private(set) var levels = [TransactionSettings()]
  private var batches: [[CompletionBatch]] = [[]]

  static var current: TransactionStack {
    if let clock = FilmClock.current { return clock.transactions }
    let key = "org.rostrum.transactions"
    if let known = Thread.current.threadDictionary[key] as? TransactionStack { return known }
    let new = TransactionStack()
    Thread.current.threadDictionary[key] = new
    return new
  }

  var top: TransactionSettings {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  func begin() {
    var settings = top
    settings.batch = nil
    levels.append(settings)
    batches.append([])
  }

  /// More commits than beginnings change nothing.
  func commit() {
    guard levels.count > 1 else { return }
    levels.removeLast()
    for batch in batches.removeLast() { batch.close() }
  }

  func add(_ batch: CompletionBatch?) {
    top.batch = batch
    if let batch { batches[batches.count - 1].append(batch) }
  }

  /// The batches that a new animation belongs to: one of each transaction that is open, the inner
  /// ones first.
  var current: [CompletionBatch] { levels.compactMap(\.batch).reversed() }

  /// The end of the code of one moment: open transactions end, and settings with them.
  func reset() {
    while levels.count > 1 { commit() }
    let closed = batches.removeLast()
    (levels, batches) = ([TransactionSettings()], [[]])
    for batch in closed { batch.close() }
  }
}

/// The changes that belong together, and how they animate.
public final class CATransaction: NSObject {
  public class func begin() { TransactionStack.current.begin() }

  public class func commit() { TransactionStack.current.commit() }

  /// Shows the changes so far: `presentation()` sees it from now on.
  public class func flush() { FilmClock.current?.commit() }

  // A film's code runs in one thread.
  public class func lock() {}
  public class func unlock() {}

  public class func animationDuration() -> CFTimeInterval {
    TransactionStack.current.top.animationDuration
  }

  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.top.animationDuration = dur
  }

  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.current.top.animationTimingFunction
  }

  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.top.animationTimingFunction = function
  }

  public class func disableActions() -> Bool { TransactionStack.current.top.disableActions }

  public class func setDisableActions(_ flag: Bool) {
    TransactionStack.current.top.disableActions = flag
  }

  /// The block runs when all animations have ended or were removed that are added from now on in
  /// this transaction and those inside it. Without any it runs at the end of the code of this
  /// moment.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.top.others[kCATransactionCompletionBlock] = block
    TransactionStack.current.add(block.map { block in CompletionBatch { _ in block() } })
  }

  public class func completionBlock() -> (() -> Void)? {
    TransactionStack.current.top.others[kCATransactionCompletionBlock] as? () -> Void
  }

  /// The settings by Core Animation's names, and a program's own. `crossfadesContents` is
  /// Rostrum's: pictures fade into each other instead of changing half way.
  public class func value(forKey key: String) -> Any? {
    let top = TransactionStack.current.top
    switch key {
    case kCATransactionAnimationDuration: return top.animationDuration
    case kCATransactionAnimationTimingFunction: return top.animationTimingFunction
    case kCATransactionDisableActions: return top.disableActions
    case "crossfadesContents": return top.crossfadesContents
    default: return top.others[key]
    }
  }

  public class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration:
      setAnimationDuration(anObject.flatMap(Value.number) ?? 0.25)
    case kCATransactionAnimationTimingFunction:
      setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionDisableActions: setDisableActions(anObject as? Bool ?? false)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    case "crossfadesContents":
      TransactionStack.current.top.crossfadesContents = anObject as? Bool ?? false
    default: TransactionStack.current.top.others[key] = anObject
    }
  }
}

public let kCATransactionAnimationDuration = "animationDuration"
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
public let kCATransactionDisableActions = "disableActions"
public let kCATransactionCompletionBlock = "completionBlock"
