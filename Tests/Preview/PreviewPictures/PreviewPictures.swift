import Foundation

/// Takes the pictures and the film of the page about the preview: `PreviewPictures ROSTRUM FOLDER`,
/// from the package's folder; with `film` or `pictures` as a third word, one of both.
///
/// Each is a preview of a scene in a real browser, driven as its user would. The scenes are copies,
/// since previews write into them.
@main
struct PreviewPictures {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 3 || words.count == 4 && ["film", "pictures"].contains(words[3]) else {
      print("usage: PreviewPictures ROSTRUM FOLDER [film|pictures]")
      exit(64)
    }
    do {
      let studio = try Studio(rostrum: words[1], output: words[2])
      defer { studio.close() }
      if words.last != "film" { try studio.takePictures() }
      if words.last != "pictures" { try studio.takeFilm() }
    } catch {
      print(error)
      exit(69)
    }
  }
}
