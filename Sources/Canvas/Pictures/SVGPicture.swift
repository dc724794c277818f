import CCairo
import CPango
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An SVG, which can be drawn at any size. It is librsvg's to read and to draw; that library is
/// opened when the first SVG is, since it takes longer to load than all others together. Nothing
/// outside the file is read.
public final class SVGPicture: Sendable {
  /// In pixels, rounded up.
  public let width: Int
  public let height: Int
  private let exact: (width: Double, height: Double)
  /// One thread may draw at a time.
  private let handle: Mutex<SendableHandle>
  private let library: RSVGLibrary

  private struct SendableHandle: @unchecked Sendable { let pointer: OpaquePointer }

  /// In bytes.
  static let maximumSize = 16 << 20

  /// The SVG in the file at `path`. Throws also when librsvg is not installed.
  public init(contentsOfFile path: String, limits: PNG.Limits) throws(PictureError) {
    let library = try RSVGLibrary.shared()
    let bytes = try Self.contents(of: path)
    var problem: UnsafeMutablePointer<GError>?
    let read = FontBook.oneAtATime.withLock { _ in
      SendablePointer(library.handle(bytes, UInt(bytes.count), &problem))
    }
    guard let pointer = read.pointer else {
      throw .invalid(.svg, Self.takeMessage(problem))
    }
    var size = (width: 0.0, height: 0.0)
    let hasSize = library.size(pointer, &size.width, &size.height) != 0
    if !hasSize || !(size.width > 0 && size.height > 0) {
      var box = RSVGRectangle()
      var has: (gboolean, gboolean, gboolean) = (0, 0, 0)
      var lengths = (RSVGLength(), RSVGLength())
      library.dimensions(pointer, &has.0, &lengths.0, &has.1, &lengths.1, &has.2, &box)
      size = has.2 != 0 ? (box.width, box.height) : (0, 0)
    }
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      g_object_unref(UnsafeMutableRawPointer(pointer))
      throw .invalid(.svg, "it says neither its width and height nor a view box")
    }
    self.library = library
    exact = size
    (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    handle = Mutex(SendableHandle(pointer: pointer))
    guard limits.allow(width: width, height: height) else {
      throw .tooLarge(width: width, height: height, limits: limits)
    }
  }

  deinit { handle.withLock { g_object_unref(UnsafeMutableRawPointer($0.pointer)) } }

  /// The SVG with so many pixels, premultiplied: each side is stretched on its own.
  public func bitmap(width: Int, height: Int) throws(PictureError) -> Bitmap {
    guard let bitmap = try? Bitmap(width: width, height: height) else { throw .outOfMemory }
    // librsvg sets texts with Pango.
    let message: String? = FontBook.oneAtATime.withLock { _ in
      handle.withLock { handle in
        let context = Drawing.makeContext(on: bitmap)
        defer { Drawing.discard(context) }
        cairo_scale(context, Double(width) / exact.width, Double(height) / exact.height)
        var place = RSVGRectangle(x: 0, y: 0, width: exact.width, height: exact.height)
        var problem: UnsafeMutablePointer<GError>?
        let isDrawn = library.render(handle.pointer, context, &place, &problem) != 0
        return isDrawn ? nil : Self.takeMessage(problem)
      }
    }
    if let message { throw .invalid(.svg, message) }
    return bitmap
  }

  func bitmap() throws(PictureError) -> Bitmap { try bitmap(width: width, height: height) }

  private static func takeMessage(_ problem: UnsafeMutablePointer<GError>?) -> String {
    guard let problem else { return "it cannot be read" }
    defer { g_error_free(problem) }
    return String(cString: problem.pointee.message)
  }

  private static func contents(of path: String) throws(PictureError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
    defer { close(descriptor) }
    return try PictureFile.bytes(descriptor, path, .svg, atMost: maximumSize)
  }
}

private struct SendablePointer: @unchecked Sendable {
  let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { self.pointer = pointer }
}

/// As librsvg lays out `RsvgRectangle`.
private struct RSVGRectangle {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
}

/// As librsvg lays out `RsvgLength`.
private struct RSVGLength {
  var length = 0.0
  var unit: Int32 = 0
}

/// The functions of librsvg, version 2.52 or newer.
struct RSVGLibrary: Sendable {
  typealias Problem = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  typealias NewHandle =
    @convention(c) (UnsafePointer<UInt8>, UInt, Problem) -> OpaquePointer?
  typealias IntrinsicSize =
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>
    ) -> gboolean
  typealias IntrinsicDimensions =
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer,
      UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer, UnsafeMutablePointer<gboolean>,
      UnsafeMutableRawPointer
    ) -> Void
  typealias RenderDocument =
    @convention(c) (OpaquePointer, OpaquePointer, UnsafeRawPointer, Problem) -> gboolean

  let handle: NewHandle
  let size: IntrinsicSize
  let dimensions: IntrinsicDimensions
  let render: RenderDocument

  private static let loaded: RSVGLibrary? = load()

  static func shared() throws(PictureError) -> RSVGLibrary {
    guard let loaded else {
      throw .withoutLibrary("librsvg 2.52 or newer", debian: "librsvg2-2", homebrew: "librsvg")
    }
    return loaded
  }

  private static func load() -> RSVGLibrary? {
    let names = [
      "librsvg-2.so.2", "librsvg-2.2.dylib", "/opt/homebrew/lib/librsvg-2.2.dylib",
      "/usr/local/lib/librsvg-2.2.dylib",
    ]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_LAZY | RTLD_LOCAL) }).first else {
      return nil
    }
    guard let handle = dlsym(library, "rsvg_handle_new_from_data"),
      let size = dlsym(library, "rsvg_handle_get_intrinsic_size_in_pixels"),
      let dimensions = dlsym(library, "rsvg_handle_get_intrinsic_dimensions"),
      let render = dlsym(library, "rsvg_handle_render_document")
    else { return nil }
    return RSVGLibrary(
      handle: unsafeBitCast(handle, to: NewHandle.self),
      size: unsafeBitCast(size, to: IntrinsicSize.self),
      dimensions: unsafeBitCast(dimensions, to: IntrinsicDimensions.self),
      render: unsafeBitCast(render, to: RenderDocument.self))
  }
}
