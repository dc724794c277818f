#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The server of the built command, as seen by any program on this machine.
  @Suite("The server of rostrum preview", .serialized)
  struct PreviewServerTests {
    private let command: Command
    private let run: Run
    private let port: UInt16
    private static let token = "0123456789abcdef"

    init() async throws {
      command = try Command()
      try command.folder.write(Scenes.moving, to: "a.yaml")
      try command.folder.write(Self.token, to: "token")
      let run = try command.startShell("exec $ROSTRUM preview a.yaml --token-file token")
      self.run = run
      #expect(await run.wait { run.output.hasSuffix("\n") }, "\(run.errors)")
      let address = URL(string: run.output.trimmingCharacters(in: .newlines))
      port = UInt16(try #require(address?.port))
    }

    private func end() async throws {
      run.send(SIGINT)
      #expect(try await run.result().status == 130)
    }

    private func client() throws -> SocketClient { try SocketClient(port: port) }

    private func request(_ path: String, token: String? = token, _ headers: [String] = [])
      -> [UInt8]
    {
      let lines = ["GET \(path)\(token.map { "?token=\($0)" } ?? "") HTTP/1.1"]
      let all = lines + ["Host: 127.0.0.1:\(port)"] + headers + ["", ""]
      return Array(all.joined(separator: "\r\n").utf8)
    }

    private func answersItsPage() throws -> Bool {
      try client().exchange(request("/")).starts(with: Array("HTTP/1.1 200 OK\r\n".utf8))
    }

    /// In seconds of computing, and kibibytes at most.
    private func costs() throws -> (time: Double, memory: Int) {
      let line = try String(contentsOfFile: "/proc/\(run.process)/stat", encoding: .utf8)
      let fields = line.components(separatedBy: ") ").last?.split(separator: " ") ?? []
      let ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
      let status = try String(contentsOfFile: "/proc/\(run.process)/status", encoding: .utf8)
      let peak = status.firstMatch(of: /VmHWM:\s+(\d+)/).flatMap { Int($0.output.1) }
      return (Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))), peak ?? 0)
    }

    /// `ROSTRUM_GENERATED_REQUESTS` are tried, a thousand where it is not set.
    @Test(
      "The server of a preview lives through generated requests, with bounded memory, and tells nothing to a stranger"
    )
    func generated() async throws {
      let wish = ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_REQUESTS"]
      let count = wish.flatMap { Int($0) } ?? 1000
      var generator = RequestGenerator(port: port, token: Self.token, seed: 40)
      #expect(try answersItsPage())
      let before = try costs()
      for number in 0..<count {
        let sample = generator.next()
        let answer = try client().exchange(sample.bytes)
        let text = String(decoding: answer.prefix(12), as: UTF8.self)
        let status = text.hasPrefix("HTTP/1.1 ") ? Int(text.suffix(3)) : nil
        let allowed: Set<Int?> =
          sample.hasToken
          ? [nil, 101, 200, 400, 403, 404, 405, 408, 431] : [nil, 400, 403, 408, 431]
        let shown = String(decoding: sample.bytes.prefix(300), as: UTF8.self).debugDescription
        #expect(allowed.contains(status), "request \(number) got \(text): \(shown)")
      }
      #expect(try answersItsPage())
      let after = try costs()
      #expect(after.memory - before.memory < 150_000, "KiB, from \(before) to \(after)")
      #expect(after.time - before.time < Double(count) * 0.02, "from \(before) to \(after)")
      try await end()
    }

    @Test("The server of a preview spends no more on a line without an end than on reading 8 KiB")
    func endlessLine() async throws {
      let before = try costs()
      for _ in 0..<20 {
        let line = Array("GET /?x=".utf8) + [UInt8](repeating: 65, count: 4 << 20)
        let answer = try client().exchange(line)
        #expect(answer.isEmpty || answer.starts(with: Array("HTTP/1.1 431 ".utf8)))
      }
      let after = try costs()
      #expect(after.time - before.time < 1 && after.memory - before.memory < 50_000)
      try await end()
    }

    @Test(
      "The server of a preview answers its page while hundreds of connections say nothing, and lets go of them"
    )
    func crowd() async throws {
      let crowd = try (0..<300).map { _ in try client() }
      #expect(try answersItsPage())
      // Only some of them are still open.
      let threads = try FileManager.default.contentsOfDirectory(
        atPath: "/proc/\(run.process)/task")
      #expect(threads.count < 100, "\(threads.count)")
      withExtendedLifetime(crowd) {}
      try await end()
    }

    @Test("The server of a preview bounds what waits for a page that asks and takes nothing")
    func greed() async throws {
      let upgrade = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
      let client = try client()
      let before = try costs()
      let message = Array(#"{"type":"source"}"#.utf8)
      // Masked with zeros.
      let frame = [0x81, 0x80 | UInt8(message.count), 0, 0, 0, 0] + message
      let flood = Array((0..<20_000).map { _ in frame }.joined())
      client.send(request("/socket", upgrade) + flood, patience: 3)
      let after = try costs()
      #expect(after.memory - before.memory < 200_000, "KiB, from \(before) to \(after)")
      #expect(try answersItsPage())
      try await end()
    }
  }

  /// A connection to a port of this machine.
  final class SocketClient {
    private let descriptor: Int32

    init(port: UInt16) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, size)
        }
      }
      guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    /// Sends all bytes, as far as the server accepts them within `patience` seconds.
    func send(_ bytes: [UInt8], patience: Int = 15) {
      var time = timeval(tv_sec: patience, tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        sent += count
      }
    }

    /// Sends all bytes and returns the answer until the other end closes.
    func exchange(_ bytes: [UInt8]) -> [UInt8] {
      send(bytes)
      shutdown(descriptor, Int32(SHUT_WR))
      var answer: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return answer }
        answer += chunk[..<count]
      }
    }
  }
#endif
