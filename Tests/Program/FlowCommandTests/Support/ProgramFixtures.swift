// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting
import StackFlowTesting
import Testing

/// The built program, and the small flows for its tests.
enum ProgramFixtures {
  /// `Tests/Fixtures/program`.
  static let folder = package.appending(path: "Tests/Fixtures/program").path

  /// The package's `Flows`.
  static let flows = package.appending(path: "Flows").path

  private static let package = ProjectFolder.url

  /// The text of README.md.
  static func readme() throws -> String { try text(of: "README.md") }

  /// The text of a file of the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The path of the program.
  static func program() throws -> String {
    try #require(BuiltProgram.path("stackflow"), "the program is not built")
  }

  /// The environment of the program, without anything from the user who runs the tests.
  static func environment(_ more: [String: String]) -> [String: String] {
    var all = [
      "HOME": "/nonexistent", "INPUTRC": "/dev/null", "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "NO_COLOR": "1",
      // Most walks are of the line face; those of the others set this to "".
      "ACCESSIBLE": "1",
      // A test reads the screen at rest.
      "REDUCE_MOTION": "1",
      // The emulator cuts off rows that are too long for its window.
      "XTERM_VERSION": "XTerm(379)",
    ]
    // Without a home, a walk says that it isn't saved.
    if more["XDG_STATE_HOME"] == nil { all["STACKFLOW_NO_SAVE"] = "1" }
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

  /// Writes a file that only its owner can read, as a key must be.
  func write(key: String, to name: String) throws {
    try write(key, to: name)
    try setMode(0o600, of: name)
  }

  /// Copies a fixture's flow here, or into a folder in here.
  func copy(_ name: String, to folder: String = ".") throws {
    let original = URL(filePath: ProgramFixtures.folder).appending(path: name)
    try FileManager.default.copyItem(at: original, to: url.appending(path: "\(folder)/\(name)"))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name), withIntermediateDirectories: false)
  }

  func text(of name: String) -> String? {
    try? String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  func isLink(_ name: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + name)) != nil
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: path + "/" + name)
  }

  func mode(of name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  var names: [String] { names(in: ".") }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: name))
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
