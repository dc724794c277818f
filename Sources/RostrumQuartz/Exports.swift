// Where Apple's own framework is, this module is that framework. QuartzCore brings Foundation
// along, and with it `CGFloat`, `CGPoint`, `CGSize` and `CGRect`.
#if canImport(QuartzCore)
  @_exported public import QuartzCore
#else
  @_exported public import Foundation
#endif
