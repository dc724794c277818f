import Foundation
import RostrumKit
import RostrumOutput
import RostrumQuartz

/// The films of the book's listings, by their numbers.
let listings: [(name: String, film: @Sendable () -> Film)] = [
  ("003", { listing003() }), ("9.1", { listing9_1() }), ("9.2", { listing9_2() }),
  ("9.3", { listing9_3() }), ("10.1", { listing10_1() }), ("10.2", { listing10_2() }),
  ("10.3", { listing10_3() }), ("10.4", { listing10_4() }), ("10.5", { listing10_5() }),
  ("10.6", { listing10_6() }), ("10.7", { listing10_7() }), ("10.8", { listing10_8() }),
  ("11.1", { listing11_1() }), ("11.1-replay", { listing11_1(touchedAt: 0.6) }),
  ("11.1-modes", { listing11_1modes() }), ("11.2", { listing11_2() }),
]

/// `swift run BookFilms 10.6 ball.mp4` renders a listing, with `--at 0.5` one picture; with
/// `--yaml` it prints the scene that says the same.
@main
enum BookFilms {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard let name = arguments.first, let listing = listings.first(where: { $0.name == name })
    else {
      let names = listings.map(\.name).joined(separator: ", ")
      print("usage: BookFilms LISTING [--at SECONDS] [OUTPUT | --yaml]\nlistings: \(names)")
      exit(64)
    }
    arguments.removeFirst()
    var options = RenderOptions()
    if arguments.count > 1, arguments[0] == "--at", let time = Double(arguments[1]) {
      options.moments = .time(time)
      arguments.removeFirst(2)
    }
    let film = listing.film()
    let output = arguments.first ?? "Output/\(name)"
    if output == "--yaml" { return print(try film.yaml(), terminator: "") }
    try await film.render(to: output, options: options)
  }
}
