// SPDX-License-Identifier: Apache-2.0

import CLibrary

extension SystemFiles {
  /// Writes files for another program into a folder of their own that only the user can enter, and removes them after a
  /// function.
  ///
  /// - Parameters:
  ///   - files: The names and the contents.
  ///   - body: Uses the files, by the path of their folder.
  /// - Returns: What the function returns; nil if the files can't be written.
  /// - Complexity: O(*n*) in the size of the files.
  package static func withTemporary<Result>(
    _ files: [(name: String, content: [UInt8])], _ body: (String) -> Result?
  ) -> Result? {
    let parent = SystemHost.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/stackflow-merge-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for (name, _) in files { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    for (name, bytes) in files {
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      guard (try? writeAll(bytes, to: descriptor, name: path)) != nil else {
        return nil
      }
    }
    return body(folder)
  }
}
