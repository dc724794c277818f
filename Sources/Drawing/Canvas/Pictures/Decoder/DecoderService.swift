import RostrumBase

/// The decoder's own side: reads requests from its standard input, a socket, and answers them there
/// until the other end is closed.
struct DecoderService {
  private var svgs = KnownSVGs()

  static func run() -> Never {
    WorkerService.run { connection throws(WorkerConnection.Failure) in
      var service = DecoderService()
      while true {
        let request = try connection.receiveRequest()
        let budget = request.budget
        let answer = WorkerService.limited(
          memory: budget.memory, seconds: budget.processorSeconds
        ) {
          let answer = service.answer(request)
          if case .failure(.outOfMemory) = answer { WorkerService.lackMemory() }
          return answer
        }
        try connection.send(answer)
      }
    }
  }

  private mutating func answer(_ request: DecoderRequest) -> DecoderAnswer {
    do throws(PictureError) {
      let limits = PNG.Limits(
        maximumWidth: request.width, maximumHeight: request.height, maximumPixels: request.pixels)
      switch request.work {
      case .measureSVG:
        let size = try svgs.read(request).size
        return .size(width: size.width, height: size.height)
      case .drawSVG:
        let known = svgs.find(request.number)
        if known == nil, request.bytes.isEmpty { return .unknown }
        let document = if let known { known } else { try svgs.read(request) }
        return .bitmap(try document.bitmap(width: request.width, height: request.height))
      case .decodeGIF: return .bitmap(try PixbufReader(.gif, request.bytes).decoded(limits))
      case .decodeAVIF: return .bitmap(try PixbufReader(.avif, request.bytes).decoded(limits))
      }
    } catch {
      return .failure(error)
    }
  }
}

/// The SVGs that were read last, so that one that is drawn at many sizes is read once.
private struct KnownSVGs {
  /// The latest at the end.
  private var entries: [(number: UInt64, size: Int, document: SVGDocument)] = []
  private static let mostEntries = 16
  /// The size of their files together, in bytes.
  private static let mostBytes = 32 << 20

  mutating func find(_ number: UInt64) -> SVGDocument? {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.document
  }

  mutating func read(_ request: DecoderRequest) throws(PictureError) -> SVGDocument {
    let document = try SVGDocument(request.bytes)
    entries.append((request.number, request.bytes.count, document))
    while entries.count > 1,
      entries.count > Self.mostEntries || entries.reduce(0, { $0 + $1.size }) > Self.mostBytes
    {
      entries.removeFirst()
    }
    return document
  }
}
