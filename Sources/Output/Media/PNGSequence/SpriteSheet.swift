import RostrumBase
public import RostrumCanvas
import RostrumTiming

/// Writes all frames into one PNG, in rows, and beside it a JSON file with the place and duration
/// of each one, in TexturePacker's hash format, which PixiJS, Phaser and others read. A frame that
/// is equal to the one before is on the sheet once.
public actor SpriteSheet: FrameSink {
  public nonisolated let path: String
  public nonisolated let notes: [MediaNote] = []
  private nonisolated let frames: FrameFormat
  private let columns: Int
  private let compression: PNGCompression
  private let sheet: Bitmap
  /// The cell of each frame.
  private var cells: [Int] = []
  private var cellCount = 0

  /// The longest side that graphics cards take, in pixels.
  static let maximumSide = 16_384

  /// Throws `MediaError.invalidSetting` for frames that no sheet holds, and for an output that is
  /// written through: there are two files.
  public init(
    path: String, frames: FrameFormat, compression: PNGCompression = .fast
  ) throws(MediaError) {
    guard !isStream(path) else {
      throw .invalidSetting("a sprite sheet is two files, and needs a name that is a file's")
    }
    let area = Double(frames.frameCount * frames.width * frames.height)
    let wanted = Int((area.squareRoot() / Double(max(frames.width, 1))).rounded(.up))
    columns = min(
      max(wanted, 1), frames.frameCount, max(1, Self.maximumSide / max(frames.width, 1)))
    let rows = (frames.frameCount + columns - 1) / columns
    let (width, height) = (columns * frames.width, rows * frames.height)
    guard max(width, height) <= Self.maximumSide else {
      throw .invalidSetting(
        "\(frames.frameCount) frames of \(frames.width)x\(frames.height) pixels need a sheet of \(width)x\(height), and \(Self.maximumSide) a side is the most: take fewer with --frames or --fps, or smaller ones with --scale"
      )
    }
    (self.path, self.frames, self.compression) = (path, frames, compression)
    sheet = try frameBitmap(width: width, height: height)
    sheet.clear()
    try createFolder(ofOutput: path)
  }

  public func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws {
    try frame.check(index: index, against: frames)
    try check(index)
    let (x, y) = origin(of: cellCount)
    for row in 0..<frames.height {
      let target = sheet.row(y + row)
      guard let start = target.baseAddress, let source = frame.row(row).baseAddress else {
        continue
      }
      (start + x * 4).copyMemory(from: source, byteCount: frames.width * 4)
    }
    cells.append(cellCount)
    cellCount += 1
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    try check(index)
    guard cells.indices.contains(earlier) else {
      throw MediaError.cannotRepeat(frame: earlier, at: index)
    }
    cells.append(cells[earlier])
  }

  private func check(_ index: Int) throws {
    guard index == cells.count, index < frames.frameCount else {
      throw MediaError.frameOutOfOrder(expected: cells.count, got: index)
    }
  }

  private func origin(of cell: Int) -> (x: Int, y: Int) {
    (cell % columns * frames.width, cell / columns * frames.height)
  }

  public func finish() async throws -> SinkReport {
    guard cells.count == frames.frameCount else {
      throw MediaError.framesMissing(expected: frames.frameCount, got: cells.count)
    }
    let whole = try cropped()
    let picture: [UInt8]
    do throws(PNGError) {
      picture = try compression.encode(whole, frames.pixels)
    } catch {
      throw MediaError.unencodableFrame(index: 0, error)
    }
    let text = Array(description.text().utf8) + [10]
    try writeWholeFile(picture, to: path) { [descriptionPath] () throws(MediaError) in
      try writeWholeFile(text, to: descriptionPath, inside: descriptionPath.folderOfPath)
    }
    return SinkReport(
      path: path, frameCount: cells.count, byteCount: picture.count + text.count, notes: notes)
  }

  public func cancel() async {}

  /// `walk.sprites.png` is described by `walk.sprites.json`.
  private nonisolated var descriptionPath: String { "\(path.deletingPathExtension).json" }

  /// The sheet without the rows that repeated frames have left empty.
  private func cropped() throws(MediaError) -> Bitmap {
    let height = (cellCount + columns - 1) / columns * frames.height
    guard height < sheet.height else { return sheet }
    let part = try frameBitmap(width: sheet.width, height: height)
    for y in 0..<height { part.row(y).copyMemory(from: UnsafeRawBufferPointer(sheet.row(y))) }
    return part
  }

  private var description: JSONValue {
    let file = path.lastPathComponent
    let name = String(file.prefix { $0 != "." })
    let digits = String(max(frames.frameCount - 1, 0)).count
    let names = cells.indices.map { index in
      let number = String(index)
      return "\(name)-" + String(repeating: "0", count: digits - number.count) + number
    }
    let height = (cellCount + columns - 1) / columns * frames.height
    return .object([
      ("frames", .object(zip(names, cells).map { ($0, frame(in: $1)) })),
      ("animations", .object([(name, .array(names.map { .string($0) }))])),
      (
        "meta",
        .object([
          ("app", .string("rostrum")), ("image", .string(file)), ("format", .string("RGBA8888")),
          ("size", Self.size(columns * frames.width, height)), ("scale", .string("1")),
          ("frameRate", .number(frames.rate.framesPerSecond)),
        ])
      ),
    ])
  }

  private func frame(in cell: Int) -> JSONValue {
    let (x, y) = origin(of: cell)
    let place = [("x", x), ("y", y), ("w", frames.width), ("h", frames.height)]
    let whole = [("x", 0), ("y", 0), ("w", frames.width), ("h", frames.height)]
    func numbers(_ values: [(String, Int)]) -> JSONValue {
      .object(values.map { ($0.0, .integer($0.1)) })
    }
    return .object([
      ("frame", numbers(place)), ("rotated", .flag(false)), ("trimmed", .flag(false)),
      ("spriteSourceSize", numbers(whole)), ("sourceSize", Self.size(frames.width, frames.height)),
      ("duration", .number(1000 / frames.rate.framesPerSecond)),
    ])
  }

  private static func size(_ width: Int, _ height: Int) -> JSONValue {
    .object([("w", .integer(width)), ("h", .integer(height))])
  }
}
