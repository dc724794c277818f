// Diagnostics of scene files use the types of `Source`.
@_exported public import RostrumSource
