import Canvas
import Geometry

extension Bitmap {
  /// Makes each pixel of `region` in `target` the average of `factor` by `factor` pixels of this
  /// bitmap, which is as many times as large: of the encoded, premultiplied bytes, rounded to the
  /// nearest.
  func copyAverages(of factor: Int, in region: DamageRegion, to target: Bitmap) {
    for rect in region.rects {
      for y in rect.y..<rect.y + rect.height {
        let columns = rect.x..<rect.x + rect.width
        if factor == 1 {
          copyRow(y, columns, to: target)
        } else {
          averageRows(y * factor..<(y + 1) * factor, columns, to: target.row(y))
        }
      }
    }
  }

  private func copyRow(_ y: Int, _ columns: Range<Int>, to target: Bitmap) {
    let bytes = columns.lowerBound * 4..<columns.upperBound * 4
    UnsafeMutableRawBufferPointer(rebasing: target.row(y)[bytes])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: row(y)[bytes]))
  }

  private func averageRows(
    _ rows: Range<Int>, _ columns: Range<Int>, to target: UnsafeMutableRawBufferPointer
  ) {
    let factor = rows.count
    let sources = rows.map(row)
    let area = factor * factor
    for x in columns {
      for channel in 0..<4 {
        var sum = 0
        for source in sources {
          for column in 0..<factor { sum += Int(source[(x * factor + column) * 4 + channel]) }
        }
        target[x * 4 + channel] = UInt8((sum + area / 2) / area)
      }
    }
  }
}
