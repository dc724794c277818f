import RostrumBase

/// Reads ffprobe's compact output line by line, so that a million packets take no memory but that
/// of the numbers that are kept.
struct ProbeOutput {
  /// One line, such as `stream|index=0|codec_type=video|tag:alpha_mode=1`.
  struct Section {
    let name: String
    private let values: [String: String]

    init(_ line: String) {
      let fields = line.split(separator: "|")
      name = fields.first.map(String.init) ?? ""
      let pairs = fields.dropFirst().compactMap { field -> (String, String)? in
        guard let mark = field.firstIndex(of: "=") else { return nil }
        return (String(field[..<mark]), String(field[field.index(after: mark)...]))
      }
      values = Dictionary(pairs) { first, _ in first }
    }

    /// `nil` for a value that is not available.
    subscript(key: String) -> String? { values[key].flatMap { $0 == "N/A" ? nil : $0 } }

    func integer(_ key: String) -> Int? { self[key].flatMap { Int($0) } }

    /// "1/15360"; `nil` for anything but two numbers above 0.
    func fraction(_ key: String) -> Double? {
      let numbers = (self[key] ?? "").split(separator: "/").compactMap { Double($0) }
      return numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0 ? numbers[0] / numbers[1] : nil
    }
  }

  /// One packet, in ticks of its stream's clock.
  struct Packet {
    var stream = 0
    var start: Int?
    var duration: Int?
    /// Whether the packet is only there to start the decoder.
    var isDiscarded = false
    /// Whether a decoder can begin with it.
    var isKey = false

    /// ffmpeg cuts a last packet of Vorbis with a duration below 0, which it prints as an unsigned
    /// number of 32 bits.
    var end: Int? {
      let ticks = duration ?? 0
      let own = ticks >= 1 << 31 && ticks < 1 << 32 ? ticks - (1 << 32) : ticks
      return start.map { $0.addingReportingOverflow(own).partialValue }
    }

    /// `nil` for other lines. Called millions of times, so no text is made.
    init?(_ line: ArraySlice<UInt8>) {
      guard line.starts(with: Self.name) else { return nil }
      for field in line.dropFirst(Self.name.count).split(separator: UInt8(ascii: "|")) {
        guard let mark = field.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let value = field[(mark + 1)...]
        switch field.first {
        case UInt8(ascii: "s"): stream = Self.number(value) ?? 0
        case UInt8(ascii: "p"): start = Self.number(value)
        case UInt8(ascii: "d"): duration = Self.number(value)
        case UInt8(ascii: "f"):
          isDiscarded = value.contains(UInt8(ascii: "D"))
          isKey = value.contains(UInt8(ascii: "K"))
        default: break
        }
      }
    }

    private static let name = Array("packet|".utf8)

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
      let isNegative = digits.first == UInt8(ascii: "-")
      var value = 0
      for digit in isNegative ? digits.dropFirst() : digits {
        guard (48...57).contains(digit), value < .max / 10 - 9 else { return nil }
        value = value * 10 + Int(digit) - 48
      }
      return digits.isEmpty ? nil : isNegative ? -value : value
    }
  }

  /// The longest line, and the most sections: beyond them ffprobe's output is an error.
  private static let maximumLine = 1 << 16
  private static let maximumSections = 1000

  private(set) var sections: [Section] = []

  /// Runs ffprobe. `packet` is called for each packet; its error ends the run.
  init(
    _ run: ToolRun, of input: MediaInput, packet: (Packet) throws(MediaError) -> Void
  ) throws(MediaError) {
    let process = try ToolProcess(run)
    var sections: [Section] = []
    do throws(MediaError) {
      try process.readLines(limit: Self.maximumLine) { line throws(MediaError) in
        if let found = Packet(line) { return try packet(found) }
        guard line.count > 1, sections.count < Self.maximumSections else { return }
        sections.append(Section(String(decoding: line, as: UTF8.self)))
      }
    } catch {
      throw input.explained(error)
    }
    self.sections = sections
    if let refusal = input.refusal(process.messages.split(separator: "\n").map(String.init)) {
      throw refusal
    }
  }
}
