import RostrumBase
import RostrumPreview
import Synchronization

/// A socket that waits for browsers at one address of this machine.
final class Listener: Sendable {
  private let descriptor: Int32
  /// The ends of a pipe: `stop` writes a byte.
  private let wake: (read: Int32, write: Int32)
  /// The port, also where one was asked for that is free.
  let port: UInt16

  /// Throws `PreviewError` for a host that is no IP address, and where the port cannot be had.
  init(host: String, port: UInt16) throws {
    descriptor = try Self.opened(host, port)
    var ends: [Int32] = [-1, -1]
    let number = cplatform_pipe(&ends)
    guard number == 0 else {
      close(descriptor)
      throw Self.failure(host, port, number)
    }
    wake = (ends[0], ends[1])
    self.port = Self.port(of: descriptor) ?? port
  }

  deinit {
    for number in [descriptor, wake.read, wake.write] { close(number) }
  }

  /// Lets `accept` return `nil`.
  func stop() {
    var byte: UInt8 = 0
    _ = write(wake.write, &byte, 1)
  }

  /// Waits for a connection; `nil` once the listener was stopped. Where the system gives no
  /// descriptor for one, it waits until it does.
  func accept() -> Int32? {
    while true {
      var ends = [descriptor, wake.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if poll(&ends, 2, -1) < 0, errno != EINTR { return nil }
      if ends[1].revents != 0 { return nil }
      guard ends[0].revents != 0 else { continue }
      let connection = acceptConnection(descriptor)
      if connection >= 0 { return connection }
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { usleep(50_000) }
    }
  }

  private static func opened(_ host: String, _ port: UInt16) throws -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = streamSocket
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
      throw PreviewError("'\(host)' is not an address such as 127.0.0.1")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(address.ai_family, streamSocket, 0)
    guard descriptor >= 0 else { throw failure(host, port, errno) }
    prepareSocket(descriptor)
    var one: Int32 = 1
    // A port whose last program has just ended can be had.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 64) == 0
    else {
      let number = errno
      close(descriptor)
      throw failure(host, port, number)
    }
    return descriptor
  }

  private static func failure(_ host: String, _ port: UInt16, _ number: Int32) -> PreviewError {
    PreviewError(
      "cannot listen at \(host), port \(port): \(String(cString: strerror(number)))")
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes -> UInt16? in
      guard let base = bytes.baseAddress,
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &size) == 0
      else { return nil }
      // The port has the same offset in both kinds of addresses.
      return UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

/// accept(2) under a name that no method hides.
private func acceptConnection(_ descriptor: Int32) -> Int32 {
  let connection = accept(descriptor, nil, nil)
  if connection >= 0 { prepareSocket(connection) }
  return connection
}

/// Neither makes anybody wait for ever nor is left to a program that is started.
private func prepareSocket(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  var one: Int32 = 1
  setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &one, socklen_t(MemoryLayout<Int32>.size))
}
