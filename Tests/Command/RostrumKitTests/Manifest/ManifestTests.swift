import RostrumBase
import Foundation
import RostrumMedia
import Synchronization
import TestSupport
import Testing
@testable import RostrumKit
@testable import RostrumOutput

@Suite("Manifests")
struct ManifestTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func header(_ frames: String = "0-9", _ outputs: [String] = ["frame_%05d.png"])
    -> RunHeader
  {
    RunHeader(
      scene: "s", name: "a.yaml", renderer: ["rostrum 1"], frames: frames, sceneFrames: 100,
      rate: "60", outputs: outputs, fresh: false)
  }

  private func record(_ file: String, _ shows: String = "x") -> FileRecord {
    FileRecord(file: file, shows: Digest(of: shows), bytes: 3, content: Digest(of: file))
  }

  private func begin(_ header: RunHeader, _ run: RunToken = RunToken()) throws -> Manifest {
    try Manifest.begin(header, in: folder.path, run: run)
  }

  /// All records that hold.
  private var records: [FileRecord] {
    var reader = ManifestReader(folder: folder.path)
    return reader.sections().flatMap(\.records)
  }

  private var journals: [String] {
    let hidden = folder.path(".rostrum")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: hidden)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") }.map { "\(hidden)/\($0)" }
  }

  @Test("Manifests hand on what ended runs have written, the latest word of each file")
  func takenOver() throws {
    do {
      let first = try begin(header())
      try first.add([record("a")])
      try first.add([record("b")])
      try first.add([record("c \"quoted\" \\ \u{1} ü")])
    }
    do {
      let second = try begin(header())
      #expect(second.record(of: "a") == record("a"))
      try second.invalidateRecord(of: "a")
      try second.add([record("b", "y")])
    }
    let third = try begin(header())
    #expect(third.record(of: "a") == nil)
    #expect(third.record(of: "b") == record("b", "y"))
    #expect(third.record(of: "c \"quoted\" \\ \u{1} ü") != nil)
  }

  @Test("Manifests forget what is made anew, and nothing else")
  func forgotten() throws {
    let files = ["frame_00003.png", "frame_00012.png", "b"]
    do { for file in files { try begin(header()).add([record(file)]) } }
    do {
      var fresh = header("0-9")
      fresh.fresh = true
      #expect(try begin(fresh).record(of: "b") == nil)
    }
    let last = try begin(header())
    #expect(files.map { last.record(of: $0) != nil } == [false, true, true])
  }

  @Test("Manifests become one when there are many, and lose nothing")
  func merged() throws {
    for number in 0..<100 {
      let manifest = try begin(header("\(number)"))
      try manifest.add([record("\(number)")])
      manifest.end()
      #expect(journals.count <= 34)
    }
    let all = try begin(header())
    for number in 0..<100 { #expect(all.record(of: "\(number)") == record("\(number)")) }
  }

  @Test("Manifests of many runs cost each a few journals, which hold each record about once")
  func sizes() throws {
    let live = try begin(header("0", ["live"]))
    for number in 0..<100 {
      let manifest = try begin(header("\(number)", ["\(number)"]))
      try manifest.add([record("\(number)")])
      manifest.end()
    }
    let text = try journals.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    #expect(text.split(separator: "\n").count == 201)
    #expect(journals.count <= 34)
    live.end()
  }

  @Test("Manifests of runs that make nothing new leave nothing")
  func nothingNew() throws {
    try begin(header("0")).add([record("a")])
    let before = try journals.map { try Data(contentsOf: URL(filePath: $0)) }
    for _ in 0..<3 {
      let manifest = try begin(header("0"))
      try manifest.keep([record("a")])
      manifest.end()
    }
    #expect(try journals.map { try Data(contentsOf: URL(filePath: $0)) } == before)
    let other = try begin(header("1"))
    try other.keep([record("a")])
    other.end()
    var reader = ManifestReader(folder: folder.path)
    #expect(reader.sections().map(\.header.frames) == ["1"], "another work has a record of its own")
  }

  @Test("Merged journals say what those say that they are made of, before and after others")
  func order() throws {
    var random = RandomSource(seed: 68)
    var expected: [String: FileRecord] = [:]
    var live: [Manifest] = []
    for number in 0..<400 {
      let name = "\(Int.random(in: 0..<12, using: &random))"
      var header = header("\(number % 100)", [name])
      header.fresh = number % 3 == 0
      guard let manifest = try? begin(header) else { continue }
      #expect(header.fresh || manifest.record(of: name) == expected[name], "\(number)")
      if header.fresh { expected[name] = nil }
      try manifest.invalidateRecord(of: name)
      expected[name] = nil
      if number % 5 != 0 {
        expected[name] = record(name, "\(number)")
        try manifest.add([record(name, "\(number)")])
      }
      switch number % 7 {
      case 0: live.append(manifest)
      case 1: break
      default: manifest.end()
      }
      if live.count > 3 { live.removeFirst().end() }
    }
    let found = Dictionary(records.map { ($0.file, $0) }) { $1 }
    #expect(found == expected)
    #expect(journals.count < 60)
  }

  private final class Made: Sendable { let names = Mutex<Set<String>>([]) }

  private final class Work: Sendable {
    let next = Atomic(0)
    let jobs = Atomic(8)
  }

  @Test("Manifests of films that are made side by side lose none and make none twice")
  func sideBySide() async throws {
    let folder = folder.path
    let films = (0..<300).map { number in
      (header: header("0", ["\(number).mp4"]), record: record("\(number).mp4"))
    }
    let made = Made()
    for round in 0..<6 {
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        let work = Work()
        for job in 0..<8 {
          group.addTask {
            defer { work.jobs.subtract(1, ordering: .relaxed) }
            let earlier = EarlierRecords()
            var count = 0
            while case let number = work.next.add(1, ordering: .relaxed).oldValue,
              number < films.count
            {
              let film = films[number]
              let manifest = try Manifest.begin(
                film.header, in: folder, run: RunToken(), earlier: earlier)
              if let known = manifest.record(of: film.record.file) {
                try manifest.keep([known])
              } else {
                try manifest.add([film.record])
                made.names.withLock { _ = $0.insert(film.record.file) }
                count += 1
              }
              // Some runs are killed, and so are runs that only look.
              if (number + job) % 9 != 0 { manifest.end() }
            }
            return count
          }
        }
        group.addTask {
          while work.jobs.load(ordering: .relaxed) > 0 {
            let before = made.names.withLock(\.self)
            var reader = ManifestReader(folder: folder)
            let missing = before.subtracting(reader.sections().flatMap(\.records).map(\.file))
            #expect(missing.isEmpty)
            #expect(reader.warnings.isEmpty)
          }
          return 0
        }
        return try await group.reduce(0, +)
      }
      #expect(count == (round == 0 ? 300 : 0), "\(round)")
    }
  }

  @Test("Manifests survive a last line that was cut off anywhere, and lines that are spoilt")
  func cutOff() throws {
    do {
      let first = try begin(header())
      try first.add([record("a")])
      try first.add([record("b")])
    }
    let path = try #require(journals.first)
    let whole = try Data(contentsOf: URL(filePath: path))
    let lastLine = whole.dropLast().lastIndex(of: UInt8(ascii: "\n"))! + 1
    for end in stride(from: lastLine, to: whole.count, by: 7) {
      try whole.prefix(end).write(to: URL(filePath: path))
      let lines = records
      #expect(lines == [record("a")], "\(end)")
    }
    var spoilt = whole
    let middle = whole.firstIndex(of: UInt8(ascii: "\n"))! + 20
    for index in middle..<middle + 9 { spoilt[index] = 0 }
    try spoilt.write(to: URL(filePath: path))
    #expect(records == [record("b")])
  }

  @Test("Manifests notice another run that writes the same files, and only those")
  func inUse() throws {
    let first = try begin(header("0-9"))
    let error = #expect(throws: FolderInUse.self) { _ = try begin(header("9-12")) }
    let own = ProcessInfo.processInfo.processIdentifier
    #expect(error?.process == own)
    #expect("\(try #require(error))".contains("process \(own) is rendering the same files"))
    let second = try begin(header("10-12"))
    _ = try begin(header("0-9", ["other_%05d.png"]))
    try first.add([record("a")])
    try second.add([record("b")])
    #expect(throws: FolderInUse.self) { _ = try begin(header("12")) }
    for manifest in [first, second] { manifest.end() }
    let files = records.map(\.file)
    #expect(Set(files) == ["a", "b"])
  }

  /// Makes a half-written file of a run in the folder.
  private func leave(_ run: RunToken) throws -> String {
    let name = ".frame_00001.partial-\(run)-0123456789abcdef.png"
    try folder.write("half", to: name)
    return name
  }

  @Test("Manifests take over from a run that was killed, with what it has left half-written")
  func dead() throws {
    let (killed, other) = (RunToken(), RunToken())
    _ = try leave(killed)
    let kept = try leave(other)
    do { try begin(header(), killed).add([record("a")]) }
    let next = try begin(header())
    #expect(next.record(of: "a") != nil)
    #expect(folder.files == [kept])
    // A file that an encoder writes after its run was killed.
    _ = try leave(killed)
    next.end()
    #expect(folder.files == [kept])
    _ = try leave(killed)
    try begin(header()).end()
    #expect(folder.files.count == 2, "the run has been seen to")
  }

  @Test(
    "Manifests leave a live run's files alone, though a run that was killed had its process number and host"
  )
  func sameProcess() throws {
    let (killed, live) = (RunToken(), RunToken())
    let half = try leave(live)
    _ = try leave(killed)
    do { try begin(header("0-9"), killed).add([record("a")]) }
    let going = try begin(header("10-19"), live)
    #expect(folder.files == [half])
    // A copy of the live run's journal, without a lock.
    let journal = try #require(journals.first { $0.contains("\(live)") })
    try FileManager.default.copyItem(
      atPath: journal, toPath: folder.path(".rostrum/9-run-\(live).jsonl"))
    try begin(header("20-29")).end()
    #expect(folder.files == [half])
    going.end()
  }

  @Test(
    "Manifests remove what runs left that named their files by processes, once it has not changed for a day"
  )
  func oldNames() throws {
    let text = ManifestLine.run(header()).text + ManifestLine.file(record("a")).text
    try folder.write(text, to: ".rostrum/7-4242-99.jsonl")
    let old = [4242, 4243].map { ".frame_00001.partial-\($0)-7.png" }
    for name in old { try folder.write("half", to: name) }
    let next = try begin(header())
    #expect(next.record(of: "a") != nil)
    next.end()
    #expect(folder.files == old)
    for name in old {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
        ofItemAtPath: folder.path(name))
    }
    try begin(header()).end()
    #expect(folder.files == [old[1]])
    #expect(journals.contains { $0.hasSuffix("/7-0-99.jsonl") })
  }

  @Test(
    "Manifests write frames as ranges that read back",
    arguments: [
      ([0], "0"), ([0, 1], "0-1"), ([0, 2], "0,2"), ([0, 1, 2, 7], "0-2,7"),
      ([1, 4, 7, 10, 13, 16], "1-16:3"), ([1, 10, 11, 18, 19, 20], "1,10-11,18-20"),
      ([5, 7, 9, 10, 11, 30], "5-9:2,10-11,30"),
    ])
  func frames(_ numbers: [Int], _ text: String) throws {
    #expect(FrameSelection.text(of: numbers) == text)
    #expect(try FrameSelection(text).frames(of: 100).frames == numbers)
  }

  @Test(
    "Manifests refuse shards that there are not",
    arguments: ["0/3", "4/3", "3", "a/b", "-1/3", "1/3/5"])
  func noShard(_ text: String) { #expect(Shard(text) == nil) }
}

@Suite("The number of processors")
struct ProcessorCountTests {
  @Test(
    "The number of processors is limited by the control group and those above it",
    arguments: [
      (["a/b": "max 100000"], Int.max), (["a/b": "150000 100000"], 2),
      (["a/b": "400000 100000", "a": "100000 100000"], 1), (["": "300000 100000"], 3),
      (["a/b": "1000 100000"], 1), (["a": "nonsense"], Int.max), ([:], Int.max),
    ] as [([String: String], Int)])
  func cgroup(_ limits: [String: String], _ expected: Int) throws {
    let folder = try TemporaryFolder()
    let own = try folder.write("12:pids:/x\n0::/a/b\n", to: "cgroup")
    for (group, text) in limits { try folder.write(text + "\n", to: "fs/\(group)/cpu.max") }
    #expect(ProcessorCount.limit(cgroup: own, mountedAt: folder.path("fs")) == expected)
  }
}
