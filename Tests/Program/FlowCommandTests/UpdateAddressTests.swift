// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import GitTesting
import Testing

/// Updates of projects whose templates are at addresses: repositories that git makes here.
@Suite("stackflow update from an address")
struct UpdateAddressTests {
  private let repository: GitRepository

  /// Where the projects are.
  private let folder: String

  init() throws {
    repository = try GitRepository(named: "tool")
    folder = repository.folder + "/here"
    try FileManager.default.createDirectory(
      atPath: folder + "/p", withIntermediateDirectories: true)
  }

  private func call(_ arguments: String...) throws -> ProgramCall {
    try ProgramCall(
      arguments, environment: ["XDG_CACHE_HOME": repository.folder + "/cache"], directory: folder)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private static let lines = (1...9).map { "line \($0)\n" }.joined()

  /// The recorded commit is the base, and the highest release is the new version.
  @Test func theRecordedCommitIsTheBase() throws {
    let flow = "flow: 1\nid: tool\nupdatable: true\nsteps:\n  - { write: p, tree: t, to: p }\n"
    try repository.write(flow, to: "tool.flow.yaml")
    try repository.write(Self.lines, to: "t/a")
    let first = try repository.commit(tag: "v1.0.0")
    let address = "file://\(repository.path)"
    let run = try call(
      "run", address, "--no-input", "--yes", "--trust", "--no-save", "--allow-write", ".")
    expectEqual(run.exit, 0, "\(run.messages)")
    let record = text("p/.stackflow/tool.yaml") ?? ""
    #expect(
      record.contains("commit: \(first)") || record.contains("commit: \"\(first)\""), "\(record)")
    try write(Self.lines.replacingOccurrences(of: "line 1\n", with: "mine\n"), to: "p/a")
    try repository.write(
      Self.lines.replacingOccurrences(of: "line 8\n", with: "theirs\n"), to: "t/a")
    let second = try repository.commit(tag: "v1.1.0")
    try repository.write("later\n", to: "t/a")
    try repository.commit()
    let check = try call("update", "p", "--check")
    expectEqual(check.exit, 1, "\(check.messages)")
    expectEqual(check.output, "merged  a  (+1 -1)\n")
    // The version that made it has nothing new.
    expectEqual(try call("update", "p", "--check", "--to", "v1.0.0").exit, 0)
    let update = try call("update", "p", "--yes", "--no-input")
    expectEqual(update.exit, 0, "\(update.messages)")
    expectEqual(
      text("p/a"),
      Self.lines.replacingOccurrences(of: "line 1\n", with: "mine\n")
        .replacingOccurrences(of: "line 8\n", with: "theirs\n"))
    #expect(text("p/.stackflow/tool.yaml")?.contains(second) == true)
  }

  /// Copier's answers name the template and its tag, so no one has to name the base.
  @Test func aProjectOfCopierNamesItsBase() throws {
    try repository.write("name: { type: str }\n", to: "copier.yml")
    try repository.write("# {{ name }}\n\n\(Self.lines)", to: "README.md.jinja")
    try repository.commit(tag: "v1.0.0")
    try repository.write(
      "# {{ name }}\n\n" + Self.lines.replacingOccurrences(of: "line 8\n", with: "theirs\n"),
      to: "README.md.jinja")
    try repository.commit(tag: "v2.0.0")
    try write(
      "_commit: v1.0.0\n_src_path: file://\(repository.path)\nname: Shop\n",
      to: "p/.copier-answers.yml")
    try write(
      "# Shop\n\n" + Self.lines.replacingOccurrences(of: "line 1\n", with: "mine\n"),
      to: "p/README.md")
    let update = try call("update", "p", "--yes", "--no-input")
    expectEqual(update.exit, 0, "\(update.messages)")
    expectEqual(
      text("p/README.md"),
      "# Shop\n\n"
        + Self.lines.replacingOccurrences(of: "line 1\n", with: "mine\n")
        .replacingOccurrences(of: "line 8\n", with: "theirs\n"))
    let again = try call("update", "p", "--check")
    expectEqual(again.output, "The project is up to date.\n", "\(again.messages)")
  }
}
