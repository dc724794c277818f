/// The limits of a decoder for one picture: above the needs of ordinary pictures, and in proportion
/// to the sizes of the picture and of its file.
struct DecoderBudget: Equatable {
  /// Private memory beyond the decoder's at its start, in bytes.
  let memory: Int
  /// The time of all its threads together.
  let processorSeconds: Int

  /// Limits for a picture with `pixels` pixels in a file of `bytes` bytes: 256 MiB of memory with
  /// 32 bytes for each byte of the file and 32 for each pixel, at most 4 GiB; and 5 s with one for
  /// each MiB of the file and one for each eight million pixels.
  init(pixels: Int, bytes: Int) {
    memory = min(256 << 20 + 32 * bytes + 32 * pixels, 4 << 30)
    processorSeconds = 5 + bytes >> 20 + pixels / 8_000_000
  }

  init(memory: Int, processorSeconds: Int) {
    (self.memory, self.processorSeconds) = (memory, processorSeconds)
  }

  /// How long an answer may take on a machine that has other things to do, in seconds.
  var patience: Int { 30 + 30 * processorSeconds }
}
