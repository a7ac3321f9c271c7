// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowExpressions
import FlowHosts

// Keeps the store from growing: what wasn't used for long is dropped when something is fetched.
extension TemplateStore {
  /// How long a commit stays that isn't used, in days.
  static let unusedDays = 90

  /// The maximum number of names that are looked at in a folder.
  private static let maximumNameCount = 1_000

  /// Drops what wasn't used for ``unusedDays``.
  func dropUnused() {
    dropUnused(since: SystemHost.now.secondsSinceEpoch - Int64(Self.unusedDays) * 86_400)
  }

  /// Drops the commits that weren't used since a time, and repositories of which none is left; what another process uses
  /// stays.
  ///
  /// - Parameter limit: The time, in seconds since 1970.
  /// - Complexity: O(*n*) in what's dropped, and in the number of commits, of which at most a thousand of each of a
  ///   thousand repositories are looked at.
  func dropUnused(since limit: Int64) {
    for name in (SystemFiles.names(inFolder: folder) ?? []).prefix(Self.maximumNameCount) {
      let place = Place(path: "\(folder)/\(name)")
      guard SystemFiles.exists("\(place.path)/\(Place.address)"),
        let lock = try? FolderLock(named: "lock", in: place.path, patience: 0)
      else { continue }
      defer { withExtendedLifetime(lock) {} }
      var isUsed = Self.time(of: "\(place.path)/\(Place.address)").map { $0 >= limit } ?? true
      for name in (SystemFiles.names(inFolder: place.path) ?? []).prefix(Self.maximumNameCount) {
        let path = "\(place.path)/\(name)"
        let isCommit = TemplateReferences.isCommit(name)
        guard isCommit || name.hasPrefix("made-") else { continue }
        if let used = Self.time(of: path), used < limit {
          SystemFiles.remove(path)
        } else if isCommit {
          isUsed = true
        }
      }
      if !isUsed { SystemFiles.remove(place.path) }
    }
  }

  /// Notes that a folder of a commit, or of what was made of it, is used now.
  func noteUse(of path: String) { utimensat(AT_FDCWD, path, nil, 0) }

  /// The time at which a file or a folder was changed or used last, in seconds since 1970; nil if there's none.
  private static func time(of path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    return Int64(status.st_mtimespec.tv_sec)
    #else
    return Int64(status.st_mtim.tv_sec)
    #endif
  }
}
