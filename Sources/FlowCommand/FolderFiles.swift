// SPDX-License-Identifier: GPL-3.0-or-later

import FlowFiles
import FlowHosts

/// The files beside a flow file, for the loader.
struct FolderFiles: FlowFileSource {
  let folder: FlowFolder

  /// The files beside a flow file; nil for standard input, which stands in no folder.
  init?(beside file: String, limit: Int) {
    if file == "-" { return nil }
    folder = FlowFolder(of: file, limit: limit)
  }

  func read(_ relativePath: String) throws -> [UInt8] {
    do {
      return try folder.read(relativePath)
    } catch {
      // The loader names the file itself.
      throw FlowFileSourceError(error.reason)
    }
  }
  var names: [String] { folder.names }
}
