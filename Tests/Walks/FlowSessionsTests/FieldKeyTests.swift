// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

@testable import FlowSessions

/// Each key and each constraint works for the types that it applies to, and is refused for all
/// others.
@Suite struct FieldKeyTests {
  /// A value for each constraint, and the types that it applies to.
  static let constraints: [ConstraintKind: (value: [FieldType: String], other: String)] = {
    let bounds: [FieldType: String] = [
      .integer: "1", .number: "1.5", .date: "2026-01-31", .time: "09:00",
      .datetime: "2026-01-31 09:00", .duration: "1h",
    ]
    let lengths: [FieldType: String] = [.string: "3", .text: "3", .secret: "3", .path: "3"]
    let counts: [FieldType: String] = [.choices: "1", .list: "1", .map: "1"]
    let patterns = lengths.mapValues { _ in "'^a$'" }
    return [
      .min: (bounds, "1"), .max: (bounds, "1"),
      .multipleOf: ([.integer: "5", .number: "0.5"], "5"), .minLength: (lengths, "3"),
      .maxLength: (lengths, "3"), .pattern: (patterns, "'^a$'"),
      .format: ([.string: "email"], "email"), .minItems: (counts, "1"),
      .maxItems: (counts, "1"), .unique: ([.list: "true"], "true"),
      .must: ([.path: "exist"], "exist"),
    ]
  }()

  private func findings(_ type: FieldType, _ key: String, _ value: String) -> [String] {
    let choices = type == .choice || type == .choices ? ", choices: [a, b]" : ""
    let text = """
      flow: 1
      id: k
      steps:
        - { ask: x, type: \(type.rawValue)\(choices), \(key): \(value) }
      """
    return FlowFile.load(text, name: "k.flow.yaml").diagnostics.diagnostics.map {
      "\($0.id): \($0.message)"
    }
  }

  /// Returns the key for a type that corresponds to another key for other types, or nil if there
  /// isn't one.
  private static func meant(by kind: ConstraintKind, for type: FieldType) -> String? {
    let bounds: [[ConstraintKind]] = [
      [.min, .minLength, .minItems], [.max, .maxLength, .maxItems],
    ]
    return bounds.first { $0.contains(kind) }?
      .first { Self.constraints[$0]?.value[type] != nil }?.rawValue
  }

  @Test(arguments: ConstraintKind.allCases)
  func aConstraintOnlyAppliesToItsTypes(kind: ConstraintKind) throws {
    let row = try #require(Self.constraints[kind])
    for type in FieldType.allCases {
      let value = row.value[type] ?? row.other
      let found = findings(type, kind.rawValue, value)
      if row.value[type] != nil {
        expectEqual(found, [], "\(kind) of a \(type)")
      } else {
        let meant = Self.meant(by: kind, for: type).map { "; did you mean '\($0)'?" } ?? ""
        expectEqual(
          found,
          [
            "unknown-key: '\(kind.rawValue)' means nothing for a field of type '\(type.rawValue)'"
              + meant
          ], "\(kind) of a \(type)")
      }
    }
  }

  @Test(arguments: FieldType.allCases)
  func commonKeysWorkForEveryType(type: FieldType) {
    for (key, value) in [
      ("label", "A"), ("short", "B"), ("help", "More"), ("hint", "b"), ("required", "false"),
      ("messages", "{ required: needed, type: wrong }"), ("priority", "low"),
      ("remember", "false"), ("validate", "[{ check: 'true', message: m, level: warning }]"),
    ] {
      let found = findings(type, key, value).filter { !$0.hasPrefix("constant-condition") }
      expectEqual(found, [], "\(key) of a \(type)")
    }
  }

  @Test(arguments: FieldType.allCases)
  func someKeysOnlyApplyToOneType(type: FieldType) {
    let misfit = "means nothing for a field of type '\(type.rawValue)'"
    expectEqual(
      findings(type, "confirm", "true"),
      (type == .secret ? [] : ["unknown-key: 'confirm' \(misfit)"]))
    expectEqual(
      findings(type, "suggest", "[a]"),
      (type == .string ? [] : ["unknown-key: 'suggest' \(misfit)"]))
    expectEqual(
      findings(type, "empty", "none"),
      (type == .choice || type == .choices ? [] : ["unknown-key: 'empty' \(misfit)"]))
  }

  @Test(arguments: FieldType.allCases)
  func aDefaultOfEachTypeIsALiteralOrComputed(type: FieldType) {
    let literals: [FieldType: (String, String)] = [
      .integer: ("1", "1"), .number: ("1.5", "1.5"), .boolean: ("true", "true"),
      .date: ("2026-01-31", "today"), .datetime: ("2026-01-31 09:00", "now"),
      .duration: ("1h", "duration('1h')"), .choices: ("[a]", "['a']"), .list: ("[a]", "['a']"),
      .map: ("{ a: b }", "{'a': 'b'}"),
    ]
    // Answers of the others are strings.
    let text = "'\(type.kind.examples.first ?? "a")'"
    let (literal, code) = literals[type] ?? (text, text)
    expectEqual(findings(type, "default", literal), [], "\(literal)")
    expectEqual(findings(type, "default", "{ value: \"\(code)\" }"), [], "\(code)")
  }

  @Test func everyWidgetFitsSomeType() throws {
    for widget in FieldWidget.allCases {
      let fits = FieldType.allCases.filter { findings($0, "widget", widget.rawValue).isEmpty }
      #expect(!fits.isEmpty, "\(widget)")
    }
    let walker = try Walker(
      "flow: 1\nid: w\nsteps: [{ ask: x, type: integer, widget: slider }]\n")
    expectEqual(walker.step?.focusedField?.widget, "slider")
  }

  @Test func answersThatAreNotRememberedAreNotSuggested() throws {
    var walker = try Walker(
      """
      flow: 1
      id: r
      steps:
        - { ask: code, type: string, remember: false }
        - { ask: name, type: string }
        - form: f
          fields:
            - { ask: more, type: boolean }
            - { ask: token, type: string, remember: false, when: more }
      """)
    walker.type("1234", "ada")
    walker.send(.edit(field: "more", .text("yes")))
    walker.send(.edit(field: "token", .text("t")))
    walker.send(.edit(field: "more", .text("no")))
    walker.send(.edit(field: "more", .text("yes")))
    expectEqual(walker.step?.field("token")?.editableText, "", "hidden, it is forgotten")
    walker.send(.edit(field: "token", .text("t")))
    walker.send(.backTo("code"))
    #expect(walker.step?.focusedField?.offer == nil)
    walker.type("5678")
    expectEqual(walker.step?.focusedField?.offer?.isSuggestion, true)
    walker.type("ada")
    expectEqual(walker.step?.field("more")?.offer?.value, true)
    #expect(walker.step?.field("token") != nil)
    #expect(walker.step?.field("token")?.offer == nil)
  }

  @Test func withoutAPriorityADefaultMakesItMedium() throws {
    let text = "flow: 1\nid: p\nsteps: [{ ask: x, type: string%@ }]\n"
    let with = try Walker(text.replacing("%@", with: ", default: a"))
    let without = try Walker(text.replacing("%@", with: ""))
    expectEqual(with.step?.focusedField?.priority, .medium)
    expectEqual(without.step?.focusedField?.priority, .high)
  }
}
