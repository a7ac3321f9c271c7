// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowFiles
import FlowLanguage
import FlowModel
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

@Suite struct QuickCheckTests {
  /// Returns what's found, in all its parts.
  private static func words(_ findings: [Diagnostic]) -> [String] {
    func range(_ range: SourceRange) -> String { "\(range.lowerBound)-\(range.upperBound)" }
    return findings.map { found in
      var words = "\(found.severity) \(found.id) \(range(found.place.range)) \(found.message)"
      for note in found.notes {
        words += "\n  note \(note.place.map { range($0.range) } ?? "") \(note.message)"
      }
      for fix in found.fixIts {
        words += "\n  fix \(fix.title) \(fix.isSafe) \(fix.isShown)"
        for edit in fix.edits { words += " \(range(edit.range))→\(edit.replacement)" }
      }
      return words
    }
  }

  /// Returns what a check of a whole text finds.
  private static func whole(_ text: String, at path: String) -> [String] {
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    return words(workspace.findings(of: path)[path] ?? [])
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  // MARK: Random changes

  @Test func quickFindingsAreThoseOfAWholeCheck() {
    var quick = 0
    var failures = 0
    let folder = ProjectFolder.url.appending(path: "Flows").path
    let runs = RandomRuns(long: 3_000, every: 600, named: "quickly checked changes")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let name = RandomChange.flows.randomElement(using: &random) ?? ""
      let isGenerated = Bool.random(using: &random)
      let path = isGenerated ? "/nowhere/made.flow.yaml" : "\(folder)/\(name)"
      var text = isGenerated ? MadeFlow(&random).text : Self.text(path)
      var workspace = FlowWorkspace()
      workspace.set(path, TextLines(Array(text.utf8)))
      _ = workspace.findings(of: path)
      var texts = [text]
      var isQuick = false
      for _ in 0..<6 {
        let change = RandomChange(&random)
        text = change.applied(to: texts, &random)
        texts.append(text)
        let before = workspace.quickCount
        workspace.set(path, TextLines(Array(text.utf8)))
        let found = Self.words(workspace.findings(of: path)[path] ?? [])
        guard workspace.quickCount > before else { continue }
        isQuick = true
        let expected = Self.whole(text, at: path)
        if found != expected, failures < 20 {
          failures += 1
          let old = texts[texts.count - 2]
          print(texts.joined(separator: "\n==\n"))
          expectEqual(
            found, expected,
            """
            \(change.rawValue) in \(isGenerated ? "a made flow" : name), seed \(seed):
            \(Self.difference(old, text))
            """)
        }
        if Int.random(in: 0..<3, using: &random) == 0 { _ = workspace.check(path) }
      }
      if isQuick { quick += 1 }
    }
    #expect(runs.holds(quick, of: 0.3), "\(quick) of \(runs.count)")
  }

  /// Returns the lines of a text that another one doesn't have.
  private static func difference(_ old: String, _ new: String) -> String {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    var first = 0
    while first < min(old.count, new.count), old[first] == new[first] { first += 1 }
    return "line \(first + 1)\n- \(old.dropFirst(first).first ?? "")\n+ "
      + "\(new.dropFirst(first).first ?? "")"
  }

  // MARK: Changes that are quick

  /// Changes of the part of a made flow with a number, of which only what they can reach is checked.
  private static let quickChanges: [(old: String, new: String)] = [
    ("when: kind_5 == 'http'\n    type", "when: xind_5 == 'http'\n    type"),
    ("when: kind_5 == 'http'\n    type", "when: kind_5 == 'htt'\n    type"),
    ("label: Port 5", "label: Port 5, please"),
    ("ask: port_5", "ask: prt_5"),
    ("text: 'It is ${host_5}.'", "text: 'It is ${hos_5}.'"),
    ("max: 65535 # 5", "max: 1023 # 5"),
    ("group: more_5", "group: mre_5"),
    ("ask: replicas_5", "ask: replicas_6"),
    ("type: integer # 5", "type: intger # 5"),
    ("type: integer # 5", "type: # 5"),
    ("{ value: worker_5 }", "{ value: worker_5, when: 'name_5 == \"\"' }"),
    ("value: size(name_5)", "value: size(name_5) + "),
    ("    label: Port 5\n", ""),
    ("    label: Port 5\n", "    label: Port 5\n    when: true\n"),
  ]

  @Test(arguments: dailyPart(of: quickChanges, every: 3, named: "quick changes"))
  func onlyWhatALetterReachesIsChecked(old: String, new: String) throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    try #require(text.ranges(of: old).count == 1)
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    let first = Self.words(workspace.findings(of: path)[path] ?? [])
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(
      Self.words(workspace.findings(of: path)[path] ?? []), Self.whole(changed, at: path))
    expectEqual(workspace.quickCount, 1)
    expectEqual(workspace.checkCount, 1)
    // And back.
    workspace.set(path, TextLines(Array(text.utf8)))
    expectEqual(Self.words(workspace.findings(of: path)[path] ?? []), first)
    expectEqual(workspace.checkCount, 1)
  }

  /// Changes that reach everything, or that aren't YAML.
  private static let wholeChanges: [(old: String, new: String)] = [
    ("title: Made", "title: Mde"),
    ("label: Port 5", "label: 'Port 5"),
    ("  - ask: port_5", " - ask: port_5"),
    ("    label: Port 5\n", "    label: Port 5\nwhen: name_5\n"),
    ("    label: Port 5\n", "    label: |\n      Port\nwhen: 20\n"),
    ("  - ask: port_5", "  - stop: port_5\n  - ask: port_5"),
    ("  host: host_2\n", "  name: host_2\n  host: host_2\n"),
  ]

  @Test(arguments: dailyPart(of: wholeChanges, every: 3, named: "changes of everything"))
  func whatReachesEverythingIsCheckedAsAWhole(old: String, new: String) {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text + "output:\n  name: name_1\n  host: host_2\n"
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing(old, with: new)
    workspace.set(path, TextLines(Array(changed.utf8)))
    expectEqual(
      Self.words(workspace.findings(of: path)[path] ?? []), Self.whole(changed, at: path))
    expectEqual(workspace.quickCount, 0)
  }

  @Test func whatIsWholeAgainIsCheckedQuickly() {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 12).text
    var workspace = FlowWorkspace()
    for label in ["Port 5", "'Port 5", "'Port 5, please'"] {
      let changed = text.replacing("label: Port 5", with: "label: \(label)")
      workspace.set(path, TextLines(Array(changed.utf8)))
      expectEqual(
        Self.words(workspace.findings(of: path)[path] ?? []), Self.whole(changed, at: path))
    }
    expectEqual(workspace.checkCount, 2)
    expectEqual(workspace.quickCount, 1)
  }

  @Test func completionAndHoverAfterAChangeCheckNothing() throws {
    let path = "/nowhere/made.flow.yaml"
    let text = MadeFlow(sections: 40).text
    var workspace = FlowWorkspace()
    workspace.set(path, TextLines(Array(text.utf8)))
    _ = workspace.findings(of: path)
    let changed = text.replacing("label: Port 20", with: "label: Port 20, please")
    workspace.set(path, TextLines(Array(changed.utf8)))
    let place = try #require(changed.firstRange(of: "kind_30 == 'http'\n    type"))
    let offset = changed.utf8.distance(from: changed.startIndex, to: place.lowerBound)
    let names = workspace.completions(at: offset + 2, in: path).items.map(\.label)
    #expect(names.contains("kind_30") && names.contains("kind_29") && !names.contains("kind_31"))
    let hover = workspace.hover(at: offset, in: path)
    expectEqual(hover?.range, SourceRange(offset, offset + "kind_30".utf8.count))
    let words = hover?.markdown ?? ""
    #expect(words.contains("kind_30: string") && words.contains("every path"), "\(words)")
    expectEqual(workspace.checkCount, 1)
  }

  @Test func aChangeTakesASmallPartOfTheWork() throws {
    let path = "/nowhere/made.flow.yaml"
    let sections = isLongRun ? 1_000 : 60
    let text = MadeFlow(sections: sections).text
    let loaded = FlowFile.load(text, name: path)
    let base = try #require(WholeCheck(Array(text.utf8), loaded, FileReads()))
    let changed = text.replacing("kind_50 == 'http'\n    type", with: "xind_50 == 'http'\n    type")
    let quick = try #require(QuickCheck(base, Array(changed.utf8), OpenFiles()))
    let work = FlowAnalyzer.checkCounting(try #require(quick.loaded.definition)).work
    let all = FlowAnalyzer.checkCounting(try #require(loaded.definition)).work
    #expect(work * sections < all * 20, "\(work) of \(all)")
  }
}

/// A kind of change that someone makes.
private enum RandomChange: String, CaseIterable {
  case replacedLetter, removedLetter, addedLetter, otherWord, character, removedLine, copiedLine
  case condition, undo, undoTwice

  static let flows = [
    "backup-timer", "compose-stack", "conventional-commit", "flat-application", "incident-report",
    "lighthouse", "new-service", "postfix", "release-approval", "release", "server-setup",
    "tool-survey", "travel-claim", "unix-account",
  ].map { $0 + ".flow.yaml" }

  init(_ random: inout SeededGenerator) {
    self = Self.allCases.randomElement(using: &random) ?? .undo
  }

  /// Returns the last of some texts with a change.
  func applied(to texts: [String], _ random: inout SeededGenerator) -> String {
    let text = texts.last ?? ""
    var bytes = Array(text.utf8)
    guard bytes.count > 20, bytes.allSatisfy({ $0 < 0x80 }) else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = Int.random(in: 4..<max(5, lines.count), using: &random) % lines.count
    func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
    var words: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      let isWord = isLetter(byte) || byte == UInt8(ascii: "_")
      if isWord, start == nil { start = index }
      if !isWord, let first = start {
        if index - first > 1 { words.append(first..<index) }
        start = nil
      }
    }
    let word = words.randomElement(using: &random) ?? 0..<1
    let other = words.randomElement(using: &random) ?? 0..<1
    let place = Int.random(in: word, using: &random)
    switch self {
    case .replacedLetter: bytes[place] = Array("abxk".utf8).randomElement(using: &random) ?? 0x61
    case .removedLetter: bytes.remove(at: place)
    case .addedLetter: bytes.insert(UInt8(ascii: "e"), at: place)
    case .otherWord: bytes.replaceSubrange(word, with: Array(bytes[other]))
    case .character:
      bytes.insert(
        Array(" ':\"{}[]-#\n.$&|!=0".utf8).randomElement(using: &random) ?? 0x20, at: place)
    case .removedLine:
      lines.remove(at: line)
      return lines.joined(separator: "\n")
    case .copiedLine:
      lines.insert(lines[line], at: line)
      return lines.joined(separator: "\n")
    case .condition:
      let indent = String(lines[line].prefix { $0 == " " })
      lines.insert(
        "\(indent)when: \(String(decoding: bytes[other], as: UTF8.self)) == 'x'", at: line)
      return lines.joined(separator: "\n")
    case .undo: return texts.dropLast().last ?? text
    case .undoTwice: return texts.dropLast(2).last ?? text
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A flow with sections of steps that depend on each other, and on those of the section before.
private struct MadeFlow {
  var text: String

  /// Makes a flow with as many sections.
  init(sections: Int) {
    text = "flow: 1\nid: made\ntitle: Made\nsteps:\n"
    for number in 0..<sections { text += Self.section(number) }
  }

  /// Makes a flow in one of many forms.
  init(_ random: inout SeededGenerator) {
    self.init(sections: 0)
    let sections = Int.random(in: 3..<9, using: &random)
    if Bool.random(using: &random) {
      text = text.replacing(
        "steps:\n", with: "inputs:\n  region: { type: string, default: eu }\nsteps:\n")
    }
    for number in 0..<sections {
      text += Self.section(number)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: text += Self.list(number)
      case 1: text += "  - { stop: end_\(number), when: kind_\(number) == 'cron', text: No. }\n"
      case 2: text += "  - { ask: pass_\(number), type: secret, label: Word }\n"
      case 3:
        text += """
            - note: both_\(number)
              text: { en: 'Hello ${name_\(number)}', de: 'Hallo ${name_\(number)}' }

          """
      default: break
      }
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      text += "output:\n"
      for number in 0..<sections {
        text += "  name_\(number): name_\(number)\n  kind_\(number): kind_\(number)\n"
      }
    case 1: text += "output: { all: name_0 }\n"
    default: break
    }
  }

  private static func section(_ n: Int) -> String {
    let before = n == 0 ? "" : " && kind_\(n) != kind_\(n - 1)"
    return """
        - ask: name_\(n)
          type: string
          label: Name \(n)
          pattern: '^[a-z]+$'
          validate: [{ check: "name_\(n) != 'test'", message: '${name_\(n)} is reserved' }]
        - ask: kind_\(n)
          type: choice
          choices: [{ value: http }, { value: cron }, { value: worker_\(n) }]
        # The port.
        - ask: port_\(n)
          when: kind_\(n) == 'http'
          type: integer # \(n)
          label: Port \(n)
          min: 1024
          max: 65535 # \(n)
        - form: schedule_\(n)
          when: kind_\(n) == 'cron'
          fields:
            - { ask: every_\(n), type: choice, choices: [hour, day] }
            - { ask: at_\(n), type: time, when: "every_\(n) != 'hour'" }
        - compute: host_\(n)
          value: "kind_\(n) == 'http' ? name_\(n) + ':' + string(port_\(n)) : ''"
        - note: told_\(n)
          when: "host_\(n) != ''\(before)"
          text: 'It is ${host_\(n)}.'
        - group: more_\(n)
          when: kind_\(n) != 'cron'
          title: More of ${name_\(n)}
          steps:
            - { ask: replicas_\(n), type: integer, min: 1, max: 20, default: 1 }
            - ask: public_\(n)
              type: boolean
              when: kind_\(n) == 'http' && replicas_\(n) > 1
        - compute: length_\(n)
          value: size(name_\(n))

      """
  }

  private static func list(_ n: Int) -> String {
    """
      - repeat: parts_\(n)
        minItems: 1
        steps:
          - { ask: part_\(n), type: string }
          - { ask: count_\(n), type: integer, when: "part_\(n) != name_\(n)" }
        summary: ${part_\(n)}
      - { note: parts_told_\(n), text: '${parts_\(n).size()} of them' }

    """
  }
}
