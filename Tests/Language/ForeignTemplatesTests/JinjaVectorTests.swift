// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowChecks
import FlowExpressions
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import ForeignTemplates

/// The results that Jinja2 3.1.6, a Python package, gave for expressions and conditions; both files are its recordings.
@Suite struct JinjaVectorTests {
  static func lines(of name: String) throws -> [[String]] {
    let url = ForeignFixtureTests.folder.appending(path: "\(name)-jinja-3.1.6.txt")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// An expression is evaluated as in Python, or refused; what fails in Python is always refused.
  @Test func whatIsEvaluatedHasTheValueThatItHasInPython() throws {
    var (evaluated, failing) = (0, 0)
    for line in try Self.lines(of: "expressions") {
      let expression = try ForeignTemplatesTests.expression(line[0])
      var evaluator = JinjaEvaluator { expression in
        if case .name("undefined_name") = expression.kind { .undefined } else { nil }
      }
      var other = evaluator
      let text = try? evaluator.value(of: expression).text()
      let truth = try? other.truth(of: expression)
      guard line[1] != "!" else {
        failing += 1
        #expect(text == nil || truth == nil, "\(line[0]) is \(text ?? "?")")
        continue
      }
      if let text {
        evaluated += 1
        expectEqual("=" + text, line[2], "\(line[0])")
      }
      if let truth { expectEqual((truth ? "1" : "0"), line[1], "\(line[0])") }
    }
    #expect(evaluated > 300)
    #expect(failing > 50)
  }

  // MARK: Conditions

  static func names() -> TemplateNames {
    let names = TemplateNames(dialect: .copier)
    let kinds: [(String, ForeignQuestion.Kind)] = [
      ("license", .choice(["MIT", "BSD", "GPL v3"])), ("docs", .boolean), ("port", .integer),
      ("name", .text), ("features", .choices(["docker", "ci"])),
    ]
    for (name, kind) in kinds { names.add(ForeignQuestion(name: Identifier(name), kind: kind)) }
    return names
  }

  /// The answers, in the order of the recorded truths.
  static let answers: [[String: Value]] = {
    var rows: [[String: Value]] = []
    for license in ["MIT", "BSD", "GPL v3"] {
      for docs in [false, true] {
        for port in [0, 80] {
          for name in ["", "shop"] {
            for features in [[], ["ci"], ["docker", "ci"]] {
              rows.append([
                "license": .string(license), "docs": .bool(docs), "port": .int(Int64(port)),
                "name": .string(name), "features": .list(features.map { .string($0) }),
              ])
            }
          }
        }
      }
    }
    return rows
  }()

  /// A condition that's translated as a whole is true for the same answers as in Python.
  @Test func translatedConditionsAreTrueWhereTheyAreInPython() throws {
    let environment = ExpressionEnvironment(
      variables: [
        VariableDeclaration("license", .string), VariableDeclaration("docs", .bool),
        VariableDeclaration("port", .int), VariableDeclaration("name", .string),
        VariableDeclaration("features", .list(.string)),
      ])
    let names = Self.names()
    var compared = 0
    for line in try Self.lines(of: "conditions") {
      let file = SourceFile(name: "t", text: "{{ " + line[0] + " }}")
      names.beginCondition()
      var translator = ConditionTranslator(names, JinjaSource(file), TemplateScope())
      let translated = translator.condition(try ForeignTemplatesTests.expression(line[0]))
      let text = try #require(translated).text
      guard !text.contains(TemplateNames.inputPrefix) else { continue }
      let compiled = environment.compile(text, expecting: .bool)
      let expression = try #require(compiled.expression, "\(line[0]): \(text)")
      compared += 1
      for (answers, truth) in zip(Self.answers, line[1]) where truth != "!" {
        let found = try? expression.evaluate(in: answers)
        expectEqual(found, .bool(truth == "1"), "\(line[0]): \(text) for \(answers)")
      }
    }
    #expect(compared > 150)
  }
}
