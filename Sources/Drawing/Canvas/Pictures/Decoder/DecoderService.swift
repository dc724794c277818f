import RostrumBase
import Synchronization

/// The decoder's own side: reads requests from its standard input, a socket, and answers them there
/// until the other end is closed.
struct DecoderService {
  private let connection = DecoderConnection(socket: 0)
  private var svgs = KnownSVGs()
  /// Where memory is bounded by looking at it: how much may be resident at most, in bytes.
  private static let mostResident = Atomic<UInt64>(.max)

  static func run() -> Never {
    signal(SIGPIPE, SIG_IGN)
    _ = chdir("/")
    cplatform_share_heap()
    handleRefusedMemory()
    startThread(stack: 128 << 10) { watch() }
    var service = DecoderService()
    do throws(DecoderConnection.Failure) {
      try service.connection.sendGreeting()
      while true { try service.serve() }
    } catch {
      _exit(error == .closed ? 0 : ExitStatus.internalFailure.rawValue)
    }
  }

  /// Ends the process as soon as the parent's end of the socket is closed, even while a library is
  /// working. PDEATHSIG would already be sent when the thread ends that started this process.
  private static func watch() {
    #if os(Linux)
      while cplatform_is_closed(0, -1) == 0 {}
    #else
      while cplatform_is_closed(0, 50) == 0 {
        if cplatform_peak_memory() > mostResident.load(ordering: .relaxed) {
          _exit(DecoderFailures.overBudget)
        }
      }
    #endif
    _exit(0)
  }

  /// Where memory is refused, most libraries abort: that is no mistake of theirs.
  private static func handleRefusedMemory() {
    for number in [SIGABRT, SIGTRAP, SIGILL, SIGSEGV, SIGBUS] {
      signal(number) { number in
        if errno == ENOMEM { DecoderService.lackMemory() }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// An allocation failed. Takes no memory.
  private static func lackMemory() -> Never {
    _exit(cplatform_was_limited() != 0 ? DecoderFailures.overBudget : DecoderFailures.shortage)
  }

  private mutating func serve() throws(DecoderConnection.Failure) {
    let request = try connection.receiveRequest()
    let memory = UInt64(request.budget.memory)
    Self.mostResident.store(cplatform_peak_memory() + memory, ordering: .relaxed)
    cplatform_limit_work(memory, UInt64(request.budget.processorSeconds))
    let answer = answer(request)
    if case .failure(.outOfMemory) = answer { Self.lackMemory() }
    cplatform_unlimit_work()
    Self.mostResident.store(.max, ordering: .relaxed)
    try connection.send(answer)
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
