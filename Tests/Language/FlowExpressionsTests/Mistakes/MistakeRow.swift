// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import SourceDiagnostics
import Testing

/// A text with its mistakes, written as `id start..<end: message`, and the result of the first fix.
struct MistakeRow: Sendable, CustomTestStringConvertible {
  let text: String
  let expected: ValueType?
  let mistakes: [String]
  let fixed: String?

  init(_ text: String, as expected: ValueType? = nil, _ mistakes: [String], fixed: String? = nil) {
    self.text = text
    self.expected = expected
    self.mistakes = mistakes
    self.fixed = fixed
  }

  var testDescription: String { text }

  static let environment: ExpressionEnvironment = {
    var options = ExpressionOptions()
    options.allowsHasOfNames = true
    let owner = RecordType([.init("name", .string), .init("mail", .string, isOptional: true)])
    var environment = ExpressionEnvironment(
      variables: [
        VariableDeclaration("kind", .string, knownValues: .oneOf(["http", "worker", "cron"])),
        VariableDeclaration("backup_dst", .string),
        VariableDeclaration("port", .int, presence: .maybe),
        VariableDeclaration("price", .double), VariableDeclaration("team", .list(.string)),
        VariableDeclaration("ok", .bool), VariableDeclaration("n", .int),
        VariableDeclaration("u", .uint), VariableDeclaration("owner", .record(owner)),
        VariableDeclaration("other", .dyn),
        VariableDeclaration("label(port)", .string),
      ], functions: FlowLibrary.functions, options: options)
    environment.nameFunctions = ["label": "the answer of a choice"]
    return environment
  }()

  func check() {
    let result = Self.environment.compile(text, expecting: expected)
    let found = result.mistakes.map { mistake in
      let warning = mistake.severity == .warning ? "warning " : ""
      let range = "\(mistake.range.lowerBound)..<\(mistake.range.upperBound)"
      return "\(warning)\(mistake.id) \(range): \(mistake.message)"
    }
    expectEqual(found, mistakes)
    expectEqual((result.expression == nil), result.mistakes.contains { $0.severity == .error })
    let fixIt = result.mistakes.lazy.compactMap(\.fixIts.first).first
    expectEqual(fixIt.map(applied), fixed)
  }

  private func applied(_ fixIt: FixIt) -> String {
    var bytes = Array(text.utf8)
    for edit in fixIt.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        edit.range.lowerBound..<edit.range.upperBound, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
