// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The folders of fetched templates, whose files findings name by their paths in the repository.
package enum ShownPaths {
  private static let folders = Mutex<[String]>([])

  /// Names the files of a folder by their paths in it from now on.
  package static func shorten(_ folder: String) {
    folders.withLock { folders in
      if !folders.contains(folder) { folders.append(folder) }
    }
  }

  /// The path of a file or a folder as findings name it.
  package static func shown(_ path: String) -> String {
    folders.withLock { folders in
      let folder = folders.first { path.hasPrefix($0 + "/") }
      return folder.map { String(path.dropFirst($0.count + 1)) } ?? path
    }
  }
}
