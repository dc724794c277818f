import RostrumBase

/// The system's words for an error number.
func systemText(_ number: Int32) -> String { String(cString: strerror(number)) }

/// write(2) and link(2) under names that no method hides.
func writeBytes(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32) -> Int {
  write(descriptor, bytes, count)
}

/// read(2).
func readBytes(
  _ bytes: UnsafeMutableRawPointer?, _ count: Int, from descriptor: Int32
) -> Int {
  read(descriptor, bytes, count)
}

/// close(2).
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// open(2). A new file may be read and written by all users that the umask allows.
func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o666) }

/// A pipe whose ends no other program inherits: one that held the writing end would keep the reader
/// waiting. `user` is for messages.
func openPipe(for user: String) throws(MediaError) -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  let error = cplatform_pipe(&ends)
  guard error == 0 else { throw .file(doing: "open a pipe for", path: user, errno: error) }
  return (ends[0], ends[1])
}

/// Makes reads or writes that would have to wait return with `EAGAIN` instead.
func makeNonblocking(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

/// A descriptor that is closed by its deinitializer; -1 for none.
struct OwnedDescriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit {
    if number >= 0 { closeDescriptor(number) }
  }
}

extension stat {
  /// `S_IFREG` and so on.
  var kind: mode_t { st_mode & S_IFMT }
}

func linkFile(_ old: String, _ new: String) -> Bool { link(old, new) == 0 }

/// Writes all bytes. Returns the system's error number; `nil` when everything was written. A reader
/// that is gone is an error, not the program's end.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  withoutPipeSignal {
    var rest = bytes
    while !rest.isEmpty {
      let count = writeBytes(rest.baseAddress, rest.count, to: descriptor)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        guard !Task.isCancelled else { return ECANCELED }
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, 50)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// On Darwin this is an option of each descriptor instead.
private func withoutPipeSignal(_ body: () -> Int32?) -> Int32? {
  #if canImport(Darwin)
    return body()
  #else
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = body()
    if result == EPIPE {
      // Else it would come as soon as it is let through.
      var now = timespec()
      sigtimedwait(&signals, nil, &now)
    }
    return result
  #endif
}

/// The last part of a path, and what comes before it with its slash.
func splitPath(_ path: String) -> (directory: String, name: String) {
  let bytes = path.utf8
  guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
  return (String(path[...slash]), String(path[bytes.index(after: slash)...]))
}

/// `directory` and `name` as one path.
func joinPath(_ directory: String, _ name: String) -> String {
  directory.appendingPathComponent(name)
}
