import CPixels
import Synchronization

/// Where the rows of a picture are transparent, in blocks of 16 pixels beside each other.
struct TransparencyMap: Sendable {
  private static let blockWidth = 16

  private let width: Int
  private let wordsPerRow: Int
  /// A bit for each block of a row, the lowest first: whether one of its pixels is not transparent.
  private let words: [UInt64]

  /// `nil` for a picture without a block that is transparent.
  init?(_ bitmap: Bitmap) {
    let blocks = (bitmap.width + Self.blockWidth - 1) / Self.blockWidth
    let wordsPerRow = (blocks + 63) / 64
    var words = [UInt64](repeating: 0, count: wordsPerRow * bitmap.height)
    words.withUnsafeMutableBufferPointer { words in
      guard let start = words.baseAddress else { return }
      for y in 0..<bitmap.height {
        let row = bitmap.row(y).assumingMemoryBound(to: UInt32.self)
        cpixels_mark_blocks(row.baseAddress, bitmap.width, start + y * wordsPerRow)
      }
    }
    guard words.reduce(0, { $0 + $1.nonzeroBitCount }) < blocks * bitmap.height else { return nil }
    (width, self.wordsPerRow, self.words) = (bitmap.width, wordsPerRow, words)
  }

  /// The columns of which something can be seen in one of some rows, from left to right. Between
  /// two runs are at least `gap` columns.
  func runs(in rows: Range<Int>, gap: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for word in 0..<wordsPerRow {
      var bits = rows.reduce(0 as UInt64) { $0 | words[$1 * wordsPerRow + word] }
      var block = 64 * word
      while bits != 0 {
        let skipped = bits.trailingZeroBitCount
        bits >>= skipped
        let count = (~bits).trailingZeroBitCount
        // All 64 bits cannot be shifted out at once.
        bits = count < 64 ? bits >> count : 0
        block += skipped
        let run = block * Self.blockWidth..<min((block + count) * Self.blockWidth, width)
        block += count
        if let last = runs.last, run.lowerBound - last.upperBound < gap {
          runs[runs.count - 1] = last.lowerBound..<run.upperBound
        } else {
          runs.append(run)
        }
      }
    }
    return runs
  }
}

extension TransparencyMap {
  /// The knowledge about a picture, which is looked through when it is drawn for the second time.
  struct Memory {
    fileprivate var uses = 0
    fileprivate var map: TransparencyMap?
  }
}

extension Bitmap {
  /// Where the picture is transparent, as far as that is worth knowing: it must not change any
  /// more.
  func transparency() -> TransparencyMap? {
    knownTransparency.withLock { known in
      known.uses += 1
      if known.uses == 2 { known.map = TransparencyMap(self) }
      return known.map
    }
  }
}
