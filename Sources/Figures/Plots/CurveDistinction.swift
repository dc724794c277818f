import RostrumCanvas
import RostrumGeometry

/// Dashes and markers that distinguish curves without colours.
extension Plot {
  /// The dashes of successive curves, in points.
  private static let dashes: [[Double]] = [
    [], [5, 2], [1.5, 1.8], [7, 2, 1.5, 2], [9, 3], [4, 1.5, 1.5, 1.5, 1.5, 1.5],
  ]
  private static let usualSamples = 11

  /// With dashes or markers of their own for the curves that have none.
  func distinguished(by distinction: FigureDeclaration.CurveDistinction) -> Plot {
    guard distinction != .colors, series.count > 1 else { return self }
    var plot = self
    let markers = FigureDeclaration.CurveStyle.Marker.allCases
    for (index, one) in series.enumerated() {
      if distinction != .markers, one.style.dashes.isEmpty {
        plot.series[index].style.dashes = Self.dashes[index % Self.dashes.count]
      }
      guard distinction != .dashes else { continue }
      plot.series[index].style.marker = one.style.marker ?? markers[index % markers.count]
      guard one.dots.isEmpty else { continue }
      let domain = one.curve.domain
      plot.series[index].dots = (0..<Self.usualSamples).map {
        domain.lowerBound + domain.length * Double($0) / Double(Self.usualSamples - 1)
      }
    }
    return plot
  }
}
