// The parts of the modules below that a user of the library needs.
@_exported public import class RostrumBase.Profile
@_exported public import class RostrumCanvas.FontBook
@_exported public import struct RostrumCanvas.LibraryVersions
@_exported public import enum RostrumBase.ExitStatus
@_exported public import protocol RostrumBase.ExitStatusError
@_exported public import struct RostrumCanvas.ArtworkOptions
@_exported public import enum RostrumCanvas.ArtworkError
@_exported public import enum RostrumCanvas.ArtworkFormat
@_exported public import enum RostrumCanvas.ColorSpace
@_exported public import enum RostrumCanvas.TextError
@_exported public import struct RostrumCanvas.DrawingError
@_exported public import struct RostrumCanvas.OutOfMemory
@_exported public import enum RostrumCanvas.PNGError
@_exported public import enum RostrumCanvas.PictureDecoder
@_exported public import enum RostrumCanvas.PictureError
@_exported public import enum RostrumCanvas.TextError
@_exported public import RostrumFigures
@_exported public import struct RostrumFilePaths.FilePath
@_exported public import struct RostrumGeometry.Color
@_exported public import struct RostrumGeometry.Path
@_exported public import struct RostrumGeometry.Point
@_exported public import struct RostrumGeometry.Rect
@_exported public import struct RostrumGeometry.Size
@_exported public import struct RostrumGeometry.Transform3D
@_exported public import struct RostrumGeometry.Vector3
@_exported public import RostrumImageDiff
@_exported public import RostrumLayerTree
@_exported public import RostrumMedia
@_exported public import RostrumOutput
@_exported public import RostrumRegression
@_exported public import RostrumRendering
@_exported public import RostrumSceneImport
@_exported public import RostrumSceneFile
@_exported public import RostrumSource
@_exported public import RostrumTiming
