// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Random trees and answers: what the check accepts renders as a slow, obvious renderer says, and what it
/// refuses has a mistake.
@Suite struct TreePropertyTests {
  /// The answers of a walk.
  private struct Answers: Sendable {
    var name: String
    var isLoud: Bool
    var tags: [String]

    /// Whether controls keep their lines.
    var keepsLines = false
  }

  /// A piece of a name or a text: what's in the file, and its words; nil for a mistake.
  private struct Piece: Sendable {
    let source: String
    let words: (@Sendable (Answers) -> String)?
  }

  private static let good = [
    Piece(source: "a") { _ in "a" }, Piece(source: "b c") { _ in "b c" },
    Piece(source: "$${") { _ in "${" }, Piece(source: "${name}") { $0.name },
    Piece(source: "${isLoud ? 'loud' : ''}") { $0.isLoud ? "loud" : "" },
    Piece(source: "${isLoud ? 'loud' : '.'}") { $0.isLoud ? "loud" : "." },
    Piece(source: "${tags.join('-')}") { $0.tags.joined(separator: "-") },
    Piece(source: "${size(tags)}") { "\($0.tags.count)" }, Piece(source: "é") { _ in "é" },
    Piece(source: "${let k = name}${k}") { $0.name },
    Piece(source: "${for k, v in {'b': '1', 'a': name}}${k_index}${k}${v};${end}") {
      "0a\($0.name);1b1;"
    },
    Piece(source: "${use 'head.txt'}") { "<\($0.name)>" },
    Piece(source: "${use 'tags.txt' with all = tags, of = name}") { answers in
      let lines = answers.tags.map { "\($0) of \(answers.name)\n" }
      return answers.keepsLines
        ? lines.map { "\n" + $0 }.joined() : String(lines.joined().dropLast())
    },
  ]

  /// The files that pieces use, and what links lead to.
  private static let others = [
    "head.txt": "<${use 'name.txt' with n = name}>\n", "name.txt": "${n}",
    "tags.txt": "${for tag in all}\n${tag} of ${of}\n${end}\n",
    "shared/plain": "${raw}", "shared/folder/x.tmpl": "${name}", "shared/folder/${name}": "${raw}",
  ]
  private static let bad = [
    Piece(source: "${nmae}", words: nil), Piece(source: "${volume}", words: nil),
    Piece(source: "${name +}", words: nil), Piece(source: "${owner}", words: nil),
  ]

  private struct Entry: Sendable {
    enum Content: Sendable {
      case bytes
      case template([Piece])
      case folder([Entry])

      /// A link to a file that isn't a template.
      case link

      /// A link to a folder.
      case folderLink
    }

    let name: [Piece]
    let content: Content

    /// The name in the folder.
    var source: String {
      let source = name.map(\.source).joined()
      if case .template = content { return source + ".tmpl" }
      return source
    }
  }

  /// The files in the folder at the end of a link.
  private static let linked = [
    Entry(name: [good[3]], content: .bytes),
    Entry(name: [Piece(source: "x") { _ in "x" }], content: .template([good[3]])),
  ]

  private static let head = """
    flow: 1
    id: t
    inputs:
      owner: { type: { mail: string } }
    steps:
      - { ask: name, type: string }
      - { ask: isLoud, type: boolean }
      - { ask: volume, when: name == 'zz', type: integer }
      - { ask: tags, type: list, default: [] }
      - { write: p, tree: t, to: out }
    """

  /// Makes random trees.
  private struct Maker {
    var generator: SeededGenerator

    mutating func pieces(_ count: ClosedRange<Int>) -> [Piece] {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        if Int.random(in: 0..<60, using: &generator) == 0 {
          return TreePropertyTests.bad.randomElement(using: &generator) ?? TreePropertyTests.bad[0]
        }
        return TreePropertyTests.good.randomElement(using: &generator) ?? TreePropertyTests.good[0]
      }
    }

    mutating func entries(depth: Int) -> [Entry] {
      var entries: [String: Entry] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let name = pieces(1...3)
        let entry: Entry
        switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &generator) {
        case 0: entry = Entry(name: name, content: .bytes)
        case 1, 2: entry = Entry(name: name, content: .template(pieces(0...5)))
        case 3: entry = Entry(name: name, content: .link)
        case 4: entry = Entry(name: name, content: .folderLink)
        default: entry = Entry(name: name, content: .folder(self.entries(depth: depth + 1)))
        }
        entries[entry.source] = entry
      }
      return entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    }
  }

  /// Whether something is a mistake: a piece, or two names that are always equal.
  private static func haveMistake(_ entries: [Entry]) -> Bool {
    let names = Set(entries.map { $0.name.map(\.source).joined() })
    return names.count < entries.count
      || entries.contains { entry in
        switch entry.content {
        case .bytes, .link, .folderLink: entry.name.contains { $0.words == nil }
        case .template(let pieces): (entry.name + pieces).contains { $0.words == nil }
        case .folder(let inner):
          entry.name.contains { $0.words == nil } || haveMistake(inner)
        }
      }
  }

  private static func add(
    _ entries: [Entry], at path: String, up: String = "../", to files: inout MemoryFileSource
  ) {
    files.files[path + "/"] = []
    for entry in entries {
      let inner = "\(path)/\(entry.source)"
      switch entry.content {
      case .bytes: files.files[inner] = Array("${raw}".utf8)
      case .template(let pieces): files.files[inner] = Array(pieces.map(\.source).joined().utf8)
      case .folder(let entries): add(entries, at: inner, up: up + "../", to: &files)
      case .link: files.links[inner] = up + "shared/plain"
      case .folderLink: files.links[inner] = up + "./shared/folder"
      }
    }
  }

  /// Renders a tree: its files by path, with nil for folders; nil if two files have one name, or a name
  /// can't be one.
  private static func render(_ entries: [Entry], _ answers: Answers) -> [String: String?]? {
    var files: [String: String?] = [:]
    files.updateValue(nil, forKey: "out")
    // Only templates keep lines.
    var nameAnswers = answers
    nameAnswers.keepsLines = false
    func words(_ pieces: [Piece], _ answers: Answers) -> String {
      pieces.map { $0.words?(answers) ?? "?" }.joined()
    }
    func render(_ entries: [Entry], at path: String) -> Bool {
      for entry in entries {
        let name = words(entry.name, nameAnswers)
        if name.isEmpty { continue }
        let folder: [Entry]? =
          switch entry.content {
          case .folder(let entries): entries
          case .folderLink: linked
          default: nil
          }
        if name == ".", let folder {
          if !render(folder, at: path) { return false }
          continue
        }
        if name.contains("/") || name.contains("\n") || name == ".." || name == "." { return false }
        let inner = "\(path)/\(name)"
        switch entry.content {
        case .bytes, .template, .link:
          if files[inner] != nil { return false }
          if case .template(let pieces) = entry.content {
            files[inner] = words(pieces, answers)
          } else {
            files[inner] = "${raw}"
          }
        case .folder, .folderLink:
          if let known = files[inner], known != nil { return false }
          files.updateValue(nil, forKey: inner)
          if !render(folder ?? [], at: inner) { return false }
        }
      }
      return true
    }
    return render(entries, at: "out") ? files : nil
  }

  @Test func whatTheCheckAcceptsRendersAndWhatItRefusesIsWrong() throws {
    let runs = RandomRuns(long: 20_000, every: 100, named: "trees")
    var acceptedCount = 0
    var failedCount = 0
    for seed in runs.seeds {
      var maker = Maker(generator: SeededGenerator(seed: seed))
      let entries = maker.entries(depth: 0)
      var files = MemoryFileSource(texts: Self.others)
      Self.add(entries, at: "t", to: &files)
      let keepsLines = Bool.random(using: &maker.generator)
      let head = Self.head.replacingOccurrences(
        of: "to: out }", with: "to: out, links: follow, lines: \(keepsLines ? "keep" : "take") }")
      let loaded = FlowFile.load(head, name: "t.flow.yaml", files: files)
      let texts = files.files.keys.sorted()
      expectEqual(
        loaded.diagnostics.hasErrors, Self.haveMistake(entries),
        "STACKFLOW_SEED=\(seed)\n\(texts)\n\(DiagnosticRenderer().render(loaded.diagnostics))")
      guard let flow = loaded.flow else { continue }
      acceptedCount += 1
      let answers = Answers(
        name: ["a", "x-y", "", ".", "..", "é", "a/b", "loud"].randomElement(using: &maker.generator)
          ?? "",
        isLoud: Bool.random(using: &maker.generator),
        tags: [[], ["a"], ["b", "c"]].randomElement(using: &maker.generator) ?? [],
        keepsLines: keepsLines)
      guard !answers.name.isEmpty else { continue }
      let expected = Self.render(entries, answers)
      if expected == nil { failedCount += 1 }
      try expectEqual(
        found(flow, answers), expected, "STACKFLOW_SEED=\(seed)\n\(answers)\n\(texts)")
    }
    #expect(runs.holds(acceptedCount, of: 0.3) && runs.holds(failedCount, of: 0.02))
  }

  /// Whether a path comes before another one: its folders do, or it's a folder around the other.
  private static func comesBefore(_ one: [[UInt8]], _ other: [[UInt8]]) -> Bool {
    for (name, next) in zip(one, other) where name != next {
      return name.lexicographicallyPrecedes(next)
    }
    return one.count < other.count
  }

  /// The names of templates have another order than those that they become.
  @Test func filesAreInTheOrderOfTheirPaths() throws {
    let loaded = FlowFile.load(
      Self.head, name: "t.flow.yaml",
      files: MemoryFileSource(texts: [
        "t/a/": "", "t/z.tmpl": "", "t/${name}/x": "", "t/a.b": "",
        "t/a/${name == 'm' ? 'z' : 'y'}": "", "t/a/w.tmpl": "",
      ]))
    let flow = try #require(loaded.flow)
    var session = try FlowSession(
      flow: flow, inputs: ["owner": .map(ValueMap([("mail", "m")]))],
      options: SessionOptions(
        answers: ["name": .text("m"), "isLoud": .value(true)], takesDefaults: true))
    session.send(.start, now: .epoch)
    while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
    guard case .needs(.effect(let request)) = session.state,
      case .write(let write) = request.effect
    else {
      Issue.record("\(session.state)")
      return
    }
    expectEqual(
      write.parts.map(\.path),
      [
        "out", "out/a", "out/a/w", "out/a/z", "out/a.b", "out/m", "out/m/x", "out/z",
      ])
  }

  /// The files that the session requests; nil if it fails.
  private func found(_ flow: CheckedFlow, _ answers: Answers) throws -> [String: String?]? {
    var session: FlowSession = try FlowSession(
      flow: flow, inputs: ["owner": .map(ValueMap([("mail", "m")]))],
      options: SessionOptions(
        answers: [
          "name": FieldInput.value(Value.string(answers.name)),
          "isLoud": FieldInput.value(Value.bool(answers.isLoud)),
          "tags": FieldInput.value(Value.list(answers.tags.map { Value.string($0) })),
        ], takesDefaults: true))
    session.send(.start, now: .epoch)
    while case .needs(.approval) = session.state { session.decide(.approve, now: .epoch) }
    guard case .needs(.effect(let request)) = session.state,
      case .write(let write) = request.effect, case .tree(let parts) = write.kind
    else { return nil }
    let order = parts.map { $0.path.split(separator: "/").map { Array($0.utf8) } }
    #expect(zip(order, order.dropFirst()).allSatisfy { Self.comesBefore($0, $1) })
    var files: [String: String?] = [:]
    for part in parts {
      let text: String? =
        part.kind == WriteRequest.Kind.folder
        ? nil : String(decoding: part.content, as: UTF8.self)
      files[part.path] = .some(text)
    }
    return files
  }
}
