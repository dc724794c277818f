// `import CoreGraphics` in unedited sources.
@_exported public import RostrumQuartz
