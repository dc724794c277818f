/// A Lottie of 100 by 100 points, 10 frames a second and 20 frames, with these layers.
public func lottie(_ layers: String, _ more: String = "") -> String {
  """
  {"v": "5.7.0", "fr": 10, "ip": 0, "op": 20, "w": 100, "h": 100, \(more)
   "layers": [\(layers)]}
  """
}

/// A shape layer with these items in it; `more` are keys of the layer.
public func shapeLayer(_ items: String, transform: String = "", _ more: String = "") -> String {
  """
  {"ty": 4, "nm": "shape", "ip": 0, "op": 20, "st": 0, "ks": {\(transform)}, \(more)
   "shapes": [\(items)]}
  """
}

/// A property with key frames: frame, value, and further members.
public func animated(_ keys: (frame: Double, value: String, more: String)...) -> String {
  let items = keys.map { "{\"t\": \($0.frame), \"s\": \($0.value)\($0.more)}" }
  return "{\"a\": 1, \"k\": [\(items.joined(separator: ", "))]}"
}

public let square = #"{"ty": "rc", "nm": "square", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}}"#
public let red = #"{"ty": "fl", "nm": "fill", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}}"#
public let line =
  #"{"ty": "st", "nm": "line", "c": {"k": [0, 0, 1]}, "o": {"k": 100}, "w": {"k": 2}}"#

/// A ZIP archive with these files, stored.
public func zip(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
  for (name, content) in files {
    let start = bytes.count
    let facts =
      word(0, 2) + word(0, 2) + word(0, 4) + word(crc32(content), 4) + word(content.count, 4)
      + word(content.count, 4) + word(name.utf8.count, 2) + word(0, 2)
    bytes += word(0x0403_4B50, 4) + word(20, 2) + facts + Array(name.utf8) + content
    directory +=
      word(0x0201_4B50, 4) + word(20, 2) + word(20, 2) + facts + word(0, 2) + word(0, 2)
      + word(0, 2) + word(0, 4) + word(start, 4) + Array(name.utf8)
  }
  let end =
    word(0x0605_4B50, 4) + word(0, 4) + word(files.count, 2) + word(files.count, 2)
    + word(directory.count, 4) + word(bytes.count, 4) + word(0, 2)
  return bytes + directory + end
}

private func crc32(_ bytes: [UInt8]) -> Int {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  return Int(~crc)
}
