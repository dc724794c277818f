import Foundation
public import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRegression
import RostrumTiming
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Fails a test of Swift Testing or of XCTest when pictures of a film, a layer, or whatever else a
/// scene can be made of, differ from their baselines.
///
/// `times` are in seconds; without them there are five, from the first frame to the last, evenly.
/// The baseline of 0.5 seconds is `name/0.5`. Baselines, and `ROSTRUM_UPDATE`, are as for `expect`.
/// The message has a line for each picture that differs, and the sentences on which layers changed;
/// with XCTest it names the folder of the pictures too. Returns whether all matched.
@discardableResult
public func assertFilm(
  _ film: @autoclosure () throws -> some SceneSource, matches name: String,
  at times: [Double]? = nil, scale: Double = 1, settings: BaselineSettings = BaselineSettings(),
  file: StaticString = #filePath, fileID: StaticString = #fileID, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  var problems: [String] = []
  do {
    let scene = try film().openedScene()
    for time in times ?? evenTimes(of: scene) {
      let picture = try render(scene, at: time, scale: scale)
      let entry = try picture.compared(with: "\(name)/\(time)", settings, file: "\(file)")
      guard entry.verdict.isFailure else { continue }
      let words = ["\(name) at \(time) seconds: \(entry.verdict.words)"] + entry.sentences
      let place = try keep(entry.pictures, of: "\(name)-\(time)")
      problems.append((words + (place.map { ["pictures: \($0)"] } ?? [])).joined(separator: "\n"))
    }
  } catch {
    problems.append("\(name): \(error)")
  }
  guard !problems.isEmpty else { return true }
  fail(
    problems.joined(separator: "\n"), file,
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(file)", line: Int(line), column: Int(column)))
  return false
}

/// The first frame, the last one, and three between.
private func evenTimes(of scene: OpenedScene) -> [Double] {
  let clock = scene.scene.clock
  let last = Double(max(clock.frameCount - 1, 0))
  let frames = Set((0...4).map { Int((last * Double($0) / 4).rounded()) }).sorted()
  return frames.map { clock.time(ofFrame: $0) }
}

/// Attaches pictures to a test of Swift Testing. With XCTest they go to a folder, which is the
/// result.
private func keep(_ pictures: DiffReport.Pictures?, of name: String) throws -> String? {
  let parts = [
    ("expected", pictures?.expected), ("actual", pictures?.actual),
    ("difference", pictures?.difference),
  ]
  let label = name.replacing("/", with: "-")
  if Test.current != nil {
    for case (let part, let bytes?) in parts {
      Attachment.record(bytes, named: "\(label).\(part).png")
    }
    return nil
  }
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "rostrum-\(ProcessInfo.processInfo.processIdentifier)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for case (let part, let bytes?) in parts {
    try Data(bytes).write(to: folder.appending(path: "\(label).\(part).png"), options: .atomic)
  }
  return folder.path
}

private func fail(_ text: String, _ file: StaticString, _ location: SourceLocation) {
  #if canImport(XCTest)
    if Test.current == nil { return XCTFail(text, file: file, line: UInt(location.line)) }
  #endif
  Issue.record(Comment(rawValue: text), sourceLocation: location)
}
