// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import ForeignTemplates
import SourceDiagnostics
import Testing

/// Small templates, and what's found in them, and what isn't.
@Suite struct ForeignFindingTests {
  private static func findings(_ files: [String: String]) -> [String] {
    let report = ForeignTemplate.check(
      ForeignTemplate.fileNames.filter { files[$0] != nil }, in: MemoryFileSource(texts: files),
      shownAs: "")
    return report.diagnostics.diagnostics.map { "\($0.place): \($0.message) [\($0.id)]" }
  }

  private static let questions = """
    license: { type: str, choices: [MIT, BSD], default: MIT }
    docs: { type: bool, default: no }
    theme: { type: str, default: plain, when: "{{ docs }}" }
    port: { type: int, when: "{{ docs }}" }
    tags: { type: str, multiselect: true, choices: [a, b] }
    hidden: { type: bool, default: false, when: false }
    computed: { type: bool, default: "{{ license == 'MIT' }}", when: false }

    """

  /// The text of `t.jinja`, and what's found there.
  static let texts: [(String, [String])] = [
    (
      "{{ licence }}",
      ["t.jinja:1:4: unknown name 'licence'; did you mean 'license'? [unknown-name]"]
    ),
    (
      "{% if other %}{{ 1 }}{% endif %}",
      [
        "t.jinja:1:7: no question is called 'other', so it's false unless '--data' gives it a value [unknown-name]"
      ]
    ),
    (
      "{{ license | lowr }}",
      ["t.jinja:1:4: unknown filter 'lowr'; did you mean 'lower'? [unknown-function]"]
    ),
    (
      "{{ 1 if license == 'GPL' else 2 }}",
      ["t.jinja:1:20: 'license' is never 'GPL'; its choices are 'MIT', 'BSD' [unknown-choice]"]
    ),
    (
      "{% for t in tags %}{% if t == 'c' %}{% endif %}{% endfor %}",
      ["t.jinja:1:31: 't' is never 'c'; its choices are 'a', 'b' [unknown-choice]"]
    ),
    (
      "{% set l = license %}{% if l == 'GPL' %}{% endif %}",
      ["t.jinja:1:33: 'license' is never 'GPL'; its choices are 'MIT', 'BSD' [unknown-choice]"]
    ),
    (
      "{% if 'c' in tags %}{% endif %}",
      ["t.jinja:1:7: 'tags' never holds 'c'; its choices are 'a', 'b' [unknown-choice]"]
    ),
    (
      "{% if tags in ['a', 'b'] %}{% endif %}",
      ["t.jinja:1:7: 'tags' is a list, so it's never one of these texts [wrong-type]"]
    ),
    (
      "{% if license | lower == 'MIT' %}{% endif %}",
      ["t.jinja:1:7: this condition is never true here [constant-condition]"]
    ),
    (
      "{% if computed %}{% if license != 'MIT' %}{% endif %}{% endif %}",
      ["t.jinja:1:24: this condition is never true here [constant-condition]"]
    ),
    (
      "{{ port }}",
      [
        "t.jinja:1:4: 'port' may be unasked here, and has no default; nothing is written for it then [may-be-unasked]"
      ]
    ),
    // Nothing is wrong here.
    ("{% if license == 'MIT' %}{% elif license == 'BSD' %}{% endif %}", []),
    ("{% if docs == true %}{% endif %}{% if docs %}{{ port }}{% endif %}", []),
    ("{% if port %}{{ port }}{% endif %}{{ port | default(1) }}{{ port if port else 2 }}", []),
    ("{% if hidden %}{% endif %}{% if true %}{% endif %}{% if 0 %}{% endif %}", []),
    ("{% if theme == 'dark' %}{{ theme }}{% endif %}", []),
    ("{% if extra is defined %}{{ extra }}{{ more }}{% endif %}{{ extra | upper }}", []),
    (
      "{% set x = docs %}{% if docs %}{% set x = license %}{% endif %}{% if x == 'y' %}{% endif %}",
      []
    ),
    ("{% for x in [1] %}{% set y = x %}{% endfor %}{% set z = y is defined %}", []),
    ("{% custom tag %}{{ given_by_it }}", []),
    ("{% macro m(license) %}{{ license.x }}{{ port }}{% endmacro %}{{ m(1) }}", []),
    ("{{ _copier_answers | to_nice_yaml }}{{ _copier_conf.os }}{{ now() }}{{ range(3) }}", []),
  ]

  @Test(arguments: texts) func findingsInATemplate(text: String, expected: [String]) {
    expectEqual(Self.findings(["copier.yml": Self.questions, "t.jinja": text]), expected)
  }

  /// Names of files, with what's in them.
  @Test func conditionsInNamesHoldForWhatTheyName() {
    let found = Self.findings([
      "copier.yml": Self.questions,
      "{% if docs %}docs{% endif %}/{% if not docs %}x{% endif %}": "",
      "{% if docs %}docs{% endif %}/a.jinja": "{{ port }}{% if not docs %}{% endif %}",
    ])
    expectEqual(
      found,
      [
        "{% if docs %}docs{% endif %}/a.jinja:1:17: this condition is never true here [constant-condition]",
        "{% if docs %}docs{% endif %}/{% if not docs %}x{% endif %}:1:7: nothing in it is ever written; this condition is never true here [unreachable-step]",
      ])
  }

  /// A folder without a name is the folder around it, for cookiecutter.
  @Test func foldersOfCookiecutterAreWrittenAnyway() {
    let found = Self.findings([
      "cookiecutter.json": #"{"s": "x", "docs": false, "_hidden": ["a"], "__answers": ""}"#,
      "{{cookiecutter.s}}/{% if cookiecutter.docs %}docs{% endif %}/a":
        "{% if not cookiecutter.docs %}x{% endif %}{{ cookiecutter._hidden }}{{ docs }}",
      "{{cookiecutter.s}}/{{cookiecutter.__answers}}": "{{ nothing }}",
    ])
    expectEqual(
      found,
      [
        "{{cookiecutter.s}}/{% if cookiecutter.docs %}docs{% endif %}/a:1:72: unknown name 'docs'; did you mean 'cookiecutter.docs'? [unknown-name]"
      ])
  }

  @Test func defaultsAreCheckedWhereTheyAreAsked() {
    let found = Self.findings([
      "copier.yml": """
      a: { type: str, choices: [x, y], default: z }
      b: { type: str, default: "{{ c }}" }
      c: { type: int, default: 0, validator: "{% if c < 1 %}too small{% endif %}" }
      d: { type: int, default: 0, when: false, validator: "{% if d < 1 %}too small{% endif %}" }
      e: { type: str, default: q, secret: true, validator: "x" }
      f: { type: str, default: yes, choices: { Yes: yes, No: no } }
      """
    ])
    expectEqual(
      found,
      [
        "copier.yml:1:43: the default 'z' is none of the choices, which are 'x', 'y' [refused-value]",
        "copier.yml:2:30: 'c' is asked later than it is used here [forward-reference]",
        "copier.yml:3:26: the default of 'c' is refused by its own validator: too small [refused-value]",
      ])
  }

  /// Anchors, merge keys, several documents, and choices in each form.
  @Test func questionsAreReadAsCopierReadsThem() {
    let found = Self.findings([
      "copier.yml": """
      a: &a
        type: str
        choices: [[One, x], [Two, { value: y }]]
      b: { <<: *a, help: B }
      c: *a
      _exclude: ["/left", "*.tmp", "!kept.tmp"]
      ---
      !include more/*.yaml
      ---
      a: { type: str, choices: { One: x, Three: { value: z, validator: "" } } }
      """,
      "more/d.yaml": "d: { type: bool }\n",
      "t.jinja": "{% if a == 'z' and b == 'y' and c == 'x' and d %}{{ e }}{% endif %}",
      "left/t.jinja": "{{ e }}", "t.tmp/u.jinja": "{{ e }}", "b.tmp.jinja": "{{ e }}",
    ])
    expectEqual(
      found, ["t.jinja:1:53: unknown name 'e' [unknown-name]"])
  }

  /// An answer picks the folder, so it's known in there.
  @Test func foldersThatAnAnswerPicksAreChecked() {
    let found = Self.findings([
      "copier.yml": """
      kind: { type: str, choices: [http, worker] }
      port: { type: int, when: "{{ kind == 'http' }}" }
      _subdirectory: "{{ kind }}-template"
      """,
      "http-template/a.jinja": "{{ port }}{% if kind == 'worker' %}x{% endif %}",
      "worker-template/a.jinja": "{{ port }}",
      "other/a.jinja": "{{ unknown }}",
    ])
    expectEqual(
      found,
      [
        "http-template/a.jinja:1:17: this condition is never true here [constant-condition]",
        "worker-template/a.jinja:1:4: 'port' may be unasked here, and has no default; nothing is written for it then [may-be-unasked]",
      ])
  }
}
