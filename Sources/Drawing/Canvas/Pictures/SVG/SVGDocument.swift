import RostrumBase
import RostrumCCairo
import RostrumCPango
import Synchronization

/// An SVG as librsvg has read it, in this process. Nothing outside the file is read.
final class SVGDocument: Sendable {
  /// In pixels, above 0, at most a million.
  let size: (width: Double, height: Double)
  /// One thread may draw at a time.
  private let handle: Mutex<SendableHandle>
  private let library: RSVGLibrary

  private struct SendableHandle: @unchecked Sendable { let pointer: OpaquePointer }

  /// The SVG with that text. Throws also when librsvg is not installed.
  init(_ bytes: [UInt8]) throws(PictureError) {
    let library = try RSVGLibrary.shared()
    var problem: UnsafeMutablePointer<GError>?
    let read = FontBook.oneAtATime.withLock { _ in
      SendablePointer(library.handle(bytes, UInt(bytes.count), &problem))
    }
    guard let pointer = read.pointer else {
      throw .invalid(.svg, Self.takeMessage(problem))
    }
    self.library = library
    handle = Mutex(SendableHandle(pointer: pointer))
    var size = (width: 0.0, height: 0.0)
    let hasSize = library.size(pointer, &size.width, &size.height) != 0
    if !hasSize || !(size.width > 0 && size.height > 0) {
      var box = RSVGRectangle()
      var has: (gboolean, gboolean, gboolean) = (0, 0, 0)
      var lengths = (RSVGLength(), RSVGLength())
      library.dimensions(pointer, &has.0, &lengths.0, &has.1, &lengths.1, &has.2, &box)
      size = has.2 != 0 ? (box.width, box.height) : (0, 0)
    }
    self.size = size
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw .invalid(.svg, "it says neither its width and height nor a view box")
    }
  }

  deinit { handle.withLock { g_object_unref(UnsafeMutableRawPointer($0.pointer)) } }

  /// The SVG rendered at a size in pixels, premultiplied: each side is scaled on its own.
  func bitmap(width: Int, height: Int) throws(PictureError) -> Bitmap {
    guard let bitmap = try? Bitmap(width: width, height: height) else { throw .outOfMemory }
    // librsvg sets texts with Pango.
    let message: String? = FontBook.oneAtATime.withLock { _ in
      handle.withLock { handle in
        let context = Drawing.makeContext(on: bitmap)
        defer { Drawing.discard(context) }
        cairo_scale(context, Double(width) / size.width, Double(height) / size.height)
        var place = RSVGRectangle(x: 0, y: 0, width: size.width, height: size.height)
        var problem: UnsafeMutablePointer<GError>?
        let isDrawn = library.render(handle.pointer, context, &place, &problem) != 0
        return isDrawn ? nil : Self.takeMessage(problem)
      }
    }
    // Cairo's word, which librsvg hands on.
    if let message { throw message.contains("NoMemory") ? .outOfMemory : .invalid(.svg, message) }
    return bitmap
  }

  private static func takeMessage(_ problem: UnsafeMutablePointer<GError>?) -> String {
    guard let problem else { return "it cannot be read" }
    defer { g_error_free(problem) }
    return String(cString: problem.pointee.message)
      .split(whereSeparator: \.isNewline).joined(separator: " ")
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
      throw .withoutLibrary("librsvg 2.52 or newer", .svg)
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
