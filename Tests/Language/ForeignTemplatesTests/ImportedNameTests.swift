// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import Testing

@testable import ForeignTemplates

/// The meanings that imported templates give a name: values, files, and functions.
@Suite struct ImportedNameTests {
  private func imported(
    _ template: String, _ others: [String: String] = [:]
  ) throws -> ImportedTemplate {
    let files = [
      "copier.yml": """
      a: { type: str, default: x }
      b: { type: bool, default: true }
      n: { type: int, default: 1 }
      l: { type: str, multiselect: true, choices: [p, q], default: [p] }

      """, "t.txt.jinja": template,
    ]
    return try ForeignTemplate.imported(
      "copier.yml", in: MemoryFileSource(texts: files.merging(others) { $1 }), shownAs: "", as: "t")
  }

  private func text(_ file: String, of imported: ImportedTemplate) -> String? {
    imported.flow.files[file].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    // A value that's no name and no literal is given a name, and others are put where they're used.
    ("{% set x = a | upper %}{{ x }}{{ x }}", "${let x = upper(a)}${x}${x}"),
    ("{% set x = a %}{{ x }}", "${a}"), ("{% set x = 'y' %}{{ x }}{{ a }}", "y${a}"),
    ("{% set x = a | upper %}{{ a }}", "${a}"),
    (
      "{% set x = n + 1 %}{{ x }}{% if x > 2 %}!{% endif %}",
      "${let x = n + 1}${x}${if x > 2}!${end}"
    ),
    ("{% set x = a ~ 'y' %}{% set z = x ~ x %}{{ z }}", "${let x = a + 'y'}${let z = x + x}${z}"),
    // No name hides another.
    ("{% set a = a | upper %}{{ a }}", "${let a_ = upper(a)}${a_}"),
    ("{% set x = a ~ 1 %}{% set x = x ~ 2 %}{{ x }}", "${let x = a + '1'}${let x_ = x + '2'}${x_}"),
    (
      "{% set e = a ~ 1 %}{% for e in l %}{{ e }}{% endfor %}{{ e }}",
      "${let e = a + '1'}${for e_ in l}${e_}${end}${e}"
    ),
    // A name that an 'if' sets is still seen after it, and one that a loop sets isn't.
    (
      "{% if b %}{% set x = a ~ 1 %}{{ x }}{% endif %}{{ x }}",
      "${if b}${a + '1'}${end}${b ? a + '1' : ''}"
    ),
    (
      "{% for e in l %}{% set x = e ~ a %}{{ x }}{{ x }}{% endfor %}",
      "${for e in l}${let x = e + a}${x}${x}${end}"
    ),
  ])
  func valuesKeepTheirNames(template: String, ours: String) throws {
    expectEqual(try text("t/t.txt.tmpl", of: imported(template)), ours)
  }

  @Test func aFileThatReadsOnlyAnswersIsUsed() throws {
    let imported = try imported(
      "{% set x = a ~ 1 %}{% include 'own' %}|{% include 'own' %}|{% include 'seeing' %}",
      ["own": "{% set x = a ~ 2 %}{{ x }}{{ x }}\n", "seeing": "{{ x }}"])
    expectEqual(
      text("t/t.txt.tmpl", of: imported),
      "${let x = a + '1'}${use 't-texts/own'}|${use 't-texts/own'}|${x}")
    expectEqual(text("t-texts/own", of: imported), "${let x = a + '2'}${x}${x}\n\n")
    #expect(imported.report.contains("## What's left\n\nNothing.\n"))
  }

  @Test func aMacroThatReadsOnlyItsArgumentsIsAFunctionOrAFile() throws {
    let imported = try imported(
      """
      {% macro each(x, y=2) %}{{ x | upper }}{{ y }}{% endmacro -%}
      {% macro lines(x) %}{{ x }}
      {{ x }}{% endmacro -%}
      {% macro owned(x) %}{{ x }}{{ a }}{% endmacro -%}
      {{ each(a) }} {{ each('i', 3) }} {{ each(n) }} {{ lines(a) }} {{ owned('o') }}
      """)
    expectEqual(
      text("t/t.txt.tmpl", of: imported),
      "${each_(a, 2)} ${each_('i', 3)} ${each__(n, 2)} ${use 't-texts/macros/lines.txt' with x = a} o${a}"
    )
    expectEqual(text("t-texts/macros/lines.txt", of: imported), "${x}\n${x}\n")
    #expect(
      imported.flow.text.contains(
        """
          each_:
            with:
              x: string
              "y": integer
            value: "upper(x) + string(y)"
        """), "\(imported.flow.text)")
  }

  /// Of many values, each with a name, the last ones are put where they're used.
  @Test func thereAreOnlySoManyNames() throws {
    let sets = (0..<60).map { "{% set v\($0) = a ~ \($0) %}" }.joined()
    let reads = (0..<60).map { "{{ v\($0) }}" }.joined()
    let imported = try imported(sets + reads)
    let ours = try #require(text("t/t.txt.tmpl", of: imported))
    expectEqual(ours.split(separator: "${let ").count - 1, 39)
    #expect(ours.contains("${v39}${a + '40'}"))
  }
}
