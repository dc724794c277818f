// The parts of the modules below that a user of the library needs.
@_exported public import class Base.Profile
@_exported public import class Canvas.FontBook
@_exported public import enum Base.ExitStatus
@_exported public import protocol Base.ExitStatusError
@_exported public import enum Base.Shortage
@_exported public import struct Canvas.ArtworkOptions
@_exported public import enum Canvas.ArtworkError
@_exported public import enum Canvas.ArtworkFormat
@_exported public import enum Canvas.ColorSpace
@_exported public import enum Canvas.TextError
@_exported public import struct Canvas.DrawingError
@_exported public import struct Canvas.OutOfMemory
@_exported public import enum Canvas.PNGError
@_exported public import enum Canvas.PictureDecoder
@_exported public import enum Canvas.PictureError
@_exported public import enum Canvas.TextError
@_exported public import Figures
@_exported public import struct FilePaths.FilePath
@_exported public import enum Geometry.Rasterizer
@_exported public import struct Geometry.Color
@_exported public import struct Geometry.Path
@_exported public import struct Geometry.Point
@_exported public import struct Geometry.Rect
@_exported public import struct Geometry.Size
@_exported public import struct Geometry.Transform3D
@_exported public import struct Geometry.Vector3
@_exported public import ImageDiff
@_exported public import LayerTree
@_exported public import Media
@_exported public import Rendering
@_exported public import Import
@_exported public import SceneFile
@_exported public import Source
@_exported public import Timing
