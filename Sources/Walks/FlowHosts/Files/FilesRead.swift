// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Synchronization

/// The files that a task reads, by their numbers in the file system.
///
/// Every file of a flow is read in one place, so this is what a flow depends on, whatever its keys are.
package struct FilesRead: Sendable {
  /// The numbers of the files.
  private(set) var files: Set<Int> = []

  /// The numbers of the folders that were listed.
  private(set) var folders: Set<Int> = []

  /// Whether a file wasn't there, so that any new one can be it.
  private(set) var lacksOne = false

  /// The notes of a task, which its child tasks share.
  private final class Notes: Sendable {
    let read = Mutex(FilesRead())
  }

  @TaskLocal private static var notes: Notes?

  /// Returns what a task reads while it does something.
  package static func during(_ body: () async -> Void) async -> FilesRead {
    let noted = Notes()
    await $notes.withValue(noted) { await body() }
    return noted.read.withLock { $0 }
  }

  /// Notes an open file that's read, or an open folder that's listed.
  static func note(_ descriptor: Int32) {
    guard let notes else { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    notes.read.withLock { read in
      _ =
        isFolder
        ? read.folders.insert(Int(status.st_ino)) : read.files.insert(Int(status.st_ino))
    }
  }

  /// Notes that a file couldn't be opened.
  static func noteMissing() { notes?.read.withLock { $0.lacksOne = true } }

  /// Returns whether a change of each path matters: of a file that was read, of all that's below a folder that was
  /// listed, and of any YAML, which can be a new flow or script.
  ///
  /// - Parameter state: What's there.
  /// - Returns: The question about a path.
  /// - Complexity: O(*n*) in the number of files and folders.
  package func matters(in state: FileChanges.State) -> (String) -> Bool {
    if lacksOne { return { _ in true } }
    var known: Set<String> = []
    var listed: [String: Bool] = [:]
    func isListed(_ path: String) -> Bool {
      guard let slash = path.lastIndex(of: "/") else { return false }
      let folder = String(path[..<slash])
      if let known = listed[folder] { return known }
      var status = stat()
      let isOne =
        stat(folder, &status) == 0 && folders.contains(Int(status.st_ino)) || isListed(folder)
      listed[folder] = isOne
      return isOne
    }
    for (path, look) in state where files.contains(look[3]) { known.insert(path) }
    return { $0.hasSuffix(".yaml") || known.contains($0) || isListed($0) }
  }
}
