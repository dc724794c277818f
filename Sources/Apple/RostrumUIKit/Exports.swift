// Where Apple's own framework is, this module is that framework.
#if canImport(Darwin)
  #if canImport(UIKit)
    @_exported public import UIKit
  #endif
#else
  @_exported public import RostrumQuartz
#endif
