// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Finds out which of some files have changed since the last report, by comparing two looks at them.
///
/// Looks work on every file system, also on those that report no changes, such as folders of a network or of a virtual
/// machine. A file that an editor saves by renaming another one has changed, and is missing in no look but one.
package struct FileChanges: Sendable {
  /// The state that a look sees: the time, the size, and the number of each file, by path.
  package typealias State = [String: [Int]]

  /// The files that are looked at.
  package enum Scope: Sendable {
    /// The YAML files in the folders of the paths.
    case flows

    /// All files below the folders of the paths, except for some paths.
    case everything(except: [String])
  }

  private var told: State
  private var last: State

  /// The maximum number of files that are looked at.
  private static let maximumFiles = 5_000

  /// Creates the changes since a look.
  package init(since state: State) {
    told = state
    last = state
  }

  /// Takes a look, and returns the paths of the files that have changed, sorted; nil if none has.
  ///
  /// A change is told once, and only after two looks that see the same: in between, a file may be half written, or
  /// missing.
  ///
  /// - Parameters:
  ///   - now: The look.
  ///   - matters: Returns whether a change of a path matters; others are known at once, and never told.
  /// - Returns: The paths.
  package mutating func look(
    _ now: State, where matters: (String) -> Bool = { _ in true }
  ) -> [String]? {
    let changed = Set(told.keys).union(now.keys).filter { told[$0] != now[$0] }
    for path in changed where !matters(path) { told[path] = now[path] }
    let names = changed.filter(matters)
    let isSettled = names.allSatisfy { now[$0] == last[$0] }
    last = now
    guard !names.isEmpty, isSettled else { return nil }
    for path in names { told[path] = now[path] }
    return names.sorted()
  }

  /// Looks at the files of paths.
  ///
  /// - Parameters:
  ///   - paths: Files and folders. Of a file, the folder that contains it is looked at.
  ///   - scope: What's looked at there.
  /// - Returns: What's seen.
  /// - Complexity: O(*n*) in the number of files, of which there's a maximum.
  package static func state(of paths: [String], _ scope: Scope) -> State {
    var look = Look(scope)
    for path in paths {
      let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      look.enter(SystemFiles.isFolder(path) ? path : parent)
    }
    return look.state
  }

  private struct Look {
    private let isDeep: Bool
    private let excluded: Set<String>
    private(set) var state: State = [:]

    init(_ scope: Scope) {
      switch scope {
      case .flows: (isDeep, excluded) = (false, [])
      case .everything(let excluded):
        isDeep = true
        self.excluded = Set(excluded.map { SystemFiles.path($0, from: "/") })
      }
    }

    mutating func enter(_ folder: String) {
      var folders = [folder]
      while let folder = folders.popLast() {
        for name in SystemFiles.names(inFolder: folder) ?? [] {
          guard state.count < maximumFiles else { return }
          let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
          var status = stat()
          guard lstat(path, &status) == 0 else { continue }
          if status.st_mode & S_IFMT == S_IFDIR {
            // A change by git in its own folder is no change of a flow.
            if isDeep, name != ".git" { folders.append(path) }
            continue
          }
          guard isDeep ? !isExcluded(path) : name.hasSuffix(".yaml"), stat(path, &status) == 0
          else { continue }
          #if canImport(Darwin)
          let time = status.st_mtimespec
          #else
          let time = status.st_mtim
          #endif
          state[path] = [
            Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size), Int(status.st_ino),
          ]
        }
      }
    }

    private func isExcluded(_ path: String) -> Bool {
      !excluded.isEmpty && excluded.contains(SystemFiles.path(path, from: "/"))
    }
  }
}
