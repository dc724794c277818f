import RostrumBase

/// Decoder processes for several client threads. The first is started with the first picture, and
/// others when all are busy; one that has ended is replaced.
///
/// All decoders are equivalent. One that has drawn other pictures before may be short of memory, or
/// damaged by them: so a failure is only reported if a new decoder fails too.
final class DecoderPool: Sendable {
  private let program: String
  private let failures: DecoderFailures
  private let waiting = Waiting()

  private static let most = min(max(Int(cplatform_processors()), 1), 4)

  init(program: String) {
    self.program = program
    failures = DecoderFailures(program: program)
  }

  // MARK: Pictures

  /// An SVG's size in pixels.
  func size(of picture: RemoteSVG) throws(PictureError) -> (width: Double, height: Double) {
    let request = DecoderRequest(
      work: .measureSVG, number: picture.number,
      budget: DecoderBudget(pixels: 0, bytes: picture.bytes.count), bytes: picture.bytes)
    guard case .size(let width, let height) = try answer(request, .svg) else {
      throw failures.otherVersion
    }
    guard width > 0, height > 0, width <= 1e6, height <= 1e6 else { throw failures.otherVersion }
    return (width, height)
  }

  /// An SVG rendered at `width` by `height` pixels.
  func bitmap(of picture: RemoteSVG, width: Int, height: Int) throws(PictureError) -> Bitmap {
    guard let bitmap = try? Bitmap(width: width, height: height) else { throw .outOfMemory }
    var request = DecoderRequest(
      work: .drawSVG, number: picture.number, width: width, height: height,
      budget: DecoderBudget(pixels: width * height, bytes: picture.bytes.count))
    var answer = try answer(request, .svg, into: bitmap)
    if case .unknown = answer {
      request.bytes = picture.bytes
      answer = try self.answer(request, .svg, into: bitmap)
    }
    guard case .bitmap(let drawn) = answer else { throw failures.otherVersion }
    return drawn
  }

  /// The picture in a GIF or an AVIF whose header has `size`.
  func bitmap(
    _ format: PictureFormat, _ bytes: [UInt8], size: (width: Int, height: Int),
    _ limits: PNG.Limits
  ) throws(PictureError) -> Bitmap {
    let request = DecoderRequest(
      work: format == .gif ? .decodeGIF : .decodeAVIF, width: limits.maximumWidth,
      height: limits.maximumHeight, pixels: limits.maximumPixels,
      budget: DecoderBudget(pixels: size.width * size.height, bytes: bytes.count), bytes: bytes)
    guard case .bitmap(let bitmap) = try answer(request, format, limits) else {
      throw failures.otherVersion
    }
    return bitmap
  }

  // MARK: Requests

  /// The answer of a decoder, of a new one where that ends.
  private func answer(
    _ request: DecoderRequest, _ format: PictureFormat, _ limits: PNG.Limits = PNG.Limits(),
    into bitmap: Bitmap? = nil
  ) throws(PictureError) -> DecoderAnswer {
    let answer: DecoderAnswer
    let process = try take()
    do throws(WorkerProcess.Failure) {
      answer = try attempt(request, format, limits, into: bitmap, on: process)
    } catch {
      guard case .ended(let ending) = error, !DecoderFailures.isTime(ending) else {
        throw failures.error(error, format, request.budget)
      }
      answer = try secondAnswer(request, format, limits, into: bitmap)
    }
    if case .failure(let error) = answer { throw error }
    return answer
  }

  private func secondAnswer(
    _ request: DecoderRequest, _ format: PictureFormat, _ limits: PNG.Limits, into bitmap: Bitmap?
  ) throws(PictureError) -> DecoderAnswer {
    // A new one has no cached SVG.
    if request.work == .drawSVG, request.bytes.isEmpty { return .unknown }
    let process = try takeNew()
    do throws(WorkerProcess.Failure) {
      return try attempt(request, format, limits, into: bitmap, on: process)
    } catch {
      throw failures.error(error, format, request.budget)
    }
  }

  private func attempt(
    _ request: DecoderRequest, _ format: PictureFormat, _ limits: PNG.Limits, into bitmap: Bitmap?,
    on process: WorkerProcess
  ) throws(WorkerProcess.Failure) -> DecoderAnswer {
    do throws(WorkerProcess.Failure) {
      let answer = try process.answer(request, format, limits, into: bitmap)
      waiting.give(process)
      return answer
    } catch {
      waiting.give(nil)
      throw error
    }
  }

  // MARK: Decoders

  /// An idle decoder, or a new one. Waits for one if the limit, or the system's, is reached.
  private func take() throws(PictureError) -> WorkerProcess {
    while true {
      if let idle = waiting.takeIdle(orCountTo: Self.most) { return idle }
      do throws(WorkerProcess.Failure) {
        return try WorkerProcess(program, PictureDecoder.commandName)
      } catch {
        let others = waiting.give(nil)
        guard others > 0 else { throw failures.startError(error) }
        if let idle = waiting.takeIdle(orCountTo: 0) { return idle }
      }
    }
  }

  private func takeNew() throws(PictureError) -> WorkerProcess {
    waiting.count(to: Self.most)
    do throws(WorkerProcess.Failure) {
      return try WorkerProcess(program, PictureDecoder.commandName)
    } catch {
      waiting.give(nil)
      throw failures.startError(error)
    }
  }
}

extension WorkerProcess {
  /// Sends the request, and waits for the answer; see `WorkerConnection.receiveAnswer`.
  func answer(
    _ request: DecoderRequest, _ format: PictureFormat, _ limits: PNG.Limits, into bitmap: Bitmap?
  ) throws(Failure) -> DecoderAnswer {
    try checking(seconds: request.budget.patience) {
      connection throws(WorkerConnection.Failure) in
      try connection.send(request)
      return try connection.receiveAnswer(format, limits, into: bitmap)
    }
  }
}

/// The idle decoders, and the threads waiting for one.
private final class Waiting: @unchecked Sendable {
  private let condition = Condition()
  // Guarded by `condition`.
  private var idle: [WorkerProcess] = []
  /// How many there are, or are being started.
  private var count = 0

  /// Takes an idle decoder. `nil` if the caller has to start one, which is counted then: only if
  /// there are fewer than `most`. Otherwise waits, unless there are none at all.
  func takeIdle(orCountTo most: Int) -> WorkerProcess? {
    condition.withLock {
      while idle.isEmpty {
        if count < most {
          count += 1
          return nil
        }
        if count == 0 { return nil }
        condition.wait()
      }
      return idle.removeLast()
    }
  }

  /// Counts one that the caller has to start, in the place of an idle one where there are `most`.
  func count(to most: Int) {
    let replaced: WorkerProcess? = condition.withLock {
      while count >= most {
        if !idle.isEmpty { return idle.removeFirst() }
        condition.wait()
      }
      count += 1
      return nil
    }
    _ = consume replaced
  }

  /// Gives a decoder back; `nil` for one that has ended. Returns how many there are.
  @discardableResult
  func give(_ process: WorkerProcess?) -> Int {
    let left = condition.withLock {
      if let process { idle.append(process) } else { count -= 1 }
      return count
    }
    condition.broadcast()
    return left
  }
}
