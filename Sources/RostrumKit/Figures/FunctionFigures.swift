import Figures
import Foundation
import Geometry
import SceneFile
import Timing

extension FigureDeclaration.FunctionPlot {
  /// One plot, or small multiples.
  func figure() -> any Figure {
    guard let columns else { return plot(of: curves) }
    let plots = curves.map { curve in
      var plot = plot(of: [curve])
      plot.title = curve.name
      plot.horizontalLabel = ""
      plot.tickSpacing = Size(width: 60, height: 40)
      return plot
    }
    return PlotGrid(plots, columns: columns)
  }

  private func plot(of curves: [Curve]) -> Plot {
    let showsHandles = handles ?? (curves.count <= 2)
    var plot = Plot(curves.map { series($0, showsHandles: showsHandles) })
    plot.horizontalLabel = seconds == nil ? "time" : "time, s"
    plot.verticalLabel = "progress"
    plot.atLeast = 0...1
    plot.aspect = seconds == nil ? nil : 0.6
    plot.timeUnit = seconds == nil ? nil : "s"
    plot.derivatives = (velocity ? [.velocity] : []) + (acceleration ? [.acceleration] : [])
    return plot
  }

  private func series(_ one: Curve, showsHandles: Bool) -> Series {
    let curve = figureCurve(one)
    let points = showsHandles && !one.followsParameter ? one.function.controlPoints : nil
    let length = seconds ?? 1
    let dots = (0..<max(one.samples, 0)).map { index in
      length * Double(index) / Double(max(one.samples - 1, 1))
    }
    return Series(
      one.name, curve,
      controlPoints: points.map { [$0.0, $0.1].map { Point(x: $0.x * length, y: $0.y) } } ?? [],
      dots: dots, isDashed: one.isDashed)
  }

  private func figureCurve(_ one: Curve) -> Figures.Curve {
    if case .spring(let spring) = one.function, let seconds {
      return Figures.Curve(spring, seconds: seconds)
    }
    if one.followsParameter, case .bezier(let bezier) = one.function {
      return Figures.Curve(parameterOf: bezier, duration: seconds ?? 1)
    }
    return Figures.Curve(one.function, duration: seconds ?? 1)
  }
}
