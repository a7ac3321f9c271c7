// SPDX-License-Identifier: Apache-2.0

import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// The contents of journals, and the calls of the system.
extension WalkJournal {
  /// The contents of a journal, with what's needed to append to it.
  struct Contents {
    var flowPath = ""
    var walk = SavedWalk(flowID: "", fingerprint: 0)
    var coding = EventCoding()
    var names = Names()
  }

  /// Returns the contents of a file, and the length of its complete records.
  static func contents(of file: [UInt8]) throws(JournalError) -> (contents: Contents, length: Int) {
    do throws(SavedWalkError) {
      let reading = try JournalRecords.read(file)
      var contents = Contents()
      guard let first = reading.contents.first else {
        throw .damaged(offset: 0, reason: "the beginning of the walk is missing")
      }
      var beginning = ByteReader(first)
      contents.flowPath = try beginning.text()
      contents.walk = try SavedWalk(beginning: &beginning)
      guard beginning.isAtEnd else { throw beginning.damaged("something follows the beginning") }
      for record in reading.contents.dropFirst() {
        let names = contents.names
        contents.names = Names()
        var reader = ByteReader(record, names: names)
        while !reader.isAtEnd {
          contents.walk.events.append(try contents.coding.event(from: &reader))
        }
        contents.names = reader.takeNames()
      }
      return (contents, reading.length)
    } catch {
      throw .content(error)
    }
  }

  static func path(of id: String, in folder: String) -> String { "\(folder)/\(id).walk" }

  static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Glibc)
    Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
    Musl.open(path, flags, mode)
    #else
    Darwin.open(path, flags, mode)
    #endif
  }

  static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
    #else
    Darwin.write(descriptor, bytes, count)
    #endif
  }

  static func bytes(of descriptor: Int32, _ path: String) throws(JournalError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(reason(path, errno))
      }
      bytes += buffer[..<count]
    }
  }

  /// Makes sure that a new file is found after a power failure.
  static func synchronize(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static func reason(_ path: String, _ code: Int32) -> String {
    "\(path): \(String(cString: strerror(code)).lowercased())"
  }
}
