// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import Foundation
import SourceDiagnostics
import Testing

@testable import ForeignTemplates

/// The results that Jinja2 3.1.6, a Python package, gave for expressions and conditions, and those of imported ones.
@Suite struct ImportVectorTests {
  private static func importer(_ names: TemplateNames) -> ExpressionImporter {
    let files = TemplateFiles(MemoryFileSource([:]), shownFolder: "", limit: 1_000)
    let context = ImportContext(names, files)
    for question in names.order {
      let kind: ImportedValue.Kind =
        switch question.kind {
        case .boolean: .boolean
        case .integer: .integer
        case .choices: .list(.text)
        default: .text
        }
      context.answers[question.name.name] = ImportedValue(question.id, kind)
    }
    return ExpressionImporter(
      context: context, source: JinjaSource(SourceFile(name: "t", text: "")), depth: 0)
  }

  private static let environment = ExpressionEnvironment(
    variables: [
      VariableDeclaration("license", .string), VariableDeclaration("docs", .bool),
      VariableDeclaration("port", .int), VariableDeclaration("name", .string),
      VariableDeclaration("features", .list(.string)),
    ], functions: FlowLibrary.functions)

  /// A condition that's imported is true for the same answers as in Python.
  @Test func importedConditionsAreTrueWhereTheyAreInPython() throws {
    let names = JinjaVectorTests.names()
    let importer = Self.importer(names)
    var compared = 0
    for line in try JinjaVectorTests.lines(of: "conditions") {
      names.beginCondition()
      let expression = try ForeignTemplatesTests.expression(line[0])
      guard let condition = try? importer.condition(expression, TemplateScope()) else { continue }
      let compiled = Self.environment.compile(condition.code, expecting: .bool)
      let ours = try #require(compiled.expression, "\(line[0]): \(condition.code)")
      compared += 1
      for (answers, truth) in zip(JinjaVectorTests.answers, line[1]) where truth != "!" {
        let found = try? ours.evaluate(in: answers)
        expectEqual(found, .bool(truth == "1"), "\(line[0]): \(condition.code) for \(answers)")
      }
    }
    #expect(compared > 300)
  }

  /// A text that's imported is what Python writes for the same answers.
  @Test func importedTextsAreWhatPythonWrites() throws {
    let names = JinjaVectorTests.names()
    let importer = Self.importer(names)
    var compared = 0
    for line in try JinjaVectorTests.lines(of: "texts") {
      names.beginCondition()
      let expression = try ForeignTemplatesTests.expression(line[0])
      guard let text = try? importer.text(expression, TemplateScope()) else { continue }
      let compiled = Self.environment.compile(text.code, expecting: .string)
      let ours = try #require(compiled.expression, "\(line[0]): \(text.code)")
      compared += 1
      for (answers, words) in zip(Self.answers, line.dropFirst()) where words != "!" {
        let found = try? ours.evaluate(in: answers)
        expectEqual(
          found, .string(String(words.dropFirst())), "\(line[0]): \(text.code) for \(answers)")
      }
    }
    #expect(compared > 100)
  }

  /// The answers, in the order of the recorded texts.
  private static let answers: [[String: Value]] = [
    ("MIT", true, 80, "my-shop", ["ci"]), ("GPL v3", false, 0, "", []),
    ("BSD", true, 7, " a.b C ", ["docker", "ci"]), ("MIT", false, -3, "Ünï 'x'", ["docker"]),
  ].map { license, docs, port, name, features in
    [
      "license": .string(license), "docs": .bool(docs), "port": .int(port), "name": .string(name),
      "features": .list(features.map { .string($0) }),
    ]
  }
}
