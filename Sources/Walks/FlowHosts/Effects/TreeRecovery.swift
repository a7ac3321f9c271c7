// SPDX-License-Identifier: Apache-2.0

import CTerminal
import FlowExpressions
package import FlowForms

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A note in the working directory about a tree that's being moved to its place.
///
/// If the process is killed, the note stays, and the next attempt to write the same tree first takes back
/// what the note says. It's written once everything is next to its place, and removed when all of it is in
/// its place.
package struct TreeRecovery {
  /// The maximum size of a note in bytes; one of what trees can replace is smaller.
  private static let noteLimit = 4 * SystemWrites.previousTreeLimit

  private let folder: SystemFolder
  private let parts: [WriteRequest]

  /// The name of the note, which the same tree always has.
  let name: String

  /// Creates the note of a tree in a folder.
  package init(of parts: [WriteRequest], in folder: String) {
    self.init(of: parts, in: SystemFolder(path: folder))
  }

  init(of parts: [WriteRequest], in folder: SystemFolder) {
    self.folder = folder
    self.parts = parts
    // 64-bit FNV-1a, which is the same in every process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    for part in parts {
      add(part.path.utf8)
      add(part.content)
    }
    name = ".stackflow-tree-\(String(hash, radix: 16))"
  }

  /// Returns the name of the temporary file of a part, which the same tree always has, too.
  package func temporaryName(_ index: Int) -> String { "\(name)-\(index)" }

  /// Removes the temporary files of an attempt that was killed before the note was written.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  private func removeTemporaries() {
    if let place = try? folder.place(of: name, makesFolders: false) {
      unlinkat(place.folder, noteTemporary, 0)
    }
    for (index, part) in parts.enumerated() where part.kind != .folder {
      guard
        let place = try? folder.place(
          of: part.path, makesFolders: false, followsLast: part.kind != .link)
      else { continue }
      unlinkat(place.folder, temporaryName(index), 0)
    }
  }

  // MARK: The note

  private var noteTemporary: String { "\(name)-note" }

  /// Writes the note.
  ///
  /// - Parameters:
  ///   - parts: The parts of the tree that change something.
  ///   - written: For each of them, what it replaces.
  ///   - temporaries: For each of them, the path of its temporary file; nil for a folder.
  /// - Throws: The reason why the note can't be written.
  package func note(
    _ parts: [WriteRequest], _ written: [WrittenFile], temporaries: [String?]
  ) throws(SystemWrites.PartFailure) {
    let value = Value.list(
      zip(zip(parts, written), temporaries).map { step, temporary in
        let (part, written) = step
        var entries: [(String, Value)] = [
          ("path", .string(part.path)),
          ("folders", .list(written.madeFolders.map { .string($0) })),
        ]
        switch written.previous {
        case .replaced(let bytes, let mode):
          entries.append(("replaced", .string(Base64.encode(bytes))))
          entries.append(("mode", .int(Int64(mode))))
        case .link(let target): entries.append(("link", .string(target)))
        case .nothing, .appended, .tree: break
        }
        if let temporary { entries.append(("temporary", .string(temporary))) }
        return .map(ValueMap(entries))
      })
    do throws(FileFailure) {
      let place = try folder.place(of: name, makesFolders: false)
      try SystemWrites.put(
        Array((JSONWriter().text(of: value) ?? "[]").utf8), at: place, mode: 0o600, replacing: true,
        temporary: noteTemporary)
    } catch {
      throw .init(path: name, failure: error)
    }
  }

  /// Removes the note.
  func forget() {
    guard let place = try? folder.place(of: name, makesFolders: false) else { return }
    unlinkat(place.folder, place.name, 0)
  }

  /// Has the system write everything to its disk.
  func sync() {
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    ct_sync_file_system(descriptor)
  }

  // MARK: Afterwards

  /// Takes back what a process that was killed has left of the same tree.
  ///
  /// A file that was changed since then fails, and nothing is taken back.
  func undoInterrupted(by writes: SystemWrites) throws(SystemWrites.PartFailure) {
    removeTemporaries()
    guard let place = try? folder.place(of: name, makesFolders: false),
      let file = try? SystemWrites.OldFile(place, limit: Self.noteLimit),
      let text = String(validating: file.content, as: UTF8.self),
      case .list(let steps)? = try? Value(json: text)
    else { return }
    let byPath = Dictionary(parts.map { ($0.path, $0) }) { first, _ in first }
    var undone: [(WriteRequest, WrittenFile)] = []
    for step in steps {
      guard case .map(let map) = step, case .string(let path)? = map["path"],
        let part = byPath[path]
      else { continue }
      var temporary: SystemFolder.Place?
      if case .string(let path)? = map["temporary"],
        path.split(separator: "/").last?.hasPrefix(".stackflow-") == true
      {
        temporary = try? folder.place(of: path, makesFolders: false, followsLast: false)
      }
      var folders: [String] = []
      if case .list(let list)? = map["folders"] {
        for case .string(let folder) in list { folders.append(folder) }
      }
      var previous = WrittenFile.Previous.nothing
      if case .string(let text)? = map["replaced"], let bytes = Base64.decode(text),
        case .int(let mode)? = map["mode"]
      {
        previous = .replaced(bytes, mode: Int(mode & 0o777))
      } else if case .string(let target)? = map["link"] {
        previous = .link(to: target)
      }
      if let temporary { unlinkat(temporary.folder, temporary.name, 0) }
      undone.append((part, WrittenFile(previous: previous, madeFolders: folders)))
    }
    let result = writes.restoreTree(undone.map(\.0), undone.map(\.1))
    if case .failed(let message) = result {
      throw .init(path: name, failure: .system(message))
    }
    forget()
  }
}
