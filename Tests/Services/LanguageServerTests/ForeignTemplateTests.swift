// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Foundation
import Testing

@testable import LanguageServer

/// Templates of copier and cookiecutter, with their questions as names.
@Suite struct ForeignTemplateTests {
  private static let copier = [
    "copier.yml": """
    # Questions.
    project:
      type: str
    license:
      type: str
      choices: [MIT, none]
    year:
      type: int
      when: "{{ license == 'MIT' }}"
      default: 2026
    _subdirectory: template

    """,
    "template/README.md.jinja": """
    # {{ project }} by {{ projet }}
    {% if license == 'MIT' %}{{ year }} {{ project | upper }}{% endif %}
    {% for project in [1] %}{{ project }}{% endfor %}

    """,
  ]
  private static let cookiecutter = [
    "cookiecutter.json": """
    { "name": "x", "license": ["MIT", "none"], "slug": "{{ cookiecutter.name | lower }}" }

    """,
    "{{ cookiecutter.slug }}/a.txt":
      "{{ cookiecutter['name'] }} {{ cookiecutter.license }} {{ name }}\n",
  ]

  /// Opens the files of a template in a folder of its own.
  private static func opened(_ files: [String: String]) throws -> OpenFolder {
    var folder = try OpenFolder(files)
    for name in files.keys.sorted() { folder.open(name) }
    return folder
  }

  @Test func aFileOfATemplateHasItsFindings() throws {
    var folder = try Self.opened(Self.copier)
    let found = folder.findings("template/README.md.jinja")
    expectEqual(found.map { $0["code"]?.text }, ["unknown-name"])
    expectEqual(folder.findings("copier.yml"), [])
  }

  @Test func aQuestionIsFoundWhereItIsRead() throws {
    var folder = try Self.opened(Self.copier)
    let readme = "template/README.md.jinja"
    expectEqual(
      folder.places("definition", readme, "project }} by"), ["copier.yml:2 project"])
    expectEqual(
      folder.places("references", "copier.yml", "project:"),
      ["copier.yml:2 project", "\(readme):1 project", "\(readme):2 project"])
    expectEqual(
      folder.places("references", readme, "year }}"), ["copier.yml:7 year", "\(readme):2 year"])
  }

  @Test func aNameOfTheTemplateItselfIsNoQuestion() throws {
    var folder = try Self.opened(Self.copier)
    expectEqual(
      folder.places("definition", "template/README.md.jinja", "project }}{% endfor"), [])
  }

  @Test func aQuestionIsDescribed() throws {
    var folder = try Self.opened(Self.copier)
    let text = folder.ask("hover", "template/README.md.jinja", "license ==")["contents"]?["value"]?
      .text
    expectEqual(
      text,
      "```jinja\n{{ license }}\n```\n\nOne of 2.\n\n`MIT`, `none`\n\nAsked at copier.yml:4.")
  }

  @Test(arguments: [
    ("{{ ¦", ["project", "license", "year"]), ("{{ license == '¦", ["MIT", "none"]),
    ("{{ project | upp¦", ["abs", "ans_groupby"]), ("{% if year is ¦", ["boolean", "callable"]),
    ("words ¦", []), ("{{ year }} ¦", []),
  ])
  func questionsFiltersAndChoicesAreCompleted(_ typed: String, _ first: [String]) throws {
    var files = Self.copier
    files["template/new.txt.jinja"] = typed.replacing("¦", with: "")
    var folder = try Self.opened(files)
    let found = folder.ask("completion", "template/new.txt.jinja", end: typed)["items"]?.items ?? []
    expectEqual(Array(found.compactMap { $0["label"]?.text }.prefix(first.count)), first)
    if first.isEmpty { expectEqual(found, []) }
  }

  @Test func aQuestionOfCookiecutterIsAPart() throws {
    var folder = try Self.opened(Self.cookiecutter)
    let file = "{{ cookiecutter.slug }}/a.txt"
    expectEqual(
      folder.places("references", "cookiecutter.json", "name\": \"x"),
      ["cookiecutter.json:1 name", "cookiecutter.json:1 name", "\(file):1 name"])
    expectEqual(folder.findings(file).map { $0["code"]?.text }, ["unknown-name"])
  }

  @Test func aQuestionIsRenamedWhereTheTemplateReadsIt() throws {
    var folder = try Self.opened(Self.copier)
    let readme = "template/README.md.jinja"
    expectEqual(
      folder.renamed("copier.yml", "license:", to: "terms"),
      [
        "copier.yml": try #require(Self.copier["copier.yml"]).replacing("license", with: "terms"),
        readme: try #require(Self.copier[readme]).replacing("license", with: "terms"),
      ])
    expectEqual(folder.renamed("copier.yml", "license:", to: "year"), [:])
  }

  @Test func aQuestionInTheNameOfAFileIsNotRenamed() throws {
    var folder = try Self.opened(Self.cookiecutter)
    expectEqual(folder.renamed("cookiecutter.json", "slug", to: "short"), [:])
    expectEqual(
      folder.refusal,
      "'slug' is in the name of the file '\(folder.path)/{{ cookiecutter.slug }}', which no edit changes"
    )
  }

  @Test(arguments: [
    ("project:\n  ty¦", ["type", "help", "default", "choices"]),
    ("project:\n  type: str\n  ¦", ["help", "default", "choices", "multiselect"]),
    ("_¦", ["_subdirectory", "_templates_suffix"]),
    ("project:\n  type: ¦", ["str", "int", "float"]),
    ("project:\n  secret: ¦", ["true", "false"]), ("project:\n  help: ¦", []),
  ])
  func keysOfCopierAreCompleted(_ typed: String, _ first: [String]) throws {
    var folder = try Self.opened(["copier.yml": typed.replacing("¦", with: "")])
    let found = folder.ask("completion", "copier.yml", end: typed)["items"]?.items ?? []
    expectEqual(Array(found.compactMap { $0["label"]?.text }.prefix(first.count)), first)
    if first.isEmpty { expectEqual(found, []) }
  }

  @Test(
    arguments: [
      ("type: int", "**type** · str | int | float"), ("when:", "**when** · "),
      ("_subdirectory:", "The folder with the files"), ("2026", nil),
    ] as [(String, String?)])
  func aKeyOfCopierIsDescribed(_ words: String, _ text: String?) throws {
    var folder = try Self.opened(Self.copier)
    let found = folder.ask("hover", "copier.yml", words)["contents"]?["value"]?.text
    if let text {
      #expect(found?.contains(text) == true, "\(found ?? "")")
    } else {
      expectEqual(found, nil)
    }
  }

  @Test(arguments: [
    (
      "template/README.md.jinja",
      "project projet if license == 'MIT' year project | upper endif for project in 1 project endfor"
    ), ("copier.yml", "license == 'MIT'"),
    ("cookiecutter.json", "cookiecutter name | lower"),
  ])
  func wordsOfTemplatesAreTokens(_ name: String, _ words: String) throws {
    var folder = try Self.opened(name.hasSuffix("json") ? Self.cookiecutter : Self.copier)
    expectEqual(folder.tokens(name).joined(separator: " "), words)
  }

  @Test(
    arguments: [
      ("{{ project | upper }}", "upper", "**upper** · The text in capital letters."),
      ("{{ project is not defined }}", "defined", "**defined** · Whether it has a value."),
      ("{{ project | to_json }}", "to_json", "**to_json** · The value in JSON."),
      ("{{ upper }}", "upper", nil), ("{{ project | mine }}", "mine", nil), ("upper", "upper", nil),
    ] as [(String, String, String?)])
  func aFilterOrATestIsDescribed(_ text: String, _ words: String, _ meaning: String?) throws {
    var files = Self.copier
    files["template/new.txt.jinja"] = text
    var folder = try Self.opened(files)
    let found = folder.ask("hover", "template/new.txt.jinja", words)["contents"]?["value"]?.text
    let first = found?.components(separatedBy: "\n\n---").first
    // The mistake there is explained instead.
    expectEqual(first?.contains("·") == true ? first : nil, meaning)
  }

  @Test func whatIsBelowAnOpenOutputHasTokens() throws {
    var files = Self.copier
    files["template/new.txt.jinja"] = "{{ project\n{{ year }}\n{% if 'x\n{{ license }}\n"
    var folder = try Self.opened(files)
    expectEqual(folder.tokens("template/new.txt.jinja").suffix(1), ["license"])
  }

  @Test func theQuestionsAreTheOutline() throws {
    var folder = try Self.opened(Self.copier)
    let found = folder.ask("documentSymbol", "copier.yml").items
    expectEqual(found.compactMap { $0["name"]?.text }, ["project", "license", "year"])
    #expect(!folder.ask("foldingRange", "copier.yml").items.isEmpty)
  }
}
