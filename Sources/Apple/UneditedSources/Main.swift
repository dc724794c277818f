import Foundation

/// `unedited-sources INPUT OUTPUT`: the first file, for a compiler without Objective-C.
@main
enum UneditedSourcesCommand {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      FileHandle.standardError.write(Data("usage: unedited-sources INPUT OUTPUT\n".utf8))
      exit(64)
    }
    do {
      let text = try String(contentsOf: URL(filePath: arguments[1]), encoding: .utf8)
      var source = UneditedSource(text, path: arguments[1])
      let result = Data(source.adapted().utf8)
      try result.write(to: URL(filePath: arguments[2]), options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("\(arguments[1]): error: \(error)\n".utf8))
      exit(66)
    }
  }
}
