// Scene files are told about in terms of these.
@_exported public import Source
