// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import Foundation
import RandomTesting
import SourceDiagnostics
import Testing

/// Broken flows are handled by everything that handles flows: a mistake is reported, and nothing
/// ends the process.
///
/// The mutants are those of the flows of the package and of random questionnaires. Each gets steps
/// that use secrets, computed values, lists, effects, and nested `cel.bind`, in any order and with
/// mistakes of their own, and changes of lines, words, and characters.
@Suite struct MutantTests {
  /// A flow to mutate, with the files in its folder.
  private struct Original {
    let name: String
    let lines: [Substring]
    let files: MemoryFileSource
  }

  private static let package = ProjectFolder.url

  /// The paths of the flow files of the package.
  private static let paths: [String] = ["Flows", "Examples", "Tests/Fixtures"].flatMap { folder in
    (FileManager.default.enumerator(atPath: package.appending(path: folder).path) ?? .init())
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".flow.yaml") && !$0.contains(".build") }
      .map { "\(folder)/\($0)" }
  }.sorted()

  /// Steps with every feature beside a secret, some of them wrong.
  private static let steps = [
    "  - { ask: zz_s, type: secret }",
    "  - { compute: zz_c, value: size(zz_s) + 1 }",
    "  - { compute: zz_l, value: size(1) }",
    "  - { compute: zz_d, value: \"cel.bind(a, cel.bind(b, zz_s, b), a)\" }",
    "  - { note: zz_n, text: \"${zz_s}\" }",
    "  - { repeat: zz_r, steps: [ { ask: zz_k, type: secret }, { ask: zz_i, type: integer } ] }",
    "  - { repeat: zz_e, over: zz_r, steps: [ { compute: zz_j, value: item.zz_k + nope } ] }",
    "  - { compute: zz_m, value: \"zz_r.map(x, x.zz_i)\" }",
    """
      - { ask: zz_q, type: string, when: "zz_m.exists(y, y > 1)", default: { value: "string(zz_m)" } }
    """,
    "  - { run: zz_x, command: [echo, \"${zz_s}\"], capture: text }",
    "  - { write: zz_y, path: \"${zz_q}\", content: \"${zz_x}\" }",
    "  - { compute: zz_w, value: size(1) + zz_s }",
    "  - { compute: zz_u, value: \"nope.map(x, x)\" }",
    "  - { note: zz_o, text: x, when: \"cel.bind(x, cel.bind(y, zz_b, !y), x || zz_b)\" }",
    "  - { note: zz_g, text: x, when: \"optional.of(zz_b).optMap(x, cel.bind(y, x, y && x)) || zz_b\" }",
    "  - { ask: zz_b, type: boolean }",
    "  - { flow: zz_f, use: other.flow.yaml, with: { a: zz_s } }",
    "  - { form: zz_h, fields: [ { ask: zz_1, type: secret }, { compute: zz_2, value: zz_1 + 1 } ] }",
    "  - { group: zz_z, when: zz_b, steps: [ { compute: zz_3, value: zz_4 } ] }",
    "  - { review: zz_v }", "  - { commit: zz_t, text: \"${zz_q}\" }",
    "  - { stop: zz_p, when: zz_c > 3 }",
  ]

  /// The replacements of a character.
  private static let pieces = [
    "", "!", "\"", "'", "[", "}", "${", "(", ": ", " - ", "?.", ".map(x, x)", "\t", "\u{301}",
    "zz_s",
  ]

  private static func original(_ random: inout SeededGenerator) -> Original? {
    if Int.random(in: 0..<4, using: &random) == 0 {
      let flow = RandomQuestionnaire(seed: random.next())
      return Original(
        name: "main.flow.yaml", lines: flow.text.split(separator: "\n"),
        files: MemoryFileSource(texts: ["part.flow.yaml": flow.part]))
    }
    guard let path = paths.randomElement(using: &random) else { return nil }
    let folder = package.appending(path: path).deletingLastPathComponent()
    var files: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      files[name] = (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
    }
    let name = String(path.split(separator: "/").last ?? "")
    let text = String(decoding: files[name] ?? [], as: UTF8.self)
    return Original(
      name: name, lines: text.split(separator: "\n", omittingEmptySubsequences: false),
      files: MemoryFileSource(files))
  }

  private static func mutate(_ lines: [Substring], _ random: inout SeededGenerator) -> String {
    var lines = lines.map(String.init)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let place = lines.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3: lines.remove(at: place)
      case 3..<6: lines.insert(lines.randomElement(using: &random) ?? "", at: place)
      case 6..<12:
        let start = lines.firstIndex { $0.hasPrefix("steps:") }.map { $0 + 1 } ?? 0
        let chosen = steps.indices.shuffled(using: &random)
          .prefix(Int.random(in: 1...5, using: &random)).sorted().map { steps[$0] }
        lines.insert(contentsOf: chosen, at: Bool.random(using: &random) ? start : lines.count)
      case 12..<15:
        var words = lines[place].split(separator: " ", omittingEmptySubsequences: false)
        words.swapAt(
          words.indices.randomElement(using: &random) ?? 0,
          words.indices.randomElement(using: &random) ?? 0)
        lines[place] = words.joined(separator: " ")
      case 15..<19:
        var characters = Array(lines[place])
        guard let at = characters.indices.randomElement(using: &random) else { continue }
        let end = at + Int.random(in: 0...1, using: &random)
        characters.replaceSubrange(
          at..<end, with: Array(pieces.randomElement(using: &random) ?? ""))
        lines[place] = String(characters)
      default:
        let indent = String(repeating: " ", count: Int.random(in: 0...6, using: &random))
        lines[place] = indent + lines[place].drop { $0 == " " }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Does what the commands do with a flow that may be broken.
  private static func handle(_ bytes: [UInt8], _ original: Original) -> LoadedFlow {
    let loaded = FlowFile.load(bytes, name: original.name, files: original.files)
    let found = loaded.diagnostics
    _ = DiagnosticRenderer().render(found)
    _ = (found.json, found.githubCommands)
    _ = FlowFormatter.format(bytes, name: original.name)
    guard let definition = loaded.definition else { return loaded }
    let graph = FlowGraph(definition)
    _ = (graph.dot, graph.mermaid, graph.json, graph.svg)
    _ = (FlowSchema.answers(of: definition), FlowSchema.output(of: definition))
    _ = FlowDifference(from: definition, to: definition)
    _ = FlowFile.check(definition)
    guard let flow = loaded.flow else { return loaded }
    _ = FlowCoverage(of: flow)
    if var session = try? FlowSession(flow: flow, options: SessionOptions(takesDefaults: true)) {
      session.send(.start, now: .epoch)
      for _ in 0..<20 {
        _ = (session.forecast, session.missingAnswers, session.reviewRows)
        session.sendApproving(.answer(nil))
      }
    }
    return loaded
  }

  @Test func everyMutantHasAFlowOrAnError() throws {
    #expect(Self.paths.count > 50)
    let runs = RandomRuns(long: 4_000, every: 100, named: "mutants of flows")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let original = try #require(Self.original(&random))
      let text = Self.mutate(original.lines, &random)
      let loaded = Self.handle(Array(text.utf8), original)
      expectEqual(
        (loaded.flow == nil), loaded.diagnostics.hasErrors,
        "seed \(seed), \(original.name)\n\(text)")
      guard runs.firstSeed == seed || isLongRun && seed % 16 == 0 else { continue }
      let repaired = FlowRepair.repair(
        Array(text.utf8), name: original.name, files: original.files)
      #expect(
        repaired.loaded.diagnostics.errorCount <= loaded.diagnostics.errorCount,
        "seed \(seed), \(original.name)\n\(text)")
    }
  }

  /// Steps that once ended the process.
  static let fatal = [
    // A name of a position that another name had taken.
    """
      - { ask: b, type: boolean }
      - { note: n, text: x, when: "cel.bind(x, cel.bind(y, b, y), x && b)" }
    """,
    """
      - { ask: b, type: boolean }
      - note: n
        text: x
        when: "cel.bind(x, optional.of(b).optMap(y, y).orValue(b), x && b)"
    """,
    // A computed value with a mistake, which isn't in the plan, beside a secret.
    """
      - { ask: t, type: secret }
      - { compute: l, value: size(1) }
    """,
    """
      - { ask: t, type: secret }
      - repeat: r
        steps: [ { ask: a, type: string }, { compute: l, value: size(1) } ]
    """,
    """
      - { ask: t, type: secret }
      - { form: f, fields: [ { ask: a, type: string }, { compute: l, value: size(1) } ] }
    """,
  ]

  /// Flows with steps in a form that can't be there.
  @Test(arguments: ["stop: s, when: x == 'a'", "run: s, command: [a]", "review: s", "commit: s"])
  func aFormWithAStepThatItCannotHoldIsRefused(step: String) {
    let text = """
      flow: 1
      id: t
      steps:
        - form: f
          fields: [ { ask: x, type: string }, { \(step) } ]
        - { note: n, when: x == 'b', text: x }
      """
    let original = Original(name: "t.flow.yaml", lines: [], files: MemoryFileSource([:]))
    #expect(Self.handle(Array(text.utf8), original).flow == nil)
  }

  @Test(arguments: fatal) func aFlowHasAPlanOrErrors(steps: String) {
    let text = "flow: 1\nid: t\nsteps:\n\(steps)\n"
    let original = Original(name: "t.flow.yaml", lines: [], files: MemoryFileSource([:]))
    let loaded = Self.handle(Array(text.utf8), original)
    expectEqual((loaded.flow == nil), loaded.diagnostics.hasErrors)
    expectEqual(loaded.diagnostics.hasErrors, steps.contains("size(1)"))
  }
}
