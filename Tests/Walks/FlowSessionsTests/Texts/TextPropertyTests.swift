// SPDX-License-Identifier: Apache-2.0

import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowModel

/// Random texts with blocks show what a slow, obvious reading of them shows.
@Suite struct TextPropertyTests {
  @Test func randomTextsShowWhatTheReferenceShows() throws {
    let runs = RandomRuns(long: 30_000, every: 300, named: "texts with blocks")
    var (blocks, lines) = (0, 0)
    for seed in runs.seeds {
      var random = RandomText(seed: seed)
      let pieces = random.pieces()
      let source = pieces.map(\.source).joined()
      let expected = ReferenceText(pieces).text
      let words = "seed \(seed): \(source.debugDescription)"
      try #require(try RenderedText.text(source) == expected, "\(words)")
      let template = TextTemplate(source)
      try #require(try RenderedText.text(template.source) == expected, "\(words)")
      // It's written as it's read again.
      try #require(TextTemplate(template.source).source == template.source, "\(words)")
      let read = TextTemplate.reading(SourceFile(name: "x", text: source))
      try #require(read.mistakes.isEmpty, "\(words)")
      try #require(
        read.template.expressions.map(\.text) == template.expressions.map(\.text), "\(words)")
      for expression in read.template.expressions {
        try #require(
          String(expression.place.file[expression.place.range]) == expression.text, "\(words)")
      }
      if pieces.contains(where: { $0.isControl }) { blocks += 1 }
      if expected != ReferenceText(pieces, takesLines: false).text { lines += 1 }
    }
    #expect(runs.holds(blocks, of: 0.5))
    #expect(runs.holds(lines, of: 0.05))
  }
}

/// A piece of a text.
enum TextPiece {
  case words(String)

  /// The value of a name.
  case value(String)
  case comment(String)

  /// A condition: a name, which is true or false, or the element of a loop compared with a text.
  case `if`(String)
  case elseIf(String)
  case `else`
  case `for`(name: String, list: String)
  case forEntries(key: String, value: String, map: String)

  /// A name for the value of another name, or for a text.
  case `let`(name: String, value: String)
  case end

  var source: String {
    switch self {
    case .words(let words): words.replacingParts("${", with: "$${")
    case .value(let name): "${\(name)}"
    case .comment(let words): "${#\(words)}"
    case .if(let condition): "${if \(condition)}"
    case .elseIf(let condition): "${else if \(condition)}"
    case .else: "${else}"
    case .for(let name, let list): "${for \(name) in \(list)}"
    case .forEntries(let key, let value, let map): "${for \(key), \(value) in \(map)}"
    case .let(let name, let value): "${let \(name) = \(value)}"
    case .end: "${end}"
    }
  }

  var isControl: Bool {
    switch self {
    case .words, .value, .comment: false
    default: true
    }
  }

  /// Whether it takes its line with it.
  var isTaking: Bool {
    if case .comment = self { true } else { isControl }
  }
}

/// Shows a text by the words of the specification.
struct ReferenceText {
  private(set) var text = ""
  private var pieces: [TextPiece]
  private var names: [String: String] = ["s": "S"]
  private static let lists = ["xs": ["1", "2"], "none": [], "['1']": ["1"]]
  private static let maps = [
    "m": [("a", "1"), ("b", "2"), ("é", "3")], "{'z': '1', 'y': '2'}": [("y", "2"), ("z", "1")],
    "nothing": [],
  ]

  init(_ pieces: [TextPiece], takesLines: Bool = true) {
    self.pieces = pieces
    if takesLines { takeLines() }
    var position = 0
    show(&position, isShown: true)
  }

  /// Removes the lines of controls and comments that are alone.
  private mutating func takeLines() {
    // A line break of two characters is one here.
    let sources = pieces.map { $0.source.replacingParts("\r\n", with: "\n") }
    for index in pieces.indices where pieces[index].isTaking {
      let before =
        sources[..<index].joined().split(
          separator: "\n", omittingEmptySubsequences: false
        ).last ?? ""
      let after =
        sources[(index + 1)...].joined().split(
          separator: "\n", omittingEmptySubsequences: false
        ).first ?? ""
      guard (before + after).allSatisfy({ $0 == " " || $0 == "\t" }) else { continue }
      if index > 0, case .words(let words) = pieces[index - 1] {
        pieces[index - 1] = .words(String(words.dropLast(before.count)))
      }
      guard index + 1 < pieces.count, case .words(let words) = pieces[index + 1] else { continue }
      let kept = words.dropFirst(after.count)
      pieces[index + 1] = .words(String(kept.dropFirst(kept.first?.isNewline == true ? 1 : 0)))
    }
  }

  /// Shows the pieces from a position up to the branch or end that isn't theirs.
  private mutating func show(_ position: inout Int, isShown: Bool) {
    // A name for a value ends with its block.
    let before = names
    defer { names = before }
    while position < pieces.count {
      let piece = pieces[position]
      switch piece {
      case .words(let words): if isShown { text += words }
      case .value(let name): if isShown { text += names[name] ?? "?" }
      case .comment: break
      case .if(let condition):
        var isOpen = isShown
        var holds = isTrue(condition)
        while true {
          position += 1
          show(&position, isShown: isOpen && holds)
          if holds { isOpen = false }
          switch pieces[position] {
          case .elseIf(let condition):
            holds = isTrue(condition)
            continue
          case .else:
            holds = true
            continue
          default: break
          }
          break
        }
      case .for(let name, let list):
        let start = position + 1
        let outer = names
        for (index, element) in (Self.lists[list] ?? []).enumerated() where isShown {
          names[name] = element
          names[name + "_index"] = "\(index)"
          position = start
          show(&position, isShown: true)
        }
        names = outer
        position = start
        show(&position, isShown: false)
      case .forEntries(let key, let value, let map):
        let start = position + 1
        let outer = names
        for (index, entry) in (Self.maps[map] ?? []).enumerated() where isShown {
          names[key] = entry.0
          names[key + "_index"] = "\(index)"
          names[value] = entry.1
          position = start
          show(&position, isShown: true)
        }
        names = outer
        position = start
        show(&position, isShown: false)
      case .let(let name, let value):
        names[name] =
          value.hasPrefix("'") ? String(value.dropFirst().dropLast()) : names[value] ?? "?"
      case .elseIf, .else, .end: return
      }
      position += 1
    }
  }

  private func isTrue(_ condition: String) -> Bool {
    switch condition {
    case "p", "!q": return true
    case "q": return false
    default:
      let sides = condition.split(separator: " ")
      return "'\(names[String(sides[0])] ?? "?")'" == sides[2]
    }
  }
}

/// A random text whose blocks are closed.
private struct RandomText {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  mutating func pieces() -> [TextPiece] { merged(pieces(depth: 0, names: ["s"])) }

  private mutating func pieces(depth: Int, names outer: [String]) -> [TextPiece] {
    var found: [TextPiece] = []
    var names = outer
    for _ in 0..<Int.random(in: 0...(5 - depth), using: &random) {
      switch Int.random(in: 0...(depth < 3 ? 11 : 7), using: &random) {
      case 0...3:
        found.append(
          .words(
            pick(["\n", "a", " ", "\t", "  ", "\n  ", "b\n", "\r\n", "é", "$", "${", "}", "\n\n"])))
      case 4, 5: found.append(.value(pick(names)))
      case 6: found.append(.comment(pick(["", " note ", " {x} ", "\nlong\n", " don't"])))
      case 7:
        let name = pick(["v", "w", "s"])
        found.append(
          .let(name: name, value: pick(names.filter { !$0.hasSuffix("_index") } + ["'1'", "'S'"])))
        names.removeAll { $0 == name || $0 == name + "_index" }
        names.append(name)
      case 8, 9:
        found.append(.if(condition(names)))
        found += pieces(depth: depth + 1, names: names)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          found.append(.elseIf(condition(names)))
          found += pieces(depth: depth + 1, names: names)
        }
        if Bool.random(using: &random) {
          found.append(.else)
          found += pieces(depth: depth + 1, names: names)
        }
        found.append(.end)
      case 10:
        let (key, value) = pick([("v", "w"), ("w", "u")])
        found.append(
          .forEntries(
            key: key, value: value,
            map: pick([
              "m", "{'z': '1', 'y': '2'}", "nothing",
            ])))
        found += pieces(depth: depth + 1, names: names + [key, key + "_index", value])
        found.append(.end)
      default:
        let name = pick(["v", "w"])
        found.append(.for(name: name, list: pick(["xs", "none", "['1']"])))
        found += pieces(depth: depth + 1, names: names + [name, name + "_index"])
        found.append(.end)
      }
    }
    return found
  }

  private mutating func condition(_ names: [String]) -> String {
    let texts = names.filter { !$0.hasSuffix("_index") }
    return pick(["p", "q", "!q", "\(pick(texts)) == '1'"])
  }

  /// Joins words, so that a sign at the end of words never changes what follows.
  private func merged(_ pieces: [TextPiece]) -> [TextPiece] {
    var merged: [TextPiece] = []
    for piece in pieces {
      switch (merged.last, piece) {
      case (.words(let words)?, .words(let more)):
        merged[merged.count - 1] = .words(words + more)
      default: merged.append(piece)
      }
    }
    return merged.enumerated().map { index, piece in
      guard case .words(var words) = piece, index + 1 < merged.count else { return piece }
      while words.hasSuffix("$") { words.removeLast() }
      return .words(words)
    }
  }
}
