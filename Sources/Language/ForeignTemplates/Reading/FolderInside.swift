// SPDX-License-Identifier: Apache-2.0

import FlowModel

/// The files of a folder inside another one.
struct FolderInside: FlowFileSource {
  private let files: any FlowFileSource
  private let folder: String

  /// Creates the source of a folder, by its path; empty for the whole.
  init(_ files: any FlowFileSource, _ folder: String) {
    self.files = files
    self.folder = folder
  }

  /// The files of a folder in this one.
  func inside(_ inner: String) -> FolderInside { FolderInside(files, path(inner)) }

  private func path(_ inner: String) -> String {
    if folder.isEmpty { return inner }
    return inner == "." ? folder : "\(folder)/\(inner)"
  }

  func read(_ relativePath: String) throws -> [UInt8] { try files.read(path(relativePath)) }

  func entries(in folder: String, limit: Int) throws -> [FlowFolderEntry] {
    try files.entries(in: path(folder), limit: limit)
  }
}
