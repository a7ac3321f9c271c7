// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowHosts
import FlowModel
import Foundation
import RandomTesting
import Testing

/// The flows in `Flows/`.
enum FlowsOfFolder {
  /// Loads all of them.
  ///
  /// - Throws: If one can't be read or has mistakes.
  static func load() throws -> [CheckedFlow] {
    let source = FolderFiles(beside: ProjectFolder.url.appending(path: "Flows").path + "/")
    return try source.names.filter { $0.hasSuffix(".flow.yaml") }.sorted().map { name in
      try #require(FlowFile.load(source.read(name), name: name, files: source).flow, "\(name)")
    }
  }
}
