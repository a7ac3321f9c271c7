// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import SourceDiagnostics
import Testing

/// Trees of `write` steps: what's read of a folder, and what's a mistake.
@Suite struct TreeLoadingTests {
  private static let head = "flow: 1\nid: t\nsteps:\n  - { ask: name, type: string }\n"

  private func load(_ keys: String, _ files: MemoryFileSource) -> LoadedFlow {
    FlowFile.load(Self.head + "  - write: p\n" + keys, name: "flows/t.flow.yaml", files: files)
  }

  private func found(_ keys: String, _ files: MemoryFileSource) -> String {
    DiagnosticRenderer().render(load(keys, files).diagnostics)
  }

  private func tree(_ keys: String, _ files: MemoryFileSource) throws -> TreeDefinition {
    let loaded = load(keys, files)
    expectEqual(DiagnosticRenderer().render(loaded.diagnostics), "")
    guard case .write(let write)? = loaded.definition?.steps.last?.kind,
      case .tree(let tree) = write.content
    else { throw FlowFileSourceError("there is no tree") }
    return tree
  }

  private func dump(_ entries: [TreeEntryDefinition]) -> [String] {
    entries.flatMap { entry -> [String] in
      let name = entry.name.parts.map { part in
        switch part {
        case .words(let words): words
        case .expression(let source): "<\(source.text)>"
        case .conditional, .loop, .binding, .file: "?"
        }
      }.joined()
      switch entry.content {
      case .folder(let inner): return [name + "/"] + dump(inner).map { "  " + $0 }
      case .template: return [name + " template"]
      case .bytes(let bytes): return [name + " \(bytes.count)\(entry.isExecutable ? " x" : "")"]
      case .link: return [name + " link"]
      }
    }
  }

  @Test func aFolderIsReadInTheOrderOfItsNames() throws {
    var files = MemoryFileSource(texts: [
      "t/b.txt.tmpl": "Hello ${name}", "t/a.txt": "${name}", "t/${name}/x.tmpl": "",
      "t/.hidden": "", "t/empty/": "", "u/other": "",
    ])
    files.executables = ["t/a.txt"]
    files.links = ["t/l": "a.txt"]
    let tree = try tree("    tree: t\n    to: \"${name}\"\n", files)
    expectEqual(
      dump(tree.entries),
      [
        "<name>/", "  x template", ".hidden 0", "a.txt 7 x", "b.txt template", "empty/", "l link",
      ])
    #expect(tree.folder == "t" && tree.suffix == ".tmpl" && tree.skip.isEmpty)
  }

  @Test func withAnEmptySuffixEveryTextIsATemplate() throws {
    let files = MemoryFileSource(["t/a": Array("x".utf8), "t/b.tmpl": [0x61], "t/c": [0xFF]])
    let tree = try tree("    tree: t\n    suffix: \"\"\n", files)
    expectEqual(dump(tree.entries), ["a template", "b.tmpl template", "c 1"])
  }

  @Test func patternsLeaveOutFilesAndFolders() throws {
    let files = MemoryFileSource(texts: [
      "t/a.orig": "", "t/s/b.orig": "", "t/s/c.txt": "", "t/.git/config": "", "t/docs/x/y.md": "",
      "t/docs/z.md": "", "t/docs/index.html": "", "t/q1": "", "t/q12": "",
    ])
    let tree = try tree("    tree: t\n    skip: ['*.orig', .git, docs/**.md, 'q?']\n", files)
    expectEqual(
      dump(tree.entries), ["docs/", "  index.html 0", "  x/", "q12 0", "s/", "  c.txt 0"])
  }

  @Test func mistakesInTemplatesAndNamesHaveTheirOwnPlaces() {
    let files = MemoryFileSource(texts: [
      "t/a.txt.tmpl": "one\n  two ${nmae}\n", "t/s/b": "", "t/s/${nmae}.md": "", "t/s/z": "",
    ])
    expectEqual(
      found("    tree: t\n", files),
      """
      flows/t/a.txt.tmpl:2:9: error: unknown answer 'nmae'; did you mean 'name'? [unknown-answer]
      2 |   two ${nmae}
        |         ^~~~
      flows/t.flow.yaml:4:12: note: 'name' is asked here
      4 |   - { ask: name, type: string }
        |            ^~~~
      flows/t/s/${nmae}.md, column 13: error: unknown answer 'nmae'; did you mean 'name'? [unknown-answer]
        | flows/t/s/${nmae}.md
        |             ^~~~
      flows/t.flow.yaml:4:12: note: 'name' is asked here
      4 |   - { ask: name, type: string }
        |            ^~~~

      """)
  }

  @Test func twoFilesWithOneNameAreAMistake() {
    let files = MemoryFileSource(texts: [
      "t/a": "", "t/a.tmpl": "", "t/${name}": "", "t/${name}.tmpl": "",
    ])
    expectEqual(
      found("    tree: t\n", files),
      """
      flows/t/${name}.tmpl, column 9: error: two entries of the folder get the name '${name}' [same-name]
        | flows/t/${name}.tmpl
        |         ^~~~~~~~~~~~
      flows/t/${name}, column 9: note: the other one is here
        | flows/t/${name}
        |         ^~~~~~~
      flows/t/a.tmpl, column 9: error: two entries of the folder get the name 'a' [same-name]
        | flows/t/a.tmpl
        |         ^~~~~~
      flows/t/a, column 9: note: the other one is here
        | flows/t/a
        |         ^

      """)
  }

  private func message(_ keys: String, _ files: MemoryFileSource) -> String {
    String(found(keys, files).split(separator: "\n").first ?? "")
  }

  @Test func whatCannotBeReadIsAMistakeOfTheStep() {
    var links = MemoryFileSource(texts: ["t/a": ""])
    links.links = ["t/l": "../../etc"]
    var absolute = MemoryFileSource(texts: ["t/a": ""])
    absolute.links = ["t/l": "/etc/passwd"]
    let raw = MemoryFileSource(["t/a.tmpl": [0xFF]])
    let deep = MemoryFileSource(texts: [
      "t/" + String(repeating: "d/", count: 33) + "a": ""
    ])
    let place = "flows/t.flow.yaml:6:11: error: "
    expectEqual(
      message("    tree: no\n", raw),
      place + "'no' cannot be read: there is no such folder [unreadable-file]")
    expectEqual(
      message("    tree: ../t\n", raw), place + "'../t' isn't in the flow's folder [file-outside]"
    )
    expectEqual(
      message("    tree: t\n", raw),
      place + "the template 't/a.tmpl' isn't UTF-8 text [unreadable-file]")
    expectEqual(
      message("    tree: t\n", links),
      place + "the link 't/l' leads out of the tree, to '../../etc' [file-outside]")
    expectEqual(
      message("    tree: t\n", absolute),
      place + "the link 't/l' leads out of the tree, to '/etc/passwd' [file-outside]")
    expectEqual(
      message("    tree: t\n", deep),
      place + "the folders of a tree are nested at most 32 deep [tree-too-large]")
  }

  @Test func moreFilesThanAllowedAreAMistake() {
    var many = MemoryFileSource([:])
    for number in 0...TreeDefinition.maximumEntryCount { many.files["t/\(number)"] = [] }
    expectEqual(
      message("    tree: t\n", many),
      "flows/t.flow.yaml:6:11: error: all trees together have at most 20000 files and folders "
        + "[tree-too-large]")
  }

  @Test func keysOfFilesAndTreesAreNotMixed() {
    let files = MemoryFileSource(texts: ["t/a": ""])
    expectEqual(
      message("    tree: t\n    path: x\n", files),
      "flows/t.flow.yaml:7:5: error: a tree is written to a folder; write 'to' for 'path' "
        + "[unknown-key]")
    expectEqual(
      message("    tree: t\n    mode: \"0755\"\n", files),
      "flows/t.flow.yaml:7:5: error: the files of a tree keep their modes; remove 'mode' "
        + "[unknown-key]")
    expectEqual(
      message("    tree: t\n    content: x\n", files),
      "flows/t.flow.yaml:7:5: error: the content is already given by 'tree' [too-many-keys]")
    expectEqual(
      message("    path: x\n    content: y\n    suffix: .in\n", files),
      "flows/t.flow.yaml:8:5: error: 'suffix' is only used beside 'tree' [unknown-key]")
    #expect(
      message("    tree: t\n    exists: overwrite\n", files).hasPrefix(
        "flows/t.flow.yaml:7:13: error: unknown policy 'overwrite'; expected"))
  }

  @Test func aSecretInATemplateIsAMistakeUnlessTheTreeIsSecret() {
    let files = MemoryFileSource(texts: ["t/a.tmpl": "x=${token}\n"])
    func found(_ keys: String) -> [String] {
      let text = Self.head + "  - { ask: token, type: secret }\n  - write: p\n    tree: t\n" + keys
      let loaded = FlowFile.load(text, name: "t.flow.yaml", files: files)
      return loaded.diagnostics.diagnostics.map { "\($0.place) \($0.id.name)" }
    }
    expectEqual(found(""), ["t/a.tmpl:1:5 secret-leak"])
    expectEqual(found("    secret: true\n"), [])
  }

  @Test func aTreeIsWrittenAsAFileThatMeansTheSame() throws {
    var files = MemoryFileSource(texts: [
      "t/b.txt.tmpl": "Hello ${name}", "t/a.txt": "${name}", "t/${name}/x.tmpl": "$${",
      "t/empty/": "",
    ])
    files.executables = ["t/a.txt"]
    files.links = ["t/l": "a.txt"]
    let loaded = load("    tree: t\n    to: \"${name}\"\n    exists: replace\n", files)
    let definition = try #require(loaded.definition)
    let written = try FlowFile.write(definition)
    #expect(written.text.contains("    exists: replace\n"))
    #expect(written.executables == ["t/a.txt"] && written.links == ["t/l": "a.txt"])
    let again = FlowFile.load(written.text, name: "t.flow.yaml", files: written.source)
    expectEqual(DiagnosticRenderer().render(again.diagnostics), "")
    expectEqual(again.definition?.fingerprint, definition.fingerprint)
  }

  // MARK: Places in names

  /// A mistake in a name is reported with the path of the file and the column in it, for people and for programs.
  @Test func placesInNamesAreFound() {
    let found = load("    tree: t\n", MemoryFileSource(texts: ["t/s/é${nmae}": ""])).diagnostics
    expectEqual(
      DiagnosticRenderer().render(found),
      """
      flows/t/s/é${nmae}, column 14: error: unknown answer 'nmae'; did you mean 'name'? [unknown-answer]
        | flows/t/s/é${nmae}
        |              ^~~~
      flows/t.flow.yaml:4:12: note: 'name' is asked here
      4 |   - { ask: name, type: string }
        |            ^~~~

      """)
    let json = found.json
    #expect(
      json.contains(#""file":"flows/t/s/é${nmae}","column":14,"endColumn":18,"notes""#), "\(json)")
    #expect(json.contains(#""fixes":[]"#), "\(json)")
    let sarif = found.sarif(tool: "t", version: "1")
    #expect(
      sarif.contains(
        #"{"physicalLocation":{"artifactLocation":{"uri":"flows/t/s/%C3%A9%24%7Bnmae%7D"}}}"#),
      "\(sarif)")
    #expect(sarif.contains("column 14: unknown answer 'nmae'"), "\(sarif)")
    #expect(
      found.githubCommands.hasPrefix(
        "::error file=flows/t/s/é${nmae},title=unknown-answer::flows/t/s/é${nmae}, column 14: "
          + "unknown answer 'nmae'"),
      "\(found.githubCommands)")
  }

  // MARK: Links and lines

  /// The target of a link is in its place, with the name of the link.
  @Test func linksAreFollowed() throws {
    var files = MemoryFileSource(texts: [
      "t/a.tmpl": "${name}", "t/s/b": "bb", "u/c.tmpl": "${name}", "u/s/d": "ddd", "x": "xxxx",
    ])
    files.executables = ["x"]
    files.links = [
      "t/l": "../u", "t/m": "l/s/d", "t/n.tmpl": "s/../../u/c.tmpl", "t/o": "../x", "u/up": "../x",
      "t/p": "o", "t/again": "../u/s",
    ]
    expectEqual(
      dump(try tree("    tree: t\n    links: follow\n", files).entries),
      [
        "a template", "again/", "  d 3", "l/", "  c template", "  s/", "    d 3", "  up 4 x", "m 3",
        "n template", "o 4 x", "p 4 x", "s/", "  b 2",
      ])
    // A skipped link isn't followed.
    files.links["t/q"] = "../../y"
    expectEqual(
      dump(try tree("    tree: t\n    links: follow\n    skip: [q, l, again]\n", files).entries)
        .count, 7)
  }

  /// Links to folders with links to folders are limited as folders are.
  @Test func linkedFoldersAreCounted() {
    var files = MemoryFileSource(texts: ["t/a": ""])
    files.links = ["t/l": "../f0"]
    for number in 0..<40 {
      files.files["f\(number)/a"] = []
      for name in ["l", "m"] { files.links["f\(number)/\(name)"] = "../f\(number + 1)" }
    }
    files.files["f40/a"] = []
    let loaded = load("    tree: t\n    links: follow\n", files)
    expectEqual(loaded.diagnostics.diagnostics.map(\.id.name), ["tree-too-large"])
  }

  /// A control keeps its line, also in a file that the template uses.
  @Test func controlsKeepTheirLines() throws {
    let files = MemoryFileSource(texts: [
      "t/a.tmpl": "${if name == 'x'}\n  ${# c}\nx\n${end}\n${use 'u'}\n",
      "u": "${let y = 1}\n${y}\n",
    ])
    func words(_ keys: String) throws -> String {
      guard
        case .template(let text)? = try tree("    tree: t\n" + keys, files).entries.first?.content
      else { return "" }
      var found: [String] = []
      func add(_ parts: [TextTemplate.Part]) {
        for part in parts {
          switch part {
          case .words(let words): found.append(words)
          case .conditional(let conditional): add(conditional.branches.flatMap(\.parts))
          case .file(let file): add(file.text?.parts ?? [])
          default: break
          }
        }
      }
      add(text.parts)
      return found.joined(separator: "|")
    }
    expectEqual(try words(""), "x\n|\n|\n")
    expectEqual(try words("    lines: take\n"), "x\n|\n|\n")
    expectEqual(try words("    lines: keep\n"), "\n  \nx\n|\n|\n|\n|\n")
  }
}
