// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowHosts
import FlowModel
import FlowSessions
import FlowTesting
import Foundation
import SourceDiagnostics

@testable import ProjectUpdates

/// A project in a folder of its own, which a flow in memory has made.
final class TestProject {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "update-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  // MARK: Files

  /// The texts of the files by their paths, without records.
  ///
  /// A link is `-> target`, and a program begins with `x `.
  var files: [String: String] {
    var files: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
    where !name.hasPrefix(".stackflow") {
      switch SystemWrites(folder: path).found(at: [name])[0] {
      case .file(let bytes, let mode):
        files[name] = (mode & 0o100 != 0 ? "x " : "") + String(decoding: bytes, as: UTF8.self)
      case .link(let target): files[name] = "-> \(target)"
      case .nothing, .obstacle: break
      }
    }
    return files
  }

  /// The names of all that's in the folder.
  var names: [String] {
    (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
  }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func makeExecutable(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
  }

  // MARK: Flows

  /// The time of all that happens.
  static let now = Timestamp.epoch

  /// Returns a flow with `updatable` that writes a tree of templates.
  ///
  /// - Parameters:
  ///   - files: The texts of the files in the tree, by their names there.
  ///   - steps: The questions before the write, a line each.
  ///   - keys: More keys of the write, each beginning with a comma.
  ///   - head: More keys of the flow, a line each.
  /// - Returns: The flow.
  /// - Throws: An error if it has mistakes.
  static func flow(
    _ files: [String: String], asking steps: [String] = [], _ keys: String = "", head: String = ""
  ) throws -> CheckedFlow {
    let all = steps + ["{ write: project, tree: t\(keys) }"]
    return try checkedFlow(
      "flow: 1\nid: app\nupdatable: true\n\(head)steps:\n" + all.map { "  - \($0)\n" }.joined(),
      files: MemoryFileSource(
        texts: Dictionary(uniqueKeysWithValues: files.map { ("t/\($0.key)", $0.value) })))
  }

  static func rendered(
    _ flow: CheckedFlow, answers: [String: FieldInput] = [:], offered: [String: FieldInput] = [:],
    takingDefaults: Bool = true
  ) throws(RenderingFailure) -> RenderedProject {
    try RenderedProject.rendered(
      flow, inputs: [:],
      options: SessionOptions(
        answers: answers, takesDefaults: takingDefaults, suggestions: offered,
        source: FlowSource(location: "app.flow.yaml", program: "1")), now: now)
  }

  /// The record of the project.
  func record() throws -> UpdateRecord {
    let bytes = Array(try Data(contentsOf: URL(filePath: "\(path)/.stackflow/app.yaml")))
    let read = UpdateRecord.read(bytes, name: "app.yaml")
    struct Damage: Error { let findings: [String] }
    guard let record = read.record else {
      throw Damage(findings: read.diagnostics.diagnostics.map(\.message))
    }
    return record
  }

  /// Makes the project, as walking its flow does.
  func make(_ flow: CheckedFlow, answers: [String: FieldInput] = [:]) throws {
    let rendered = try Self.rendered(flow, answers: answers)
    let plan = UpdatePlan(
      recorded: [], base: nil, theirs: rendered,
      find: { SystemWrites(folder: path).found(at: $0) }, merge: { _, _, _ in .impossible })
    struct Failure: Error { let message: String }
    if let message = UpdateWriting(folder: path, flow: "app").write(
      plan.request(choosing: [:], of: "app"))
    {
      throw Failure(message: message)
    }
  }

  /// Returns the update from one version of the flow to another one, of which the earlier one takes defaults or not.
  func plan(
    from old: CheckedFlow?, to new: CheckedFlow, answers: [String: FieldInput] = [:],
    restoring restored: Set<String> = [], takingDefaults takesDefaults: Bool = true,
    givenSecrets: Bool = true
  ) throws -> UpdatePlan {
    let record = try record()
    let base = try old.map { old throws(RenderingFailure) in
      try RenderedProject.recorded(
        old, record, options: SessionOptions(takesDefaults: takesDefaults), secrets: answers)
    }
    let known = try record.answers(for: new, asking: [])
    let theirs = try Self.rendered(
      new, answers: known.given.merging(answers) { $1 }, offered: known.offered)
    return UpdatePlan(
      recorded: record.files, base: base, theirs: theirs, givenSecrets: givenSecrets,
      restoring: restored,
      find: { SystemWrites(folder: path).found(at: $0) },
      list: { SystemWrites(folder: path).files(inFolder: $0) },
      merge: { FileMerge().merge(mine: $0, base: $1, theirs: $2) })
  }

  /// Carries out an update.
  func carryOut(_ plan: UpdatePlan, choosing choices: [String: UpdateChoice] = [:]) -> String? {
    UpdateWriting(folder: path, flow: "app").write(plan.request(choosing: choices, of: "app"))
  }
}

extension UpdatePlan {
  /// The verdicts by path, without files that stay as they are.
  var verdicts: [String: String] {
    var verdicts: [String: String] = [:]
    for entry in entries where entry.verdict != .unchanged {
      verdicts[entry.path] = entry.verdict.rawValue
    }
    return verdicts
  }
}
