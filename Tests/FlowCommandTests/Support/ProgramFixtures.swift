// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import StackFlowTesting
import Testing

/// The built program, and the small flows that the tests give it.
enum ProgramFixtures {
  /// `Tests/Fixtures/program`.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/program")

  /// The package's `Flows`.
  static let flows = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Flows")

  /// The path of the program.
  static func program() throws -> String {
    try #require(BuiltProgram.path("stackflow"), "the program is not built")
  }

  /// The environment of the program: nothing of the person's that runs the tests.
  static func environment(_ more: [String: String]) -> [String: String] {
    var all = [
      "HOME": "/nonexistent", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin",
    ]
    all.merge(more) { $1 }
    return all
  }
}

/// A folder that exists as long as this object.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "stackflow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  var path: String { url.path(percentEncoded: false) }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  func text(of name: String) -> String? {
    try? String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
