// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import SourceDiagnostics
import Testing

@testable import ForeignTemplates

/// Templates that would cost too much are counted as not understood.
@Suite struct HostileTemplateTests {
  private func check(
    _ files: [String: String], _ names: [String] = ["copier.yml"]
  ) -> ForeignReport {
    ForeignTemplate.check(names, in: MemoryFileSource(texts: files), shownAs: "")
  }

  private func constructs(_ template: String, _ others: [String: String] = [:]) -> [String] {
    let files = ["copier.yml": "a: { type: bool, default: true }\n", "t.jinja": template]
    return check(files.merging(others) { $1 }).constructs.keys.sorted()
  }

  @Test func deepBlocksAndExpressionsAreRefused() {
    func nested(_ count: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: count) + String(repeating: close, count: count)
    }
    expectEqual(constructs(nested(10_000, "{% if a %}", "{% endif %}")), ["size"])
    expectEqual(constructs(nested(40, "{% if a %}", "{% endif %}")), ["blocks"])
    expectEqual(constructs("{{ " + nested(10_000, "(", ")") + " }}"), ["size"])
    expectEqual(constructs("{{ " + String(repeating: "not ", count: 10_000) + "a }}"), ["size"])
    expectEqual(constructs("{{ " + String(repeating: "-", count: 10_000) + "1 }}"), ["size"])
    expectEqual(constructs("{{ a" + String(repeating: " + a", count: 10_000) + " }}"), ["size"])
    expectEqual(constructs("{{ a" + String(repeating: "|e", count: 10_000) + " }}"), ["size"])
    expectEqual(constructs("{{ a" + String(repeating: ".b", count: 10_000) + " }}"), ["size"])
  }

  @Test func filesThatIncludeThemselvesAreRefused() {
    expectEqual(constructs("{% include 't.jinja' %}"), ["include"])
    expectEqual(
      constructs(
        "{% include 'x' %}", ["x": "{% include 'y' %}", "y": "{% include 'x' %}"]), ["include"])
  }

  /// Each file includes the next twice, so the last would be included a billion times.
  @Test func includesAreCounted() {
    var files: [String: String] = [:]
    for number in 0..<30 {
      files["p\(number)"] = "{% include 'p\(number + 1)' %}{% include 'p\(number + 1)' %}"
    }
    files["p30"] = "x"
    expectEqual(constructs("{% include 'p0' %}", files), ["include"])
    let wide = String(repeating: "{% include 'x' %}", count: 3_000)
    expectEqual(constructs(wide, ["x": "{{ a }}"]), ["size"])
  }

  @Test func macrosThatCallThemselvesAreReadOnce() {
    #expect(
      constructs("{% macro m(x) %}{{ m(x) }}{{ m(x) }}{% endmacro %}{{ m(1) }}").isEmpty)
  }

  /// Each value has two of the one before it.
  @Test func valuesThatDoubleAreNotFollowed() {
    var template = "{% set v0 = a %}"
    for number in 1..<60 {
      template += "{% set v\(number) = v\(number - 1) and v\(number - 1) %}"
    }
    template += "{% if v59 %}{% endif %}{% if [v59, v59] == [v58] %}{% endif %}"
    #expect(constructs(template).isEmpty)
    var list = "{% set l0 = ['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x'] %}"
    for number in 1..<16 {
      let items = String(repeating: "l\(number - 1), ", count: 10)
      list += "{% set l\(number) = [\(items)] %}{% if l\(number) == a %}{% endif %}"
    }
    #expect(constructs(list).isEmpty)
  }

  @Test func manyConditionsAndNamesAreBounded() {
    var template = ""
    for number in 0..<2_000 { template += "{% if x\(number) %}{{ y\(number) }}{% endif %}" }
    let report = check(["copier.yml": "a: true\n", "t.jinja": template])
    expectEqual(report.templateCount, 1)
    expectEqual(report.diagnostics.diagnostics.count, 100)
    var questions = ""
    for number in 0..<1_000 { questions += "q\(number): { type: bool, default: no }\n" }
    var all = ""
    for number in 0..<1_000 { all += "{% if q\(number) and q\(999 - number) %}x{% endif %}" }
    expectEqual(check(["copier.yml": questions, "t.jinja": all]).understoodCount, 1)
  }

  @Test func aliasesThatMultiplyAreRefused() {
    var text = "a: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for number in 1..<12 {
      let items = String(repeating: "*a\(number - 1), ", count: 10)
      text += "b\(number): &a\(number) [\(items)]\n"
    }
    expectEqual(check(["copier.yml": text, "t.jinja": "{{ a }}"]).understoodCount, 1)
  }

  @Test func nothingOutsideTheFolderIsRead() {
    expectEqual(constructs("{% include '../secret' %}"), ["include"])
    expectEqual(constructs("{% include '/etc/passwd' %}"), ["include"])
    expectEqual(constructs("{% import '../x' as y %}"), ["import"])
    let report = check(["copier.yml": "---\n!include ../other.yml\n---\n_subdirectory: ../x\n"])
    expectEqual(report.constructs["_subdirectory"], 1)
    #expect(report.diagnostics.isEmpty)
  }

  @Test func aFileThatCannotBeReadIsAFinding() {
    func ids(_ files: [String: String], _ name: String) -> [String] {
      check(files, [name]).diagnostics.diagnostics.map(\.id.name)
    }
    expectEqual(ids(["cookiecutter.json": "{ \"a\": "], "cookiecutter.json"), ["bad-json"])
    expectEqual(ids(["cookiecutter.json": "[]"], "cookiecutter.json"), ["unreadable-file"])
    expectEqual(ids([:], "copier.yml"), ["unreadable-file"])
    #expect(!ids(["copier.yml": "a: {"], "copier.yml").isEmpty)
    #expect(ids(["copier.yml": "# nothing\n"], "copier.yml").isEmpty)
  }
}
