// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal

/// The user's own editor: `$VISUAL`, or else `$EDITOR`, or else `vi`.
///
/// It edits a temporary file in `$TMPDIR` that only the user can read, and that's removed
/// afterwards. The variable can contain options; a shell interprets it, as for `git` and `crontab`.
package struct ExternalEditor: TextEditor, Sendable {
  /// The maximum size in bytes of the edited text: 1 MiB.
  static let longestText = 1 << 20

  private let command: String

  /// Creates an editor.
  ///
  /// - Parameter command: The command, which gets the path of the file; `nil` for the one from the
  ///   environment.
  package init(command: String? = nil) {
    let named = [command, Self.variable("VISUAL"), Self.variable("EDITOR")]
    self.command = named.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
  }

  private static func variable(_ name: String) -> String? {
    ct_environment(name).map { String(cString: $0) }
  }

  /// Lets the user edit text.
  ///
  /// A line break at the end of the file isn't part of the text.
  ///
  /// If the editor fails, there's no new text. If it changed the file, the file is kept, and the
  /// message contains its path.
  package func edit(_ text: String, on terminal: any Terminal) async -> TextEditing {
    let original = text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
    do throws(Failure) {
      let file = try Self.makeFile(Array(original.utf8))
      let end = await terminal.lend { await Self.run(command, on: file) }
      let found = Self.bytes(of: file)
      do throws(Failure) {
        if let message = end { throw Failure(message) }
        let changed = try Self.text(of: found)
        unlink(file)
        guard changed != original, changed + "\n" != original else { return .unchanged }
        return .changed(changed.hasSuffix("\n") ? String(changed.dropLast()) : changed)
      } catch {
        guard let found, found != Array(original.utf8) else {
          unlink(file)
          throw error
        }
        throw Failure("\(error.message); what it wrote is in '\(file)'")
      }
    } catch {
      return .failed(message: error.message)
    }
  }

  private struct Failure: Error {
    let message: String

    init(_ message: String) { self.message = message }

    init(_ what: String, _ code: Int32) {
      message = "\(what): \(String(cString: strerror(code)).lowercased())"
    }
  }

  // MARK: The program

  /// Runs the editor until it ends, and returns the reason if it failed.
  private static func run(_ command: String, on file: String) async -> String? {
    await BlockingWork.run { wait(command, on: file) }
  }

  private static func wait(_ command: String, on file: String) -> String? {
    let tty = ct_open_terminal()
    guard tty >= 0 else { return Failure("there is no terminal", -tty).message }
    defer { _ = ct_close(tty) }
    let script = command + " \"$@\""
    let words: [String] = ["sh", "-c", script, "stackflow", file]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = ct_spawn_on_terminal("/bin/sh", arguments, tty, &process)
    guard failure == 0 else { return Failure("'\(command)' was not started", failure).message }
    var status: Int32 = 0
    var signal: Int32 = 0
    guard ct_wait_on_terminal(process, &status, &signal) == 0 else {
      return "'\(command)' is gone"
    }
    switch status {
    case 0: return nil
    case 127: return "'\(command)' was not found; EDITOR says which editor to use"
    default:
      return signal == 0
        ? "'\(command)' ended with status \(status)" : "'\(command)' was ended by signal \(signal)"
    }
  }

  // MARK: The file

  /// Creates a file that only the user can read and write.
  private static func makeFile(_ bytes: [UInt8]) throws(Failure) -> String {
    let folder = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var path = Array("\(folder)/stackflow-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&path, 4)
    guard descriptor >= 0 else { throw Failure("no file can be made in '\(folder)'", errno) }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let failure = ct_write_all(descriptor, bytes, bytes.count)
    _ = ct_close(descriptor)
    guard failure == 0 else {
      unlink(name)
      throw Failure("'\(name)' cannot be written", failure)
    }
    return name
  }

  /// Reads the file, or one byte past the limit; returns nil if it can't be read.
  private static func bytes(of file: String) -> [UInt8]? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = ct_close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= longestText {
      let count = ct_read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Returns the text of the file, with lines that end in `\n`.
  private static func text(of bytes: [UInt8]?) throws(Failure) -> String {
    guard let bytes else { throw Failure("the edited text cannot be read") }
    guard bytes.count <= longestText else {
      throw Failure("the edited text is longer than \(longestText) bytes")
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("the edited text is no UTF-8")
    }
    guard text.utf8.contains(0x0D) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .joined(separator: "\n")
  }
}
