// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Synchronization

/// The names in a folder, in their order, as they were when it was read.
struct FolderNames: Sendable {
  struct Name: Sendable {
    let text: String

    /// Whether it's a folder; nil if only looking at it tells, as for a symbolic link.
    let isFolder: Bool?
  }

  /// The names that don't begin with a `.`, sorted.
  private var visible: [Name] = []

  /// The names that begin with a `.`, sorted.
  private var hidden: [Name] = []

  /// Reads a folder; nil if it can't be read.
  ///
  /// - Complexity: O(*n* log *n*) in the number of names.
  init?(of path: String) {
    let isRead = SystemFiles.readFolder(path) { text, type in
      let isKnown = type != UInt8(DT_LNK) && type != UInt8(DT_UNKNOWN)
      let name = Name(text: text, isFolder: isKnown ? type == UInt8(DT_DIR) : nil)
      if text.utf8.first == UInt8(ascii: ".") { hidden.append(name) } else { visible.append(name) }
    }
    guard isRead else { return nil }
    visible.sort { $0.text < $1.text }
    hidden.sort { $0.text < $1.text }
  }

  /// The names that begin with a text; hidden ones only if the text begins with a `.`.
  ///
  /// - Complexity: O(log *n*) comparisons in the number of names.
  func beginning(_ start: String) -> ArraySlice<Name> {
    let names = start.utf8.first == UInt8(ascii: ".") ? hidden : visible
    guard !start.isEmpty else { return names[...] }
    // No character comes after the last one that Unicode has.
    let first = Self.place(of: start, in: names)
    return names[first..<max(first, Self.place(of: start + "\u{10FFFF}", in: names))]
  }

  /// The index of the first name that doesn't come before a text.
  private static func place(of text: String, in names: [Name]) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].text < text { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The names in the folder that was listed last, which is read again only after it has changed.
///
/// A person types one character after the other, and each lists the same folder.
final class FolderCache: Sendable {
  /// The state of a folder that the system reports without reading its content.
  private struct Version: Equatable {
    let device: UInt64
    let number: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  private struct State {
    var path = ""
    var version: Version?
    var names: FolderNames?
    var readCount = 0
  }

  private let state = Mutex(State())

  /// The number of times that a folder was read, for tests that count work.
  var readCount: Int { state.withLock { $0.readCount } }

  /// The names in a folder; nil if it can't be read.
  func names(inFolder path: String) -> FolderNames? {
    state.withLock { state in
      let now = time(nil)
      let version = Self.version(of: path)
      if let version, version == state.version, path == state.path { return state.names }
      state.readCount += 1
      state.path = path
      state.names = FolderNames(of: path)
      // Two changes may get the same time, so a folder that has just changed is read again.
      state.version = version.flatMap { now - $0.seconds > 2 ? $0 : nil }
      return state.names
    }
  }

  private static func version(of path: String) -> Version? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let changed = status.st_mtimespec
    #else
    let changed = status.st_mtim
    #endif
    return Version(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino), seconds: Int(changed.tv_sec),
      nanoseconds: Int(changed.tv_nsec))
  }
}
