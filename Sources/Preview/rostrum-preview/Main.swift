import Foundation
import RostrumBase
import RostrumCanvas
import RostrumImporters
import RostrumKit
import RostrumOutput
import RostrumPreview
import RostrumPreviewServer

/// The program of the preview's server. `rostrum preview` starts it in its own place, with a
/// `PreviewRequest` in JSON as the only argument.
@main
enum Main {
  static func main() {
    // The thread that started this program may have kept signals back.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    guard CommandLine.words.count == 2 else {
      end(ValidationProblem())
    }
    let json = Data(String(cString: CommandLine.words[1]).utf8)
    do {
      Resources.prepare()
      PortableBundle.prepare()
      let request = try JSONDecoder().decode(PreviewRequest.self, from: json)
      PictureDecoder.program = request.decoder
      exit(ProgramThreads.run(most: ProcessorCount.available) { await serve(request) })
    } catch {
      end(error)
    }
  }

  private struct ValidationProblem: ExitStatusError, CustomStringConvertible {
    let description = "this program is for 'rostrum preview', which starts it"
    let exitStatus = ExitStatus.wrongUsage
  }

  private static func serve(_ request: PreviewRequest) async -> Int32 {
    do {
      let interruption = try Interruption()
      let server = try PreviewServer(
        scenes: request.scenes, options: try request.options(importers: .all))
      let opening = BrowserOpening()
      do {
        try await interruption.cancelling {
          try await server.run { address in
            print(address.absoluteString)
            fflush(nil)
            if request.opensBrowser { try opening.open(address) }
          }
        }
      } catch {
        if interruption.status == nil { throw error }
      }
      opening.remove()
      await server.end()
      return interruption.status ?? 0
    } catch {
      end(error)
    }
  }

  private static func end(_ error: any Error) -> Never {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(ExitStatus(of: error).rawValue)
  }
}
