import Foundation
import TestSupport
import Testing

/// Two runs that write into one folder at the same time, without a manifest.
@Suite("Two runs into one folder")
struct SharedFolderTests {
  /// Frames of one colour that are drawn one after the other.
  private func command() throws -> Command {
    let command = try Command()
    for color in ["red", "blue"] {
      try command.folder.write(
        """
        size: [16, 16]
        fps: 20
        duration: 2
        background: \(color)
        layers: [{bounds: [4, 4], backgroundColor: white, animations: [
          {type: basic, keyPath: position.x, fromValue: 0, toValue: 9, duration: 2}]}]

        """, to: "\(color).yaml")
    }
    return command
  }

  private func frames(_ command: Command, _ folder: String) -> [String: Data?] {
    Dictionary(
      uniqueKeysWithValues: command.folder.files.filter { $0.hasPrefix(folder + "/") }.map {
        (String($0.dropFirst(folder.count + 1)), command.folder.data($0))
      })
  }

  @Test(
    "Both come out whole, or one is refused and leaves the other's frames alone",
    arguments: ["--no-manifest", "--at 0,0.5,1,1.5,2 --format png"])
  func together(_ options: String) async throws {
    let command = try command()
    for color in ["red", "blue"] {
      #expect(
        try await command.shell("$ROSTRUM render \(color).yaml -o \(color)/ \(options) -q").status
          == 0)
      #expect(!command.folder.files.contains { $0.contains(".rostrum") })
    }
    let whole = ["red", "blue"].map { frames(command, $0) }
    for _ in 0..<6 {
      let result = try await command.shell(
        """
        rm -rf out; for color in red blue; do
          (sleep 0.0$(($$ % 3)); $ROSTRUM render $color.yaml -o out/ \(options) -q 2>$color.txt; echo $? >$color.status) &
        done; wait; cat red.status blue.status; cat red.txt blue.txt >&2
        """)
      let statuses = result.lines.map(String.init)
      #expect(statuses == ["0", "0"] || statuses.sorted() == ["0", "73"], "\(result)")
      #expect(
        statuses == ["0", "0"] || result.errors.contains("is rendering the same files"), "\(result)"
      )
      #expect(whole.contains(frames(command, "out")), "\(result)")
    }
  }

  @Test("A run with a manifest and one without are no other case")
  func mixed() async throws {
    let command = try command()
    let result = try await command.shell(
      """
      mkfifo wait; exec 3<>wait; mkdir out
      printf '#!/bin/sh\ncase "$*" in *-encoders*) ;; *) read line <wait ;; esac; exec ffmpeg "$@"' >tool; chmod +x tool
      ROSTRUM_FFMPEG=$PWD/tool $ROSTRUM render red.yaml -o out/ --format png,mp4 --no-manifest -q & first=$!
      until [ -e out/frame_00000.png ]; do sleep 0.02; done
      $ROSTRUM render blue.yaml -o out/ -q; echo $?
      kill $first; echo >&3; wait $first
      """)
    #expect(result.lines.first == "73", "\(result)")
  }
}
