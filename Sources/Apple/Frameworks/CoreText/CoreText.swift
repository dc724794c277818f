// `import CoreText` in unedited sources.
@_exported public import RostrumQuartz
