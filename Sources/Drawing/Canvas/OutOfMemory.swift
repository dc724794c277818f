public import RostrumBase

/// The system gave no memory for something as large as a file or a scene makes it.
public struct OutOfMemory: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
  /// The number of requested bytes.
  public let bytes: Int

  public init(bytes: Int) { self.bytes = bytes }

  public var description: String {
    let mebibytes = (Double(bytes) / 1_048_576).rounded(.up)
    return "the system gives no memory for \(Int(mebibytes)) MiB more"
  }

  public var exitStatus: ExitStatus { .shortage }
}

/// A zeroed array of numbers whose size depends on a file or a scene.
///
/// A Swift array ends the program when memory is short; this throws an error instead. One thread at
/// a time may write.
public final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  public let count: Int
  /// Room for `count` elements, and for one if `count` is 0.
  public let start: UnsafeMutablePointer<Element>

  /// A negative count is a programming error. `Element` is a number, or a vector of numbers.
  public init(count: Int) throws(OutOfMemory) {
    precondition(count >= 0, "a buffer has no negative size")
    guard let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      throw OutOfMemory(
        bytes: count.multipliedReportingOverflow(
          by: MemoryLayout<Element>.stride
        ).partialValue)
    }
    self.count = count
    start = memory.bindMemory(to: Element.self, capacity: max(count, 1))
  }

  deinit { free(start) }

  /// - Precondition: 0 <= `index` < `count`, which is checked in debug builds.
  public subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return start[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      start[index] = newValue
    }
  }

  public var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: start, count: count * MemoryLayout<Element>.stride)
  }
}
