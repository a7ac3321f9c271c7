// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension ProgramOutput {
  /// The folders of fetched templates, whose files findings name by their paths in the repository.
  private static let shortened = Mutex<[String]>([])

  /// Names the files of a folder by their paths in it from now on.
  package static func shorten(_ folder: String) {
    shortened.withLock { folders in
      if !folders.contains(folder) { folders.append(folder) }
    }
  }

  /// The path of a file or a folder as findings name it.
  package static func shown(_ path: String) -> String {
    shortened.withLock { folders in
      let folder = folders.first { path.hasPrefix($0 + "/") }
      return folder.map { String(path.dropFirst($0.count + 1)) } ?? path
    }
  }
}
