import Foundation

/// The kind of input, which the environment variable `FUZZ_TARGET` names.
private let input: FuzzedInput = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let input = FuzzedInput(rawValue: name) else {
    let names = FuzzedInput.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("FUZZ_TARGET names no kind of input: \(names)")
  }
  return input
}()

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    // Drawing takes most of the time: seven of eight scenes are drawn small.
    let isSmall = bytes.reduce(0, &+) & 7 > 0
    try input.check(bytes, longestSide: isSmall ? 64 : .infinity)
  } catch {
    fatalError("\(input.rawValue): \(error)")
  }
  return 0
}

/// Called by libFuzzer to make an input of another one, in place.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateInput(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: CUnsignedInt
) -> Int {
  var random = Generator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
  // A quarter uses libFuzzer's own mutations, which also know compared words.
  guard input == .scene, Int.random(in: 0..<4, using: &random) > 0 else {
    return mutateBytes(start, count, maximum)
  }
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let made = Array(SceneMutator.shared.mutated(text, using: &random).utf8)
  guard !made.isEmpty, made.count <= maximum else { return mutateBytes(start, count, maximum) }
  start.update(from: made, count: made.count)
  return made.count
}

/// libFuzzer's own.
@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int
) -> Int

/// Marsaglia's xorshift, 64 bits.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
