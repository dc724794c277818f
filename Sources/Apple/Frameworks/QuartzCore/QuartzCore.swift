// `import QuartzCore` in unedited sources.
@_exported public import RostrumQuartz
