// SPDX-License-Identifier: GPL-3.0-or-later

import FlowFiles
import FlowHosts

/// The files beside a flow on the disk.
struct FlowFolder: FlowFileSource {
  /// The folder, with `/` at its end; empty for the working directory.
  let path: String

  /// The most bytes that are read of a file.
  let limit: Int

  /// The folder of a flow's file; nil for standard input, which stands in none.
  init?(of file: String, limit: Int) {
    guard file != "-" else { return nil }
    path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    self.limit = limit
  }

  func read(_ relativePath: String) throws -> [UInt8] {
    do {
      return try SystemFiles.read(path + relativePath, limit: limit)
    } catch {
      throw FlowFileSourceError(error.isMissing ? "there is no such file" : error.message)
    }
  }

  var names: [String] { SystemFiles.names(inFolder: path.isEmpty ? "." : path) ?? [] }
}
