// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowHosts
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@testable import ForeignTemplates

/// Each folder in `Tests/Fixtures/import` is a template of copier or cookiecutter that becomes a flow.
@Suite struct ImportFixtureTests {
  static let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/import")

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  private func imported(_ name: String) throws -> ImportedTemplate {
    let template = Self.folder.appending(path: name).path
    let inside = try FileManager.default.contentsOfDirectory(atPath: template)
    let file = try #require(ForeignTemplate.fileNames.first { inside.contains($0) })
    return try ForeignTemplate.imported(
      file, in: FolderFiles(beside: template + "/template"), shownAs: "", as: name)
  }

  @Test(arguments: cases) func everythingIsTranslated(name: String) throws {
    let imported = try imported(name)
    expectEqual(imported.questions.written, imported.questions.all)
    expectEqual(imported.left, [])
    let loaded = FlowFile.load(
      imported.flow.text, name: "t.flow.yaml", files: imported.flow.source)
    #expect(!loaded.diagnostics.hasErrors)
  }

  @Test func thereIsATemplateOfEachProgram() {
    #expect(Self.cases.contains("copier-package"))
    #expect(Self.cases.contains("cookiecutter-tool"))
  }

  // MARK: What's left

  private func imported(
    _ files: [String: String], limit: Int = ForeignTemplate.defaultLimit
  ) throws -> ImportedTemplate {
    let name = ForeignTemplate.fileNames.first { files[$0] != nil } ?? ""
    return try ForeignTemplate.imported(
      name, in: MemoryFileSource(texts: files), shownAs: "", as: "t", limit: limit)
  }

  @Test func whatIsNotUnderstoodIsListedWithItsLine() throws {
    let imported = try imported([
      "copier.yml": """
      name: { type: str, default: a }
      data: { type: yaml, default: "{{ name | own }}" }
      _migrations: [{ version: v2, command: x }]
      _tasks: ["git init", "sh setup.sh && rm x", "echo Done with {{ name }}", "rm gone.txt"]

      """,
      "good.txt.jinja": "{{ name }}\n",
      "bad.txt.jinja": "fine\n{{ name | own }}\n{% if data %}{% endif %}\n",
      "gone.txt": "x\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- ") }
    expectEqual(
      lines,
      [
        "- `copier.yml:2`: question 'data': questions of type 'yaml' aren't translated",
        "- `bad.txt.jinja:2`: 'own' isn't understood, so the file is left out",
        "- `bad.txt.jinja:3`: 'data' isn't understood, so the file is left out",
        "- `copier.yml:3`: setting '_migrations'",
        "- `copier.yml:4`: `sh setup.sh && rm x` isn't done",
        "- `copier.yml:4`: `git init`: a `run`, which asks",
        "- `copier.yml:4`: `sh setup.sh && rm x`: left",
        "- `copier.yml:4`: `echo Done with {{ name }}`: a `note`",
        "- `copier.yml:4`: `rm gone.txt`: a condition in a name",
        "- An empty answer to a text without a default is refused.",
      ])
    expectEqual(imported.flow.files.keys.sorted(), ["t/", "t/good.txt.tmpl"])
  }

  /// A question is asked where its default, its condition, or its choices aren't translated, so that the files that read
  /// it are there.
  @Test func whatIsNotTranslatedIsAsked() throws {
    let imported = try imported([
      "copier.yml": """
      name: { type: str, default: a }
      slug: { type: str, default: "{{ name | own }}", when: false }
      count: { type: int, default: "{{ name | own }}", when: "{{ name == 'b' }}" }
      shown: { type: bool, default: true, when: "{{ name is own }}" }
      kind: { type: str, choices: "{{ name | own }}" }
      kinds: { type: str, choices: "{{ name | own }}", multiselect: true }

      """,
      "all.txt.jinja": "{{ name }} {{ slug }} {{ count }} {{ shown }} {{ kind }}\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `") }
    expectEqual(
      lines,
      [
        "- `copier.yml:2`: the default of 'slug': 'own' isn't understood",
        "- `copier.yml:2`: the default of 'slug', so it's always asked, without one",
        "- `copier.yml:3`: the default of 'count': own",
        "- `copier.yml:3`: the default of 'count', so it's always asked, without one",
        "- `copier.yml:4`: the condition of 'shown', so it's always asked: own",
        "- `copier.yml:5`: the choices of 'kind', which depend on answers, so any text is taken",
        "- `copier.yml:6`: question 'kinds': its choices depend on answers",
      ])
    expectEqual(
      imported.flow.files["t/all.txt.tmpl"].map { String(decoding: $0, as: UTF8.self) },
      "${name} ${slug} ${count} ${shown ? 'True' : 'False'} ${kind}\n")
  }

  /// cookiecutter renders all texts in a dictionary, and its numbers are texts then.
  @Test func dictionariesWithTemplatesAreReadWhereTheyAre() throws {
    let imported = try imported([
      "cookiecutter.json": """
      {
        "slug": "demo",
        "kind": ["png", "bmp"],
        "named": {
          "title": "The {{ cookiecutter.slug }}", "Size": 7,
          "inner": { "png": "p-{{ cookiecutter.slug }}", "bmp": "b" }
        },
        "fixed": { "n": 1 },
        "__parts": ["{{ cookiecutter.slug }}", "x"]
      }
      """,
      "{{ cookiecutter.slug }}/a.txt":
        "{{ cookiecutter.named.title }} {{ cookiecutter.named['Size'] }} "
        + "{{ cookiecutter.named.inner[cookiecutter.kind] }} {{ cookiecutter.__parts | join('-') }}\n",
      "{{ cookiecutter.slug }}/b.txt":
        "{% for k, v in cookiecutter.named.inner | dictsort %}"
        + "{{ loop.index }} {{ k }}={{ v }};{% endfor %}"
        + "{% for k in cookiecutter.named %}{{ k }},{% endfor %}\n",
      "{{ cookiecutter.slug }}/c.txt":
        "{{ cookiecutter.fixed.n == 1 }} {{ cookiecutter.fixed.n }}\n",
      "{{ cookiecutter.slug }}/d.txt": "{{ cookiecutter.named }}\n",
      "{{ cookiecutter.slug }}/e.txt":
        "{{ cookiecutter.named.get('title') }} {{ cookiecutter.named.inner | length }} "
        + "{{ cookiecutter.kind in cookiecutter.named.inner }}\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `{{") }
    expectEqual(
      lines,
      ["- `{{ cookiecutter.slug }}/d.txt:1`: 'named' isn't understood, so the file is left out"])
    func text(_ name: String) -> String? {
      (imported.flow.files["t/${slug}/\(name).tmpl"] ?? imported.flow.files["t/${slug}/\(name)"])
        .map { String(decoding: $0, as: UTF8.self) }
    }
    expectEqual(
      text("a.txt"),
      "${'The ' + slug} 7 ${kind == 'png' ? 'p-' + slug : kind == 'bmp' ? 'b' : ''} ${__parts.join('-')}\n"
    )
    expectEqual(text("b.txt"), "1 bmp=b;2 png=${'p-' + slug};title,Size,inner,\n")
    expectEqual(text("c.txt"), "False 1\n")
    expectEqual(
      text("e.txt"), "${'The ' + slug} 2 ${kind in ['png', 'bmp'] ? 'True' : 'False'}\n")
  }

  /// cookiecutter shows its prompts with Rich, whose tags are styles.
  @Test func theMarkupOfPromptsIsNotShown() throws {
    let imported = try imported([
      "cookiecutter.json": """
      {
        "name": "a", "port": "1", "kind": ["x", "y"],
        "__prompts__": {
          "name": "Your [bold red]name[/] [1-9] [A]", "port": "A \\\\[b]port",
          "kind": { "__prompt__": "Pick [i]one[/i]", "x": "The [b]first[/b]" }
        }
      }
      """,
      "{{ cookiecutter.name }}/a.txt": "x\n",
    ])
    for words in ["Your name [1-9] [A]", "A [b]port", "Pick one", "The first"] {
      #expect(imported.flow.text.contains(words), "\(words): \(imported.flow.text)")
    }
  }

  @Test func jsonIsWhatPythonWrites() throws {
    let imported = try imported([
      "cookiecutter.json": """
      { "slug": "demo", "fixed": { "b": ["é"], "a": {} }, "yes": true }
      """,
      "{{ cookiecutter.slug }}/a.txt":
        "{{ cookiecutter.slug | jsonify }} {{ cookiecutter.yes | jsonify }}\n"
        + "{{ cookiecutter.fixed | jsonify }}\n",
      "{{ cookiecutter.slug }}/b.txt":
        "{{ cookiecutter.slug | tojson }} {{ cookiecutter.fixed | tojson }}\n",
    ])
    expectEqual(imported.left, [])
    func text(_ name: String) -> String? {
      imported.flow.files["t/${slug}/\(name).tmpl"].map { String(decoding: $0, as: UTF8.self) }
    }
    expectEqual(
      text("a.txt"),
      "${toAsciiJson(slug)} ${yes ? 'true' : 'false'}\n"
        + "{\n    \"a\": {},\n    \"b\": [\n        \"\\u00e9\"\n    ]\n}\n")
    let escapes = [("<", "3c"), (">", "3e"), ("&", "26"), ("\\'", "27")].map { sign, hex in
      ".replace('\(sign)', '\\\\u00\(hex)')"
    }
    expectEqual(
      text("b.txt"),
      "${toAsciiJson(slug)\(escapes.joined())} {\"a\": {}, \"b\": [\"\\u00e9\"]}\n")
  }

  /// A command is run when the files are copied, and never by an update; what's in the files is made by both.
  @Test func aTaskOfACopyIsRun() throws {
    let imported = try imported([
      "copier.yml": """
      name: { type: str, default: a }
      _tasks:
        - { command: git init, when: "{{ _copier_operation == 'copy' }}" }
        - { command: git fetch, when: "{{ _copier_operation == 'update' }}" }
        - { command: rm old.txt, when: "{{ _copier_operation == 'copy' }}" }

      """,
      "a.txt.jinja": "{{ _copier_operation }}\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `") }
    expectEqual(
      lines,
      [
        "- `a.txt.jinja:1`: '_copier_operation' isn't understood, so the file is left out",
        "- `copier.yml:5`: `rm old.txt` isn't done",
        "- `copier.yml:3`: `git init`: a `run`, which asks",
        "- `copier.yml:5`: `rm old.txt`: left",
      ])
    #expect(!imported.flow.text.contains("fetch"))
    #expect(imported.flow.text.contains("run: git"), "\(imported.flow.text)")
  }

  /// The items of a list are what YAML reads, so conditions on them mean the same.
  @Test func aListKeepsTheTypeOfItsItems() throws {
    let imported = try imported([
      "copier.yml": """
      ports: { type: yaml, default: [80, 443] }
      flags: { type: json, default: [true, false] }
      words: { type: json, default: [a, "80"] }
      mixed: { type: yaml, default: [a, 80] }

      """,
      "a.txt.jinja": """
      {% for p in ports %}{% if p == 80 %}http{% else %}{{ p }}{% endif %} {% endfor %}
      {% for o in flags %}{% if o %}T{% else %}F{% endif %}{% endfor %}
      {% for w in words %}{% if w == '80' %}text{% endif %}{% endfor %}

      """,
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `copier.yml") }
    #expect(lines.contains { $0.hasPrefix("- `copier.yml:4`") }, "\(lines)")
    let text = imported.flow.files["t/a.txt.tmpl"].map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(text.contains("${if p == 80}") && text.contains("${if o}"), "\(text)")
    #expect(text.contains("${if w == '80'}"), "\(text)")
    let flow = imported.flow.text
    #expect(flow.contains("integer") && flow.contains("boolean"), "\(flow)")
  }

  /// Where the reason is in a file that others include, each of them is named.
  @Test func aFileThatIsLeftForWhatItIncludesIsNamed() throws {
    let imported = try imported([
      "copier.yml": "_subdirectory: template\nq: { type: str, default: a b }\n",
      "template/a.txt.jinja": "{% include 'includes/w.jinja' %}\n",
      "template/b.txt.jinja": "{% include 'includes/w.jinja' %}\n",
      "includes/w.jinja": "{{ q | wordcount }}\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `includes/w") }
    expectEqual(lines.count, 2)
    for (line, name) in zip(lines, ["a", "b"]) {
      #expect(line.hasPrefix("- `includes/w.jinja:1`: 'wordcount' isn't understood, so '"))
      #expect(line.hasSuffix("\(name).txt.jinja' is left out"), "\(line)")
    }
  }

  /// A question that's never asked has the value of the template wherever it's read, also as a part of a dictionary.
  @Test func fixedValuesAreKnown() throws {
    let imported = try imported([
      "copier.yml": """
      preset: { type: str, choices: [small, large], default: small }
      presets:
        type: yaml
        when: false
        default: { small: [docs], large: [docs, web] }
      web: { type: bool, default: "{{ 'web' in presets[preset] }}" }
      _answers_file: .answers.yml

      """,
      "a.txt.jinja":
        "{{ presets['large'] | join(' ') }} {{ presets[preset] | length }} {{ _copier_conf.answers_file }}\n",
      "b.txt.jinja": "{{ _copier_conf.dst_path }}\n",
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `") }
    expectEqual(lines, ["- `b.txt.jinja:1`: '[ ]' isn't understood, so the file is left out"])
    let text = imported.flow.files["t/a.txt.tmpl"].map { String(decoding: $0, as: UTF8.self) }
    expectEqual(
      text,
      "docs web ${size((preset == 'small') ? ['docs'] : ['docs', 'web'])} .answers.yml\n")
  }

  /// Jinja nests blocks deeper than a text here may.
  @Test(arguments: [(32, true), (33, false), (60, false)])
  func aFileWhoseBlocksAreTooDeepIsLeft(count: Int, isTranslated: Bool) throws {
    let blocks =
      (0..<count).map { "{% if name == '\($0)' or docs %}" }.joined() + "x"
      + String(repeating: "{% endif %}", count: count)
    let imported = try imported([
      "copier.yml": "name: { type: str, default: a }\ndocs: { type: bool, default: true }\n",
      "deep.txt.jinja": blocks,
    ])
    expectEqual(imported.flow.files["t/deep.txt.tmpl"] != nil, isTranslated)
    expectEqual(
      imported.report.contains("`deep.txt.jinja:1`: 'blocks' isn't understood"), !isTranslated)
  }

  @Test func hooksAreListedLineByLine() throws {
    let imported = try imported([
      "cookiecutter.json": #"{"name": "demo", "docs": ["yes", "no"]}"#,
      "{{cookiecutter.name}}/docs.md": "x\n",
      "hooks/post_gen_project.py": """
      import os
      def remove_file(path):
          os.remove(os.path.join(ROOT, path))
      if __name__ == "__main__":
          if "{{ cookiecutter.docs }}" == "no":
              remove_file("docs.md")
          print("Look at {{ cookiecutter.name }}")
          os.system("make")

      """,
      "hooks/pre_gen_project.py": """
      import re, sys
      REGEX = r"^[a-z]+$"
      name = "{{ cookiecutter.name }}"
      if not re.match(REGEX, name):
          print(f"'{name}' has other letters")
          sys.exit(1)

      """,
    ])
    let lines = imported.report.split(separator: "\n").filter { $0.hasPrefix("- `hooks") }
    expectEqual(
      lines.map { $0.split(separator: ": ", maxSplits: 1)[1].split(separator: "`: ").last ?? "" },
      [
        "`os.system(\"make\")` isn't done",
        "a function that removes files", "part of a function that removes files",
        "part of the program", "a condition", "a `note`", "left", "read", "read", "a condition",
        "the message of the check", "a check of 'name'", "a condition in a name",
      ], "\(imported.report)")
    #expect(imported.flow.files["t/${name}/${docs == 'no' ? '' : 'docs.md'}"] != nil)
    #expect(imported.flow.text.contains("check: \"name.matches('^(?:^[a-z]+$)')\""))
  }

  // MARK: Hostile templates

  /// A long run takes the default limit, which a macro that calls itself twice reaches after many seconds.
  @Test func whatIsTooLargeIsLeft() throws {
    let limit = isLongRun ? ForeignTemplate.defaultLimit : 32 << 10
    func left(_ template: String, _ others: [String: String] = [:]) throws -> String {
      let files = ["copier.yml": "a: { type: str, default: x }\n", "t.jinja": template]
      return try imported(files.merging(others) { $1 }, limit: limit).report
    }
    let recursive = "{% macro m(x) %}{{ m(x) }}{{ m(x) }}{% endmacro %}{{ m(a) }}"
    // With few parts, those that may be translated are used up before the macros are too deep.
    let message = isLongRun ? "'macro m' isn't understood" : "isn't understood"
    #expect(try left(recursive).contains(message))
    #expect(try left("{% include 't.jinja' %}").contains("'include' isn't understood"))
    let doubled = (0..<60).map { "{% set b\($0 + 1) = b\($0) ~ b\($0) %}" }.joined()
    #expect(try left("{% set b0 = a %}\(doubled){{ b60 }}").contains("isn't understood"))
    var files: [String: String] = [:]
    for number in 0..<15 {
      files["p\(number)"] = "{% include 'p\(number + 1)' %}{% include 'p\(number + 1)' %}"
    }
    files["p15"] = "{{ a }}"
    #expect(try left("{% include 'p0' %}", files).contains("isn't understood"))
    let loops = String(repeating: "{% for x in range(100) %}", count: 10)
    #expect(
      try left(loops + "{{ x }}" + String(repeating: "{% endfor %}", count: 10)).contains(
        "## What's left"))
  }

  @Test func aTemplateThatOnlyListsOthersIsRefused() {
    #expect(throws: ImportFailure.self) {
      try imported(["cookiecutter.json": #"{"templates": {"a": {"path": "./a"}}}"#])
    }
  }
}
