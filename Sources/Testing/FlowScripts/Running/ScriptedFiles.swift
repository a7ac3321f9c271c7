// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
package import FlowModel

/// The files of a scripted walk as a value, which a copy of the walk can go on with.
package struct ScriptedFiles: Hashable, Sendable {
  /// The contents of the files, by path.
  private var files: [String: [UInt8]] = [:]

  /// The empty directories, each ending in `/`.
  private var directories: [String]

  /// Creates the files that exist at the start.
  ///
  /// - Parameter texts: The texts by path; a path that ends in `/` is an empty directory.
  package init(_ texts: [String: String] = [:]) {
    directories = texts.keys.filter { $0.hasSuffix("/") }.sorted()
    for (path, text) in texts where !path.hasSuffix("/") {
      files[ScriptedPaths.normalized(path)] = Array(text.utf8)
    }
  }

  /// Returns whether a write with the policy `ask` would replace a file with different content.
  func meetsFile(_ write: WriteRequest) -> Bool {
    write.parts.contains { part in
      part.kind != .folder
        && files[ScriptedPaths.normalized(part.path)].map { $0 != part.content } ?? false
    }
  }

  /// Returns what each part of a write would replace.
  package func outlooks(of write: WriteRequest) -> [WriteOutlook] { record.outlooks(of: write) }

  /// Performs a request about a file.
  ///
  /// - Returns: The result; nil for a command or an action, which does nothing here.
  package mutating func perform(_ request: EffectRequest) -> EffectResult? {
    var record = record
    defer { files = record.files }
    switch request.effect {
    case .write(let write) where write.parts.contains(where: { ScriptedEffects.leadsOut($0.path) }):
      return .failed(message: FileFailure.leadsOut.reason)
    case .write(let write): return ScriptedEffects.write(write, &record)
    case .restore(let restore): return ScriptedEffects.restore(restore, request.step, &record)
    case .command, .action: return nil
    }
  }

  private var record: ScriptedEffects.Record {
    ScriptedEffects.Record(files: files, emptyFolders: directories)
  }

  /// Whether there's a file or a folder at a path.
  func contains(_ path: String) -> Bool {
    let path = ScriptedPaths.normalized(path)
    return files[path] != nil || record.folders.contains(path)
  }

  /// Adds a file; a path that ends in `/` is an empty directory.
  mutating func add(_ path: String, _ text: String) {
    guard !path.hasSuffix("/") else { return directories.append(path) }
    files[ScriptedPaths.normalized(path)] = Array(text.utf8)
  }

  /// Returns what's at a path.
  package func facts(of path: String) -> PathFacts {
    ScriptedPaths(paths: Array(files.keys) + directories).facts(of: path)
  }
}
