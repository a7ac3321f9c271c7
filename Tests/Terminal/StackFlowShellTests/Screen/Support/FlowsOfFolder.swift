// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowForms
import FlowHosts
import Foundation
import RandomTesting
import Testing

/// The flows in `Flows/`.
struct FlowsOfFolder: FlowFileSource {
  private static let folder = ProjectFolder.url.appending(path: "Flows")

  /// Loads all of them.
  ///
  /// - Throws: If one can't be read or has mistakes.
  static func load() throws -> [CheckedFlow] {
    let source = FlowsOfFolder()
    return try source.names.filter { $0.hasSuffix(".flow.yaml") }.sorted().map { name in
      try #require(FlowFile.load(source.read(name), name: name, files: source).flow, "\(name)")
    }
  }

  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path)) ?? []
  }

  func read(_ relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: relativePath)))
  }

  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    try FolderFiles(beside: Self.folder.path + "/").entries(in: folder, limit: limit)
  }
}
