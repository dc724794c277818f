// `import UIKit` in unedited sources.
@_exported public import RostrumUIKit
