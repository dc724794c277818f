// Where Apple's own framework is, this module is that framework. QuartzCore brings Foundation
// along, and with it `CGFloat`, `CGPoint`, `CGSize` and `CGRect`. The platform is asked for, and
// not the module: elsewhere this package has a module of that name itself.
#if canImport(Darwin)
  @_exported public import QuartzCore
#else
  @_exported public import Foundation
#endif
