// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import Testing

@testable import FlowHosts
@testable import ProjectUpdates

/// Random histories of a template, its answers, and a user's edits, in which no change of the user is lost without a
/// question.
///
/// The model is git's: each file that both have changed is merged by `git merge-file`, in a process of its own.
@Suite struct RandomHistoryTests {
  /// A template as it's drawn: the lines of its files, by their names, and those that only an answer keeps.
  private struct Template {
    var files: [String: [String]] = [:]

    /// The files that are only there if the answer `extra` is yes.
    var extras: Set<String> = []

    /// Returns the files that it becomes, by the path.
    func rendered(_ hasExtras: Bool) -> [String: String] {
      var result = ["always": "always\n"]
      for (name, lines) in files where hasExtras || !extras.contains(name) {
        result[name] = lines.map { $0 + "\n" }.joined()
      }
      return result
    }

    func flow() throws -> CheckedFlow {
      var texts = ["always": "always\n"]
      for (name, lines) in files {
        let text = lines.map { $0 + "\n" }.joined()
        let isExtra = extras.contains(name)
        texts[isExtra ? "${extra ? '\(name)' : ''}.tmpl" : name] = text
      }
      return try TestProject.flow(texts, asking: ["{ ask: extra, type: boolean, default: true }"])
    }
  }

  private static let names = ["a", "b", "c", "d", "e", "f"]

  private static func change(
    _ template: inout Template, _ random: inout SeededGenerator, _ serial: inout Int
  ) {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      serial += 1
      let name = names.randomElement(using: &random) ?? "a"
      guard var lines = template.files[name] else {
        template.files[name] = (1...8).map { "line \($0) of \(serial)" }
        if Bool.random(using: &random) { template.extras.insert(name) }
        continue
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        template.files[name] = nil
        template.extras.remove(name)
      case 1: lines.append("added by \(serial)")
      default:
        lines[Int.random(in: 0..<lines.count, using: &random)] = "changed by \(serial)"
      }
      if template.files[name] != nil { template.files[name] = lines }
    }
  }

  private static func edit(
    _ project: TestProject, _ random: inout SeededGenerator, _ serial: inout Int
  ) throws {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      serial += 1
      let name = names.randomElement(using: &random) ?? "a"
      guard let text = project.files[name] else {
        try project.write("mine \(serial)\n", to: name)
        continue
      }
      var lines = text.split(separator: "\n").map(String.init)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        try project.remove(name)
        continue
      case 1: lines.insert("mine \(serial)", at: 0)
      default:
        if lines.isEmpty { lines = ["mine"] }
        lines[Int.random(in: 0..<lines.count, using: &random)] = "mine \(serial)"
      }
      try project.write(lines.map { $0 + "\n" }.joined(), to: name)
    }
  }

  /// Returns the text that git merges from three texts; nil for a conflict.
  private static func gitMerge(_ mine: String, _ base: String, _ theirs: String) throws -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [("mine", mine), ("base", base), ("theirs", theirs)] {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "merge-file", "-p", "-q", "mine", "base", "theirs"]
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }

  /// The model's verdict on a file: its new content (nil: nothing), or that it's a question.
  private enum Expected: Equatable {
    case becomes(String?)
    case question
  }

  private static func expected(
    base: String?, mine: String?, theirs: String?
  ) throws -> Expected {
    if mine == theirs { return .becomes(mine) }
    if base == theirs { return .becomes(mine) }
    guard let base else { return mine == nil ? .becomes(theirs) : .question }
    // A file that the user deleted stays deleted.
    guard let mine else { return .becomes(nil) }
    if mine == base { return .becomes(theirs) }
    guard let theirs else { return .question }
    return try gitMerge(mine, base, theirs).map { .becomes($0) } ?? .question
  }

  @Test func noChangeOfTheUserIsLostWithoutAQuestion() throws {
    let runs = RandomRuns(long: 200, named: "random histories of updates")
    var (questions, merges) = (0, 0)
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var serial = 0
      var template = Template()
      for _ in 0..<3 { Self.change(&template, &random, &serial) }
      var hasExtras = Bool.random(using: &random)
      var flow = try template.flow()
      let project = try TestProject()
      try project.make(flow, answers: ["extra": .value(.bool(hasExtras))])
      for _ in 0..<4 {
        let (base, old) = (template.rendered(hasExtras), flow)
        try Self.edit(project, &random, &serial)
        Self.change(&template, &random, &serial)
        if Int.random(in: 0..<3, using: &random) == 0 { hasExtras.toggle() }
        flow = try template.flow()
        let theirs = template.rendered(hasExtras)
        let mine = project.files
        let plan = try project.plan(
          from: old, to: flow, answers: ["extra": .value(.bool(hasExtras))])
        let choices = Dictionary(
          uniqueKeysWithValues: plan.questions.map { entry in
            (entry.path, entry.choices.randomElement(using: &random) ?? .keep)
          })
        expectEqual(project.carryOut(plan, choosing: choices), nil)
        let result = project.files
        for path in Set(base.keys).union(mine.keys).union(theirs.keys) {
          let expected = try Self.expected(
            base: base[path], mine: mine[path], theirs: theirs[path])
          let comment = "STACKFLOW_SEED=\(seed), \(path)"
          switch expected {
          case .becomes(let text):
            expectEqual(result[path], text, "\(comment)")
            #expect(choices[path] == nil, "\(comment)")
            if text != mine[path], mine[path] != base[path] { merges += 1 }
          case .question:
            questions += 1
            switch choices[path] {
            case .keep: expectEqual(result[path], mine[path], "\(comment)")
            case .theirs: expectEqual(result[path], theirs[path], "\(comment)")
            case .markers: #expect(result[path]?.contains("<<<<<<< yours\n") == true, "\(comment)")
            case nil: Issue.record("no question: \(comment)")
            }
          }
        }
        // An update right after it has nothing to do.
        #expect(try !project.plan(from: flow, to: flow).hasChanges, "STACKFLOW_SEED=\(seed)")
        try Self.resolve(project)
      }
    }
    print("\(questions) questions, \(merges) merges")
    #expect(runs.holds(questions, of: 1))
  }

  /// Resolves conflicts as users do: by taking their own lines.
  private static func resolve(_ project: TestProject) throws {
    for (path, text) in project.files where text.contains("<<<<<<< yours\n") {
      var lines: [Substring] = []
      var isOurs = true
      for line in text.split(separator: "\n") {
        if line.hasPrefix("<<<<<<< ") || line.hasPrefix(">>>>>>> ") {
          isOurs = true
        } else if line.hasPrefix("||||||| ") {
          isOurs = false
        } else if isOurs {
          lines.append(line)
        }
      }
      try project.write(lines.map { $0 + "\n" }.joined(), to: path)
    }
  }
}
