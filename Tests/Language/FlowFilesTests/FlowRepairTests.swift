// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Mistakes that are fixed automatically, and mistakes that aren't.
@Suite struct FlowRepairTests {
  /// A step with a mistake, and the fixed step; nil if it isn't fixed.
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let step: String
    let repaired: String?

    init(_ name: String, _ step: String, _ repaired: String?) {
      self.name = name
      self.step = step
      self.repaired = repaired
    }

    var testDescription: String { name }
  }

  private static func flow(_ step: String) -> String {
    """
    flow: 1
    id: order
    steps:
      - { ask: kind, type: choice, choices: [http, worker] }   # what it is
      - { ask: count, type: integer }
      - { ask: sure, type: boolean }
    \(step)
    """ + "\n"
  }

  @Test(arguments: Self.rows) func onlyUnambiguousMistakesAreFixed(row: Row) throws {
    let source = Self.flow(row.step)
    let before = FlowFile.load(source, name: "order.flow.yaml")
    #expect(!before.diagnostics.isEmpty, "\(row.name): there's no mistake to fix")
    let repaired = FlowRepair.repair(Array(source.utf8), name: "order.flow.yaml")
    expectEqual(repaired.text, row.repaired.map(Self.flow) ?? source)
    expectEqual(repaired.repairs.isEmpty, (row.repaired == nil))
    guard row.repaired != nil else { return }
    let left = repaired.loaded.diagnostics.diagnostics.map(\.message)
    #expect(left.isEmpty, "\(row.name): \(left)")
  }

  static let rows = [
    Row(
      "a misspelled key", "  - { ask: a, type: string, lable: A }",
      "  - { ask: a, type: string, label: A }"),
    Row(
      "a question as a message", "  - { ask: a, type: string, message: A }",
      "  - { ask: a, type: string, label: A }"),
    Row(
      "the messages of a field in the singular",
      "  - { ask: a, type: string, minLength: 2, message: { minLength: More } }",
      "  - { ask: a, type: string, minLength: 2, messages: { minLength: More } }"),
    Row(
      "a type from a form library", "  - { ask: a, type: confirm }", "  - { ask: a, type: boolean }"
    ),
    Row(
      "a default that's nearly a choice",
      "  - { ask: a, type: choice, choices: [red, green], default: gren }",
      "  - { ask: a, type: choice, choices: [red, green], default: green }"),
    Row(
      "braces of a template language",
      "  - { note: a, text: b, when: \"{{ sure }} && {{ count > 1 }}\" }",
      "  - { note: a, text: b, when: \"sure && (count > 1)\" }"),
    Row(
      "a text that's compared without its quotes",
      "  - { note: a, text: b, when: kind == htp }",
      "  - { note: a, text: b, when: kind == 'http' }"),
    Row(
      "a key from another form language", "  - { note: a, text: b, if: sure }",
      "  - { note: a, text: b, when: sure }"),
    Row(
      "a misspelled kind of step", "  - { aks: a, type: string }", "  - { ask: a, type: string }"),
    Row("a misspelled type", "  - { ask: a, type: strng }", "  - { ask: a, type: string }"),
    Row(
      "a type from another language", "  - { ask: a, type: bool }", "  - { ask: a, type: boolean }"),
    Row(
      "methods of other languages",
      "  - { note: a, text: b, when: \"['a'].some(x, x.includes('b') || x.length() > 1)\" }",
      "  - { note: a, text: b, when: \"['a'].exists(x, x.contains('b') || x.size() > 1)\" }"),
    Row(
      "a function that rounds otherwise elsewhere",
      "  - { compute: a, value: round(1.5) }", nil),
    Row(
      "a method whose operands are the other way round elsewhere",
      "  - { note: a, text: b, when: \"'^h'.test(kind)\" }", nil),
    Row(
      "a method that counts from another place elsewhere",
      "  - { note: a, text: b, when: \"kind.substr(1, 2) == 't'\" }", nil),
    Row("a file isn't simply a path", "  - { ask: a, type: file }", nil),
    Row(
      "a misspelled word", "  - { stop: a, outcome: complete }",
      "  - { stop: a, outcome: completed }"
    ),
    Row(
      "an expression that YAML reads as a tag", "  - { note: a, text: b, when: !sure }",
      "  - { note: a, text: b, when: \"!sure\" }"),
    Row(
      "an expression that begins with a bracket", "  - { compute: a, value: [count] }",
      "  - { compute: a, value: \"[count]\" }"),
    Row(
      "an expression with a colon", "  - compute: a\n    value: sure ? 'x: y' : 'z'",
      "  - compute: a\n    value: \"sure ? 'x: y' : 'z'\""),
    Row(
      "an expression that continues after a comment",
      "  - note: a\n    text: b\n    when: sure || # or many\n      count > 3 # at least\n",
      "  - note: a\n    text: b\n    when: |\n      sure || // or many\n      count > 3 // at least\n"
    ),
    Row(
      "a text that continues after a comment",
      "  - note: a\n    text: b # c\n      and d\n", nil),
    Row(
      "a comment in a folded expression",
      "  - note: a\n    text: b\n    when: >-\n      sure // yes\n      || count > 3\n",
      "  - note: a\n    text: b\n    when: |-\n      sure // yes\n      || count > 3\n"),
    Row(
      "a comment in a plain expression of several lines",
      "  - note: a\n    when: sure // yes\n       || count > 3\n      || count < 1\n    text: b",
      "  - note: a\n    when: |\n      sure // yes\n       || count > 3\n      || count < 1\n    text: b"
    ),
    Row(
      "a comment in a quoted expression of several lines",
      "  - note: a\n    when: \"sure // yes\n      || count > 3\"\n    text: b",
      "  - note: a\n    when: |\n      sure // yes\n      || count > 3\n    text: b"),
    Row(
      "a comment in an expression inside braces",
      "  - { note: a, text: b, when: sure // yes\n      || count > 3 }", nil),
    Row(
      "a comment in an expression with escapes",
      "  - note: a\n    when: \"sure // yes\n      || kind == '\\\"'\"\n    text: b", nil),
    Row(
      "a text that begins with a bracket",
      "  - note: a\n    text: {kind} is taken\n    when: sure",
      "  - note: a\n    text: \"{kind} is taken\"\n    when: sure"),
    Row(
      "a duration of two numbers", "  - { ask: a, type: duration, default: 1:30 }", nil),
    Row(
      "a duration of three numbers", "  - { ask: a, type: duration, default: 1:30:00 }",
      "  - { ask: a, type: duration, default: 1h30m }"),
    Row(
      "a misspelled answer", "  - { note: a, text: b, when: kimd == 'http' }   # why",
      "  - { note: a, text: b, when: kind == 'http' }   # why"),
    Row(
      "a choice without quotes", "  - { note: a, text: b, when: kind == http }",
      "  - { note: a, text: b, when: kind == 'http' }"),
    Row(
      "a similar name of another type", "  - { note: a, text: b, when: kimd }", nil),
    Row(
      "two similar names",
      "  - { ask: kink, type: boolean }\n  - { note: a, text: b, when: \"kin_ == 'http'\" }", nil),
    Row(
      "two mistakes in one expression",
      "  - { note: a, text: b, when: \"kimd == 'http' and suer\" }",
      "  - { note: a, text: b, when: \"kind == 'http' && sure\" }"),
    Row(
      "a mistake that another one hid", "  - { note: a, text: b, when: !suer }",
      "  - { note: a, text: b, when: \"!sure\" }"),
    Row(
      "an operator from another language", "  - { note: a, text: b, when: count = 1 }",
      "  - { note: a, text: b, when: count == 1 }"),
    Row(
      "a word for true", "  - { note: a, text: b, when: sure == yes }",
      "  - { note: a, text: b, when: sure == true }"),
    Row(
      "a line that's indented like no other", "  - ask: a\n     type: string",
      "  - ask: a\n    type: string"),
    Row(
      "a line between two blocks", "  - ask: a\n  type: string", nil),
    Row(
      "a literal of another type", "  - { ask: a, type: integer, default: \"8080\" }",
      "  - { ask: a, type: integer, default: 8080 }"),
    Row(
      "a guard after what it guards",
      "  - { ask: a, type: string, when: sure }\n  - { note: b, text: c, when: \"size(a) > 1 && sure\" }",
      "  - { ask: a, type: string, when: sure }\n  - { note: b, text: c, when: \"sure && size(a) > 1\" }"
    ),
    Row(
      "an answer that may be missing",
      "  - { ask: a, type: string, when: sure }\n  - { note: b, text: c, when: \"size(a) > 1\" }",
      nil),
    Row(
      "a key without its space after a comma",
      "  - { ask: a, type: integer, min: 1, max:10 }",
      "  - { ask: a, type: integer, min: 1, max: 10 }"),
    Row(
      "a key after a value inside braces", "  - { ask: a, type: integer, min: 1 max: 10 }",
      "  - { ask: a, type: integer, min: 1, max: 10 }"),
    Row(
      "two keys on one line", "  - ask: a\n    type: integer\n    min: 1, max: 10",
      "  - ask: a\n    type: integer\n    min: 1\n    max: 10"),
    Row(
      "a key without its space on a line", "  - ask: a\n    type: integer\n    min: 1, max:10",
      "  - ask: a\n    type: integer\n    min: 1\n    max: 10"),
    Row(
      "an expression in place of a literal", "  - { ask: a, type: date, max: today }",
      "  - { ask: a, type: date, max: { value: today } }"),
    Row(
      "a condition in brackets", "  - { note: a, text: b, when: [kind == 'http'] }",
      "  - { note: a, text: b, when: kind == 'http' }"),
    Row(
      "a format used as a type", "  - { ask: a, type: email }",
      "  - { ask: a, type: string, format: email }"),
    Row(
      "a constraint of another type", "  - { ask: a, type: string, max: 3 }",
      "  - { ask: a, type: string, maxLength: 3 }"),
    Row(
      "several answers",
      "  - ask: a\n    type: choice\n    multiple: true\n    choices: [a, b]",
      "  - ask: a\n    type: choices\n    choices: [a, b]"),
    Row(
      "arithmetic with a date",
      "  - { ask: d, type: date }\n  - { compute: a, value: d + 1 }",
      "  - { ask: d, type: date }\n  - { compute: a, value: \"addDays(d, 1)\" }"),
    Row(
      "a literal that may be intended", "  - { ask: a, type: string, default: \"${kind}-x\" }", nil),
    Row(
      "functions of other languages",
      "  - { compute: a, value: \"[1, 1].unique().len() + len(kind.strip()) + int(str(1))\" }",
      "  - { compute: a, value: \"[1, 1].distinct().size() + size(kind.trim()) + int(string(1))\" }"
    ),
    Row("a word that means the opposite", "  - { ask: a, type: string, optional: true }", nil),
    Row(
      "a reserved name of an answer", "  - { ask: in, type: string }",
      "  - { ask: in_, key: in, type: string }"),
    Row(
      "a reserved name of an answer in a block", "  - ask: in   # why\n    type: string",
      "  - ask: in_\n    key: in   # why\n    type: string"),
    Row(
      "a reserved name of an answer with a key", "  - { ask: in, key: x, type: string }",
      "  - { ask: in_, key: x, type: string }"),
    Row(
      "a reserved name whose proposal is taken",
      "  - { ask: in, type: string }\n  - { ask: in_, type: string }", nil),
    Row("a reserved name without data", "  - { note: in, text: a }", nil),
    Row(
      "a missing space after a colon", "  - ask:a\n    type: string", "  - ask: a\n    type: string"
    ),
    Row(
      "an invalid escape", "  - { ask: a, type: string, pattern: \"^\\d$\" }",
      "  - { ask: a, type: string, pattern: '^\\d$' }"),
  ]

  @Test func aByteOrderMarkAndLineBreaksArePreserved() {
    let source = "\u{FEFF}" + Self.flow("  - { ask: a, type: strng }").replacing("\n", with: "\r\n")
    let repaired = FlowRepair.repair(Array(source.utf8), name: "order.flow.yaml")
    let expected = Self.flow("  - { ask: a, type: string }").replacing("\n", with: "\r\n")
    expectEqual(repaired.text, expected)
  }

  @Test func otherFilesAreNotFixed() {
    let files = MemoryFileSource(texts: ["order.de.texts.yaml": "kind.lable: Art\n"])
    let source = Self.flow("  - { note: a, text: b }")
    let repaired = FlowRepair.repair(Array(source.utf8), name: "order.flow.yaml", files: files)
    #expect(repaired.repairs.isEmpty)
    #expect(!repaired.loaded.diagnostics.isEmpty)
  }

  /// Fixing any broken fixture removes the fixed mistakes, and changes nothing else.
  @Test(
    arguments: dailyPart(
      of: FormattingPropertyTests.files.filter { $0.hasSuffix(".flow.yaml") }, every: 6,
      named: "files without mistakes"))
  func aFixedFileHasFewerFindings(path: String) throws {
    let bytes = try FormattingPropertyTests.bytes(of: path)
    let before = FlowFile.load(bytes, name: path)
    let repaired = FlowRepair.repair(bytes, name: path)
    guard !repaired.repairs.isEmpty else {
      expectEqual(repaired.text, before.file.text)
      return
    }
    let after = repaired.loaded.diagnostics
    #expect(
      after.errorCount + after.warningCount
        < before.diagnostics.errorCount + before.diagnostics.warningCount)
    #expect(Self.comments(of: repaired.text).isSuperset(of: Self.comments(of: before.file.text)))
    let again = FlowRepair.repair(Array(repaired.text.utf8), name: path)
    #expect(again.repairs.isEmpty)
    let loaded = FlowFile.load(repaired.text, name: path).diagnostics.diagnostics
    expectEqual(loaded.map(\.message), after.diagnostics.map(\.message))
  }

  /// Returns the lines that are comments.
  private static func comments(of text: String) -> Set<String> {
    Set(
      text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("# ") })
  }
}
