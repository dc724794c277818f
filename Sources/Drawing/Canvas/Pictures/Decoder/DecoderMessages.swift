import RostrumBase

/// A request to a decoder. It travels as words of 64 bits, in the machine's order, with the bytes
/// of the picture's file after them.
struct DecoderRequest {
  enum Work: UInt64 {
    case measureSVG = 1
    case drawSVG, decodeGIF, decodeAVIF
  }

  let work: Work
  /// An SVG's: see `RemoteSVG`.
  var number: UInt64 = 0
  /// In pixels: an SVG's, or the most that another picture may have.
  var width = 0
  var height = 0
  /// The most that another picture may have.
  var pixels = 0
  let budget: DecoderBudget
  /// Empty for an SVG that the decoder should have cached.
  var bytes: [UInt8] = []
}

/// A decoder's answer, as words and bytes too.
enum DecoderAnswer {
  /// An SVG's, in pixels.
  case size(width: Double, height: Double)
  case bitmap(Bitmap)
  /// The decoder has not cached the SVG, and needs its bytes.
  case unknown
  /// These errors never have a path.
  case failure(PictureError)
}

extension WorkerConnection {
  /// In bytes.
  private static let longestText = 1 << 16
  private static let largestFile = 128 << 20

  // MARK: Requests

  func send(_ request: DecoderRequest) throws(Failure) {
    let numbers = [
      request.width, request.height, request.pixels, request.budget.memory,
      request.budget.processorSeconds, request.bytes.count,
    ]
    try send(
      [Self.mark, request.work.rawValue, request.number]
        + numbers.map { UInt64(max($0, 0)) })
    try send(request.bytes, request.bytes.count)
  }

  func receiveRequest() throws(Failure) -> DecoderRequest {
    let words = try words(9)
    let numbers = words[3..<8].compactMap { Int(exactly: $0) }
    guard let work = DecoderRequest.Work(rawValue: words[1]), numbers.count == 5 else {
      throw .otherVersion
    }
    return DecoderRequest(
      work: work, number: words[2], width: numbers[0], height: numbers[1], pixels: numbers[2],
      budget: DecoderBudget(memory: numbers[3], processorSeconds: numbers[4]),
      bytes: try bytes(words[8], atMost: Self.largestFile))
  }

  // MARK: Answers

  private enum Kind: UInt64 {
    case size = 1
    case bitmap, unknown, truncated, invalid, tooLarge, withoutLibrary, outOfMemory
  }

  private func sendWords(
    _ kind: Kind, _ a: UInt64, _ b: UInt64, _ bytes: UnsafeRawPointer?, _ count: Int
  ) throws(Failure) {
    try send([Self.mark, kind.rawValue, a, b, UInt64(count)])
    try send(bytes, count)
  }

  private func sendWords(
    _ kind: Kind, _ a: UInt64 = 0, _ b: UInt64 = 0, text: String = ""
  ) throws(Failure) {
    let bytes = Array(text.utf8.prefix(Self.longestText))
    try sendWords(kind, a, b, bytes, bytes.count)
  }

  func send(_ answer: DecoderAnswer) throws(Failure) {
    switch answer {
    case .size(let width, let height): try sendWords(.size, width.bitPattern, height.bitPattern)
    case .bitmap(let bitmap):
      try sendWords(
        .bitmap, UInt64(bitmap.width), UInt64(bitmap.height), bitmap.bytes.baseAddress,
        bitmap.bytes.count)
    case .unknown: try sendWords(.unknown)
    case .failure(.truncated): try sendWords(.truncated)
    case .failure(.invalid(_, let reason)): try sendWords(.invalid, text: reason)
    case .failure(.tooLarge(let width, let height, _)):
      try sendWords(.tooLarge, UInt64(max(width, 0)), UInt64(max(height, 0)))
    case .failure(.withoutLibrary(let name, let package)):
      try sendWords(.withoutLibrary, text: [name, package.rawValue].joined(separator: "\0"))
    case .failure(.outOfMemory): try sendWords(.outOfMemory)
    case .failure(let other): try sendWords(.invalid, text: other.description)
    }
  }

  /// The answer for a picture of that format. Pixels go to `bitmap`, which has their size, or to a
  /// new bitmap within `limits`.
  func receiveAnswer(
    _ format: PictureFormat, _ limits: PNG.Limits, into bitmap: Bitmap?
  ) throws(Failure) -> DecoderAnswer {
    let words = try words(5)
    guard let kind = Kind(rawValue: words[1]) else { throw .otherVersion }
    switch kind {
    case .size:
      return .size(width: Double(bitPattern: words[2]), height: Double(bitPattern: words[3]))
    case .bitmap: return .bitmap(try pixels(words, limits, into: bitmap))
    case .unknown: return .unknown
    case .truncated: return .failure(.truncated(format))
    case .invalid: return .failure(.invalid(format, try text(words[4])))
    case .tooLarge:
      let (width, height) = (Int(clamping: words[2]), Int(clamping: words[3]))
      return .failure(.tooLarge(width: width, height: height, limits: limits))
    case .withoutLibrary:
      let names = try text(words[4]).split(separator: "\0").map(String.init)
      guard names.count == 2, let package = SystemPackage(rawValue: names[1]) else {
        throw .otherVersion
      }
      return .failure(.withoutLibrary(names[0], package))
    case .outOfMemory: return .failure(.outOfMemory)
    }
  }

  private func text(_ count: UInt64) throws(Failure) -> String {
    String(decoding: try bytes(count, atMost: Self.longestText), as: UTF8.self)
  }

  private func pixels(
    _ words: [UInt64], _ limits: PNG.Limits, into known: Bitmap?
  ) throws(Failure) -> Bitmap {
    guard let width = Int(exactly: words[2]), let height = Int(exactly: words[3]), width > 0,
      height > 0, limits.allow(width: width, height: height)
    else { throw .otherVersion }
    guard let bitmap = known ?? (try? Bitmap(width: width, height: height)) else {
      throw .outOfMemory
    }
    guard bitmap.width == width, bitmap.height == height, words[4] == UInt64(bitmap.bytes.count)
    else { throw .otherVersion }
    try receive(bitmap.bytes.baseAddress, bitmap.bytes.count)
    return bitmap
  }
}
