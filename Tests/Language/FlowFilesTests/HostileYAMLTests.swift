// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import RandomTesting
import SourceDiagnostics
import Testing

@testable import FlowFiles

/// Malicious files, each of which gets a diagnostic within about a second, even in a debug build.
@Suite struct HostileYAMLTests {
  private func ids(_ text: String) -> Set<String> {
    Set(YAMLReader.read(text, name: "a").diagnostics.diagnostics.map(\.id.name))
  }

  @Test func aliasBombsAreNeverExpanded() {
    var text = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for (previous, name) in zip("abcdefghij", "bcdefghijk") {
      let aliases = Array(repeating: "*\(previous)", count: 9).joined(separator: ", ")
      text += "\(name): &\(name) [\(aliases)]\n"
    }
    expectEqual(ids(text), ["yaml-anchor", "yaml-alias"])
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{"])
  func aHundredThousandLevelsAreRejected(level: String) {
    let found = ids(String(repeating: level, count: 100_000))
    #expect(found.contains("too-deep"), "\(found)")
  }

  /// A text of four megabytes in a long run, otherwise of 160,000 bytes: a start, a repeated part, and an end.
  struct Trouble: CustomTestStringConvertible, Sendable {
    let start: String
    let part: String
    let end: String

    init(_ part: String, from start: String = "", to end: String = "") {
      self.start = start
      self.part = part
      self.end = end
    }

    /// A text of a size, in bytes.
    func text(of size: Int) -> String {
      start + String(repeating: part, count: size / part.utf8.count) + end
    }
    var testDescription: String { "\(start.debugDescription) + \(part.debugDescription)…" }
  }

  private static let troubles = [
    Trouble("*a "), Trouble("x", from: "- "), Trouble("- *a\n"), Trouble("a: 1\n"),
    Trouble("\u{0}"), Trouble("!x "), Trouble("- !x\n"), Trouble("\t"),
    Trouble("\tb\n", from: "a:\n"), Trouble("a: \"\n"),
    Trouble("- @x\n"), Trouble("a: b: c\n"), Trouble("["), Trouble("'"), Trouble("a:\n"),
    Trouble("\\q", from: "a: \"", to: "\""), Trouble(",", from: "{a: !x"),
    Trouble("a: !b ", from: "{"), Trouble("テ", from: "a: ", to: "\nb: !x\nb: 1"),
    Trouble("e\u{301}\u{301}", from: "a: ", to: ": @x"), Trouble("&a "), Trouble("- a #x\n"),
    Trouble("- a: |\n   x\n"), Trouble("%x\n"), Trouble("\u{301}", from: "a: !x"),
    Trouble("テ: @x, ", from: "- {"), Trouble("- a: 'x\n"),
    Trouble("\u{1F468}\u{200D}", from: "a: @"),
  ]

  @Test(arguments: dailyPart(of: troubles, every: 7, named: "hostile YAML"))
  func hostileYAMLIsReadInLinearTime(trouble: Trouble) {
    expectLinearTime(trouble) { text in
      let stream = YAMLReader.read(text, name: "a")
      #expect(!stream.diagnostics.isEmpty || stream.root != nil)
      #expect(DiagnosticRenderer().render(stream.diagnostics).utf8.count < 200_000)
    }
  }

  /// Expects that eight times as much takes about eight times as long; quadratic growth would make it 64 times.
  private func expectLinearTime(_ trouble: Trouble, _ read: (String) -> Void) {
    let size = isLongRun ? 4_000_000 : 160_000
    let (short, long) = (trouble.text(of: size / 8), trouble.text(of: size))
    let times = growth(allowing: 24, from: { read(short) }, to: { read(long) })
    #expect(times < 24, "8 times as much is \(times) times the work")
  }

  private static let flowTroubles = [
    Trouble("${a} ", from: "flow: 1\nid: a\nsteps:\n- note: a\n  text: ", to: "\n"),
    Trouble("${", from: "flow: 1\nid: a\nsteps:\n- note: a\n  text: \"", to: "\"\n"),
    Trouble("(", from: "flow: 1\nid: a\nsteps:\n- review: a\n  when: ", to: "\n"),
    Trouble("[a, ", from: "flow: 1\nid: a\nsteps:\n- review: a\n  when: ", to: "\n"),
    Trouble("- { label: x }\n", from: "flow: 1\nid: a\nsteps:\n"),
    Trouble("a: 1\n", from: "flow: 1\nid: a\nsteps:\n"),
  ]

  @Test(arguments: dailyPart(of: flowTroubles, every: 3, named: "hostile flows"))
  func hostileFlowsAreReadInLinearTime(trouble: Trouble) {
    expectLinearTime(trouble) { text in
      let loaded = FlowFile.read(Array(text.utf8), name: "a")
      #expect(loaded.diagnostics.hasErrors || loaded.definition != nil)
      #expect(DiagnosticRenderer().render(loaded.diagnostics).utf8.count < 200_000)
    }
  }

  /// Each unknown key is reported, but only the first ones are compared with the known ones.
  @Test(arguments: ["titel", "x"]) func aMapOfUnknownKeysIsRejected(key: String) {
    let count = isLongRun ? 20_000 : 5_000
    let keys = (0..<count).map { "\(key)\($0): x\n" }.joined()
    let found = FlowFile.load("\(keys)steps: []\n", name: "a.flow.yaml").diagnostics
    #expect(found.errorCount >= count)
  }

  /// The same for keys of texts.
  @Test func aFileOfUnknownTextsIsRejected() {
    let count = isLongRun ? 2_000 : 200
    let steps = (0..<count).map { "  - { note: n\($0), text: x }\n" }.joined()
    let texts = (0..<count).map { "m\($0).text: { a: x }\nn\($0).tetx: x\n" }.joined()
    let found = FlowFile.load(
      "flow: 1\nid: a\nsteps:\n\(steps)", name: "a.flow.yaml",
      files: MemoryFileSource(texts: ["a.de.texts.yaml": texts])
    ).diagnostics
    expectEqual(found.errorCount, 2 * count)
  }

  @Test func aFileOverTheLimitIsRejectedUnread() {
    let bytes = [UInt8](repeating: 0xFF, count: (4 << 20) + 1)
    let stream = YAMLReader.read(bytes, name: "a")
    expectEqual(
      stream.diagnostics.diagnostics.map(\.message),
      [
        "the file is larger than the maximum of 4194304 bytes"
      ])
  }
}
