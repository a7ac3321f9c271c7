// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import SourceDiagnostics
import Testing

@testable import ForeignTemplates

/// Constructs of Jinja, and what they're translated into.
@Suite struct TranslationTests {
  /// The names of a template of copier.
  static func names() -> TemplateNames {
    let names = TemplateNames(dialect: .copier)
    let kinds: [(String, ForeignQuestion.Kind)] = [
      ("license", .choice(["MIT", "BSD"])), ("docs", .boolean), ("port", .integer),
      ("name", .text), ("features", .choices(["docker", "ci"])), ("data", .anything),
      ("type", .text),
    ]
    for (name, kind) in kinds { names.add(ForeignQuestion(name: Identifier(name), kind: kind)) }
    var late = ForeignQuestion(name: Identifier("late"), kind: .text)
    late.when = ExpressionSource("docs")
    names.add(late)
    return names
  }

  /// Conditions, and what they become; `?` is a condition that may be true or false.
  static let conditions: [(String, String)] = [
    ("docs", "docs"),
    ("not docs", "!(docs)"),
    ("name", "((name) != '')"),
    ("port", "((port) != 0)"),
    ("features", "(size(features) > 0)"),
    ("license", "true"),
    ("license == 'MIT'", "(license == 'MIT')"),
    ("license != 'MIT'", "(license != 'MIT')"),
    ("license in ['MIT', 'BSD']", "(license in ['MIT', 'BSD'])"),
    ("license not in ('MIT',)", "!(license in ['MIT'])"),
    ("'ci' in features", "('ci' in features)"),
    ("features | length > 1", "(size(features) > 1)"),
    ("docs and name", "(docs && ((name) != ''))"),
    ("docs or not name", "(docs || !(((name) != '')))"),
    ("docs == true", "(docs == true)"),
    ("late", "(has(late) && ((late) != ''))"),
    ("late == 'x'", "(has(late) && (late == 'x'))"),
    ("late != 'x'", "(!has(late) || (late != 'x'))"),
    ("late is defined", "has(late)"),
    ("late is not defined", "!(has(late))"),
    ("type == 'it\\'s'", "(type_ == 'it\\'s')"),
    ("license | lower == 'mit'", "((license == 'MIT'))"),
    ("license.startswith('B')", "((license == 'BSD'))"),
    ("license[:1] == 'M' and docs", "(((license == 'MIT')) && docs)"),
    ("(license == 'MIT') == docs", "((license == 'MIT' && docs) || (license == 'BSD' && !docs))"),
    ("{'MIT': 1, 'BSD': 0}[license]", "((license == 'MIT'))"),
    ("license == 'X' if docs else false", "((docs && (license == 'X')) || (!(docs) && false))"),
    // Not decided: free texts, and what isn't a question.
    ("name | lower == 'x'", "?"),
    ("name.startswith('x')", "?"),
    ("data", "?"),
    ("data.part == 'x'", "?"),
    ("now() == 'x'", "?"),
    ("other(name)", "?"),
    ("name | own", "?"),
    ("docs and (name | own)", "(docs && ?)"),
    ("true", "?"),
    ("1 < port < 3", "?"),
  ]

  @Test(arguments: conditions) func conditionsAreTranslatedExactly(
    condition: String, expected: String
  ) throws {
    let names = Self.names()
    let source = JinjaSource(SourceFile(name: "t", text: "{{ " + condition + " }}"))
    names.beginCondition()
    var translator = ConditionTranslator(names, source, TemplateScope())
    let found = translator.condition(try expression(condition))
    let translated = try #require(found).text
    let shown =
      translated.split(separator: TemplateNames.inputPrefix, omittingEmptySubsequences: false)
      .enumerated().map { $0.offset == 0 ? String($0.element) : "?" + $0.element.dropFirst() }
      .joined()
    expectEqual(shown, expected)
  }

  /// Whole templates, and the constructs in them that aren't understood.
  static let templates: [(String, [String])] = [
    ("{{ name }} {% if docs %}a{% elif port %}b{% else %}c{% endif %}", []),
    ("{% for f in features if f != 'ci' %}{{ loop.index }}{{ f }}{% else %}-{% endfor %}", []),
    ("{% for k, v in data.items() recursive %}{{ k }}{% endfor %}", []),
    ("{% set a, b = 1, 2 %}{% set c %}x{{ name }}{% endset %}{{ a }}{{ b }}{{ c }}", []),
    ("{% set ns = namespace(x=1) %}{% set ns.x = 2 %}{{ ns.x }}", []),
    (
      "{% macro m(a, b=1) %}{{ a }}{{ varargs }}{{ later() }}{% endmacro %}{% macro later() %}{% endmacro %}",
      []
    ),
    ("{% macro m() %}{{ caller(1) }}{% endmacro %}{% call(x) m() %}{{ x }}{% endcall %}", []),
    ("{% raw %}{{ a }}{% if %}{% endraw %}{# {{ b }} #}{{ '{{' }}", []),
    ("{%- if docs -%} a {%- endif +%}", []),
    ("{% filter upper %}{{ name }}{% endfilter %}{% with x = 1 %}{{ x }}{% endwith %}", []),
    ("{% block head %}{{ super() }}{% endblock %}", []),
    ("{% now 'utc', '%Y' %}{% do data.append(1) %}", []),
    ("{{ name | replace('a', 'b') | title }}{{ name[1:] ~ port // 2 % 3 }}{{ [1, 2][0] }}", []),
    ("{% yield x from features %}{{ x }}{% endyield %}", []),
    ("{% include 'part' %}{% include ['a', 'b'] ignore missing %}", ["include"]),
    ("{% include name %}", ["include"]),
    ("{% extends 'base' %}", ["extends"]),
    ("{% trans %}x{% endtrans %}", ["trans"]),
    ("{% if name | own %}{% endif %}", ["own"]),
    ("{% if docs %}", ["syntax"]),
    ("{{ name", ["syntax"]),
    ("{{ name | }}", ["syntax"]),
    ("{{ '\\x41' }}", ["\\x"]),
  ]

  @Test(arguments: templates) func whatIsNotUnderstoodIsNamed(
    template: String, constructs: [String]
  ) {
    let names = Self.names()
    let files = TemplateFiles(
      MemoryFileSource(texts: ["part": "{{ name }}"]), shownFolder: "", limit: 1_000)
    let source = JinjaSource(SourceFile(name: "t", text: template))
    var translator = TextTranslator(names, files, source, path: "t")
    _ = translator.text()
    expectEqual(translator.constructs, constructs)
    #expect(
      names.diagnostics.filter { $0.id == "unknown-name" }.isEmpty, "\(names.diagnostics)")
  }
}

/// Parses an expression that's a whole text.
func expression(_ text: String) throws -> JinjaExpression {
  let nodes = try JinjaParser.parse("{{ " + text + " }}")
  guard nodes.count == 1, case .output(let expression, _) = nodes[0] else {
    throw JinjaFailure.syntax
  }
  return expression
}
