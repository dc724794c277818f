import Foundation
import Geometry
import ImageDiff

extension PictureDifference {
  /// The numbers in sentences: the same ones on success and on failure.
  var sentences: [String] {
    if isIdentical { return ["all \(comparedPixels) pixels are equal" + ignoredText] }
    var lines: [String] = []
    if expectedSize != actualSize {
      lines.append("expected \(Self.size(expectedSize)), got \(Self.size(actualSize))")
    }
    lines.append(countText)
    if let region = largestRegion { lines.append(regionText(region)) }
    lines.append(distanceText)
    return lines
  }

  private static func size(_ rect: PixelRect) -> String { "\(rect.width)x\(rect.height)" }

  private var countText: String {
    "\(differentPixels) of \(comparedPixels) pixels differ (\(percent(differentShare)); "
      + "\(allowedPixels) allowed), \(forgivenPixels) forgiven as antialiasing, "
      + "\(toleratedPixels) below the threshold of \(readable(tolerance.threshold))" + ignoredText
  }

  private var ignoredText: String { ignoredPixels > 0 ? ", \(ignoredPixels) ignored" : "" }

  private func regionText(_ region: Region) -> String {
    let box = region.bounds
    let bound = tolerance.maximumRegion.map { " (\($0) allowed)" } ?? ""
    return "the largest of \(regionCount) \(regionCount == 1 ? "region" : "regions") has "
      + "\(region.pixels) \(region.pixels == 1 ? "pixel" : "pixels")\(bound), in \(Self.size(box)) at (\(box.x), \(box.y))"
  }

  private var distanceText: String {
    let place = largestDistanceAt.map { " at (\($0.x), \($0.y))" } ?? ""
    return "the largest distance is \(rounded(largestDistance, 3))\(place); "
      + "\(decibels(peakSignalToNoise))"
  }
}

func percent(_ share: Double) -> String {
  share > 0 && share < 0.0001 ? "<0.01 %" : "\(rounded(share * 100, 2)) %"
}

func decibels(_ ratio: Double) -> String {
  ratio.isFinite ? "PSNR \(rounded(ratio, 1)) dB" : "PSNR infinite"
}

/// With at most so many digits after the point.
func rounded(_ number: Double, _ digits: Int) -> String {
  let scale = Double.pow10(digits)
  return exact((number * scale).rounded() / scale)
}

extension Double {
  fileprivate static func pow10(_ digits: Int) -> Double {
    (0..<max(0, digits)).reduce(1) { product, _ in product * 10 }
  }
}
