// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Wrong templates, from a table, with the whole text of their diagnostics in one golden file.
@Suite struct TreeDiagnosticsTests {
  private static let flow = """
    flow: 1
    id: t
    inputs:
      owner: { type: { name: string, mail: 'string?' } }
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [http, worker] }
      - { ask: port, when: kind == 'http', type: integer }
      - { ask: tags, type: list }
      - { ask: limits, type: map, of: integer }
      - { ask: token, type: secret }
      - { ask: note, type: string, required: false }
      - { ask: isLoud, type: boolean }

    """

  /// Expressions with one mistake each.
  private static let expressions = [
    "nmae", "name +", "name.x", "port", "port + 1", "kind == 'htp'", "[tags]", "limits", "token",
    "note", "owner", "owner.nmae", "owner.mail", "item", "name + 1", "upper(tags)", "siez(tags)",
    "tags[0] + 1", "isLoud ? name : 1", "null", "name ? 'a' : 'b'", "", "name)", "'open",
    "has(nmae) ? 'a' : ''", "limits['a'] ?? 1", "name.matches('[')", "b'x'",
  ]

  /// Places in a tree where an expression can be.
  private static let places: [(String, @Sendable (String) -> MemoryFileSource)] = [
    ("a template", { MemoryFileSource(texts: ["t/a.tmpl": "one\n  two: ${\($0)}.\n"]) }),
    (
      "a template in a folder",
      { MemoryFileSource(texts: ["t/s/b.md.tmpl": "${\($0)}", "t/s/a": ""]) }
    ),
    ("the name of a file", { MemoryFileSource(texts: ["t/x${\($0)}.txt": "", "t/a": ""]) }),
    ("the name of a folder", { MemoryFileSource(texts: ["t/${\($0)}/a": "", "t/z": ""]) }),
    (
      "the target of a link",
      { expression in
        var files = MemoryFileSource(texts: ["t/a": ""])
        files.links = ["t/l": "a${\(expression)}"]
        return files
      }
    ),
    (
      "two places",
      { MemoryFileSource(texts: ["t/a.tmpl": "${name}\n${\($0)}", "t/b${\($0)}": ""]) }
    ),
  ]

  /// Folders with mistakes that aren't in an expression, and keys of the step.
  private static let folders: [(String, String, MemoryFileSource)] = [
    ("an open expression", "", MemoryFileSource(texts: ["t/a.tmpl": "x\n${name\n"])),
    ("an open expression in a name", "", MemoryFileSource(texts: ["t/${name": ""])),
    ("a name that's only the suffix", "", MemoryFileSource(texts: ["t/.tmpl": ""])),
    ("two names", "", MemoryFileSource(texts: ["t/a": "", "t/a.tmpl": ""])),
    (
      "two names with an expression", "",
      MemoryFileSource(texts: ["t/${name}": "", "t/${name}.tmpl": ""])
    ),
    ("a control character", "", MemoryFileSource(texts: ["t/a\u{7}b": ""])),
    ("a template that isn't text", "", MemoryFileSource(["t/a.tmpl": [0xC3, 0x28]])),
    ("no folder", "", MemoryFileSource(texts: ["u/a": ""])),
    ("a file for a folder", "", MemoryFileSource(texts: ["t": ""])),
    ("a path", "    path: x\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a mode", "    mode: \"0644\"\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a content", "    content: x\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a copy", "    copy: t/a\n", MemoryFileSource(texts: ["t/a": ""])),
    ("an unknown policy", "    exists: overwrit\n", MemoryFileSource(texts: ["t/a": ""])),
    ("the policy of a file", "    exists: append\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a suffix with a slash", "    suffix: a/b\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a suffix that's a list", "    suffix: [a]\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a pattern for a list", "    skip: x\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a pattern that's a map", "    skip: [{ a: b }]\n", MemoryFileSource(texts: ["t/a": ""])),
    ("each of a text", "    each: name\n", MemoryFileSource(texts: ["t/a": ""])),
    ("each of nothing", "    each: tgas\n", MemoryFileSource(texts: ["t/a": ""])),
    (
      "an item of each", "    each: tags\n    to: \"${item.x}\"\n",
      MemoryFileSource(texts: ["t/a": ""])
    ),
    (
      "an item in a template", "    each: tags\n",
      MemoryFileSource(texts: ["t/a.tmpl": "${item + 1}"])
    ),
    ("an absolute folder", "    to: /etc\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a folder outside", "    to: ../x\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a folder of the home", "    to: ~/x\n", MemoryFileSource(texts: ["t/a": ""])),
    ("an empty folder", "    to: \"\"\n", MemoryFileSource(texts: ["t/a": ""])),
    ("a list for a folder", "    to: \"${tags}\"\n", MemoryFileSource(texts: ["t/a": ""])),
    (
      "a secret in a path", "    to: \"${token}\"\n    secret: true\n",
      MemoryFileSource(texts: ["t/a": ""])
    ),
    (
      "a guard that's the wrong way round", "",
      MemoryFileSource(texts: ["t/${kind == 'http' ? '' : 'a'}.tmpl": "${port}"])
    ),
    (
      "a guard of another folder", "",
      MemoryFileSource(texts: ["t/${kind == 'http' ? 's' : ''}/a": "", "t/b.tmpl": "${port}"])
    ),
    (
      "a secret in a name of a secret tree", "    secret: true\n",
      MemoryFileSource(texts: ["t/x${token}": "", "t/a.tmpl": "${token}"])
    ),
    (
      "a secret in the target of a link of a secret tree", "    secret: true\n",
      { () -> MemoryFileSource in
        var files = MemoryFileSource(texts: ["t/a": ""])
        files.links = ["t/l": "a${token}"]
        return files
      }()
    ),
    ("a literal that's no name", "", MemoryFileSource(texts: ["t/${'..'}/a": ""])),
    ("a literal that's empty", "", MemoryFileSource(texts: ["t/${''}": ""])),
    ("a literal that leads out", "    to: \"${'..'}/x\"\n", MemoryFileSource(texts: ["t/a": ""])),
    (
      "a literal that begins a path", "    to: \"${'/etc'}\"\n",
      MemoryFileSource(texts: ["t/a": ""])
    ),
    (
      "an element in one of two names", "    each: tags\n",
      MemoryFileSource(texts: ["t/${item}/b": "", "t/c/d": ""])
    ),
    (
      "an element that isn't one", "    each: tgas\n    to: \"x${item.id}\"\n",
      MemoryFileSource(texts: ["t/${item.id}": "", "t/b.tmpl": "${item.port} ${item}"])
    ),
    (
      "paths with too many slashes", "    skip: [/a, \"s//b\", ./c, s/, ../d]\n",
      MemoryFileSource(texts: ["t/a": "", "t/s/b": ""])
    ),
    (
      "the path of nothing", "    skip: [\"s/c*\", \"s/b\", \"*.orig\"]\n",
      MemoryFileSource(texts: ["t/a": "", "t/s/b": ""])
    ),
    (
      "a link that leads out", "    links: follow\n",
      linking(["t/l": "../../x", "t/m": "/etc/hostname"])
    ),
    ("a link to nothing", "    links: follow\n", linking(["t/l": "../none"])),
    ("a link to itself", "    links: follow\n", linking(["t/l": "m", "t/m": "l"])),
    ("a link through a file", "    links: follow\n", linking(["t/l": "a/b"])),
    ("a link to its folder", "    links: follow\n", linking(["t/s/l": "."])),
    ("a link to the tree", "    links: follow\n", linking(["t/s/l": "../../t"])),
    ("a link to the flow's folder", "    links: follow\n", linking(["t/s/l": "../.."])),
    (
      "two links in a circle of folders", "    links: follow\n",
      linking(["t/l": "../u", "u/l": "../v", "v/l": "../u"])
    ),
    (
      "a link to a template with a mistake", "    links: follow\n",
      linking(["t/l.tmpl": "../u/b.tmpl"])
    ),
    ("an unknown way to treat links", "    links: folow\n", linking([:])),
    ("an unknown way to treat lines", "    lines: kept\n", linking([:])),
    ("everything skipped", "    skip: [\"*\"]\n", MemoryFileSource(texts: ["t/a": "", "t/b": ""])),
    ("a template of another language", "", MemoryFileSource(texts: ["t/a.tmpl": "{{ name }}"])),
  ]

  /// A tree with links, and folders beside it.
  private static func linking(_ links: [String: String]) -> MemoryFileSource {
    var files = MemoryFileSource(texts: [
      "t/a": "", "t/s/b": "", "u/c": "", "v/d": "", "u/b.tmpl": "x ${nmae}",
    ])
    files.links = links
    return files
  }

  private static func load(_ keys: String, _ files: MemoryFileSource) -> String {
    let text = flow + "  - write: p\n    tree: t\n" + keys
    return DiagnosticRenderer().render(
      FlowFile.load(text, name: "t.flow.yaml", files: files).diagnostics)
  }

  private static var text: String {
    var text = ""
    for (place, files) in places {
      for expression in expressions where !expression.contains("/") {
        text += "=== \(expression) in \(place)\n" + load("", files(expression)) + "\n"
      }
    }
    for (name, keys, files) in folders { text += "=== \(name)\n" + load(keys, files) + "\n" }
    return text
  }

  @Test func theFolderOfAFlowIsNoTree() {
    let files = MemoryFileSource(texts: ["a": ""])
    for folder in [".", "./", "./."] {
      let loaded = FlowFile.load(
        "flow: 1\nid: t\nsteps: [{ write: p, tree: \(folder) }]\n", name: "t.flow.yaml",
        files: files)
      expectEqual(
        loaded.diagnostics.diagnostics.map(\.message),
        [
          "'\(folder)' is the flow's own folder, and a tree is a folder in it: put the files into one, "
            + "such as 'templates'"
        ])
    }
  }

  /// A tree with only what's allowed has no finding, although a pattern leaves out nothing yet.
  @Test func whatIsNotAMistakeIsNotReported() {
    let files = MemoryFileSource(texts: ["t/${item}/a": "", "t/b": "", "t/s/c": ""])
    let found = Self.load("    each: tags\n    skip: [b, s, .git, \"*.orig\"]\n", files)
    #expect(!found.contains("same-name") && !found.contains("unused-pattern"), "\(found)")
    let named = Self.load("    each: tags\n    to: \"out/${item}\"\n", files)
    #expect(!named.contains("same-name"), "\(named)")
  }

  @Test func wrongTemplatesAreReportedInFull() throws {
    let found = Self.text
    let cases = found.components(separatedBy: "\n=== ")
    #expect(cases.count >= 200)
    for entry in cases {
      #expect(entry.contains("error:") || entry.contains("warning:"), "\(entry)")
    }
    let golden = ProjectFolder.url.appending(path: "Tests/Fixtures/trees/expected.txt")
    let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard !isRecording, let expected = try? String(contentsOf: golden, encoding: .utf8) else {
      try found.write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("wrote expected.txt of trees")
      return
    }
    guard found != expected else { return }
    for (found, expected) in zip(cases, expected.components(separatedBy: "\n=== ")) {
      expectEqual(found, expected)
    }
    Issue.record("expected.txt of trees is out of date")
  }
}
