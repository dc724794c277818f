import RostrumBase
import Synchronization

/// Where SVGs, GIFs and AVIFs are read and drawn: by libraries that may crash, take gigabytes or
/// never end over a hostile file.
///
/// In a process of its own, that is an error of the picture. The command `rostrum` does so, and is
/// that process itself. A program that uses the library can name it:
///
/// ```swift
/// PictureDecoder.program = "/usr/bin/rostrum"
/// ```
public enum PictureDecoder {
  private static let state = Mutex<(program: String?, pool: DecoderPool?)>((nil, nil))

  /// The path of a `rostrum` of the same version, which is started to decode pictures when the
  /// first is opened, at most four at the same time. `nil`, the default: this process decodes them
  /// itself, without limits of memory and time. Pictures that were opened before a change stay with
  /// the process that has opened them.
  public static var program: String? {
    get { state.withLock(\.program) }
    set {
      WorkerProcess.program = newValue
      let before = state.withLock { state in
        let before = state.pool
        state = (newValue, newValue.map(DecoderPool.init))
        return before
      }
      _ = consume before
    }
  }

  static var pool: DecoderPool? { state.withLock(\.pool) }

  /// The argument of a `rostrum` that decodes pictures: the name of a command that no help lists.
  package static let commandName = "decode-pictures"

  /// Whether the process of these arguments was started to decode pictures.
  package static func isAsked(_ arguments: [String]) -> Bool {
    WorkerService.isAsked(arguments, for: commandName)
  }

  /// Decodes pictures until the client closes the connection. For a process that only decodes.
  package static func serve() -> Never { DecoderService.run() }

  /// The path by which the running program can be started again; `nil` if the system does not
  /// provide it.
  package static var ownProgram: String? {
    cplatform_own_program().map { String(cString: $0) } ?? executablePath()
  }
}
