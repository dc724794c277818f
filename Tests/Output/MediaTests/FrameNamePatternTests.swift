import Testing

@testable import RostrumMedia

@Suite("Patterns for names of frames")
struct FrameNamePatternTests {
  @Test(
    "A pattern names frames, and finds their numbers again",
    arguments: [
      ("name_%05d.png", 7, "name_00007.png"), ("name_#####.png", 123_456, "name_123456.png"),
      ("%d.png", 0, "0.png"), ("#.png", 10, "10.png"), ("100%%_%03d.PNG", 42, "100%_042.PNG"),
      ("%02d%%.png", 3, "03%.png"), ("a 1_##.png", 1, "a 1_01.png"),
      ("%012d.png", 5, "000000000005.png"),
    ])
  func names(_ pattern: String, _ index: Int, _ name: String) throws {
    let parsed = try FrameNamePattern(pattern)
    #expect(parsed.fileName(for: index) == name)
    #expect(parsed.index(of: name) == index)
    #expect(parsed.description == pattern)
  }

  @Test(
    "A pattern that is none says what is wrong",
    arguments: [
      ("frame.png", "counter"), ("", ".png"), ("%05d.jpg", ".png"),
      ("%05d_%d.png", "more than one"),
      ("##_%02d.png", "more than one"), ("#_#.png", "more than one"), ("a/%d.png", "folder"),
      ("%5d.png", "spaces"), ("%s.png", "neither"), ("%%.png", "counter"), ("%05x.png", "neither"),
      ("%.png", "neither"), ("%0d.png", "spaces"), ("%00d.png", "1 to 18"),
      ("%099d.png", "1 to 18"),
      ("\(String(repeating: "#", count: 19)).png", "1 to 18"),
    ])
  func errors(_ pattern: String, _ word: String) throws {
    let error = #expect(throws: MediaError.self) { try FrameNamePattern(pattern) }
    #expect("\(try #require(error))".contains(word), "\(String(describing: error))")
  }

  @Test(
    "Other files are not frames",
    arguments: [
      "frame_1.png", "frame_000001.png", "frame_0000a.png", "frame_.png", "frame_-0001.png",
      "frame_+0001.png", "Frame_00001.png", "frame_00001.png.bak", ".frame_00001.partial-1-1.png",
      "frame_00001_.png", "frame_99999999999999999999.png", "frame_٠٠٠٠١.png", ".png",
    ])
  func strangers(_ name: String) {
    #expect(FrameNamePattern.standard.index(of: name) == nil)
  }

  @Test("The standard pattern has five digits")
  func standard() throws {
    #expect(FrameNamePattern.standard == (try FrameNamePattern("frame_%05d.png")))
  }
}
