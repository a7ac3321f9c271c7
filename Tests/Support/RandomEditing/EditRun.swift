// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import LanguageServer
import RandomTesting
import SourceDiagnostics

/// A client that has files open and edits them at random.
package struct EditRun {
  private var client = EditorConversation()
  private var random: SeededGenerator

  /// The texts as the client has them, by path.
  private var texts: [String: [UInt8]]
  private let paths: [String]
  private let isFlow: Bool

  /// For each file, the edits that take back those that were made, the last ones at the end.
  private var takenBack: [String: [[TextEdit]]] = [:]

  /// The texts since the last pause, by path, oldest first.
  private var past: [String: [[UInt8]]] = [:]

  /// The findings that the client has, by address.
  private var sent: [String: [Value]] = [:]
  private var version: Int64 = 1
  private var nextFeature: Int

  /// The counts of this run.
  package private(set) var counts = Counts()

  /// The differences, with the texts.
  package private(set) var differences: [String] = []

  /// The counts of runs.
  package struct Counts: CustomStringConvertible {
    /// The numbers of edits, and of comparisons, of the files in `Flows`.
    package fileprivate(set) var edits = 0
    package fileprivate(set) var comparisons = 0

    /// The number of edits of a flow in `Flows` after which it was checked, and of those with a quick check.
    package fileprivate(set) var checked = 0
    package fileprivate(set) var quick = 0

    package init() {}

    package var description: String {
      "\(edits) edits of the files in Flows, \(comparisons) comparisons; "
        + "\(quick) of \(checked) edits of flows were checked quickly"
    }

    package static func += (left: inout Counts, right: Counts) {
      left.edits += right.edits
      left.comparisons += right.comparisons
      left.checked += right.checked
      left.quick += right.quick
    }
  }

  /// Opens the files of a flow, or others.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let isOther = Int.random(in: 0..<6, using: &random) == 0
    let flow = EditedFiles.flows.randomElement(using: &random)
    let files = isOther ? nil : flow
    let opened = files ?? EditedFiles.other(&random)
    (texts, isFlow) = (opened.texts, opened.isFlow)
    paths = texts.keys.sorted()
    nextFeature = Int.random(in: 0..<EditorFeature.allCases.count, using: &random)
    // Flows are the last of their files that belong to a folder, and then nothing looks for what uses these.
    for path in paths where FileKind(of: path) == .flow { open(path) }
    settle(rests: true)
    for path in paths where FileKind(of: path) != .flow { open(path) }
  }

  private mutating func open(_ path: String) {
    client.open(
      DocumentAddress.address(of: path), String(decoding: texts[path] ?? [], as: UTF8.self))
  }

  // MARK: Edits

  /// Makes as many edits, and compares the findings with those of a check.
  package mutating func run(_ count: Int) {
    for _ in 0..<(count - 3) {
      edit(in: paths)
      if Int.random(in: 0..<100, using: &random) == 0 { ask() }
      if Int.random(in: 0..<100, using: &random) == 0 { settle(rests: false) }
    }
    // The last edits are checked one by one, mostly when the flow is right or has one mistake.
    let flows = paths.filter { FileKind(of: $0) == .flow }
    let kept = [0, 0, 1, .max].randomElement(using: &random) ?? 0
    for path in flows { takeBack(in: path, to: kept) }
    settle(rests: true)
    for _ in 0..<3 {
      let isInFlow = Int.random(in: 0..<3, using: &random) > 0 && !flows.isEmpty
      let path = edit(in: isInFlow ? flows : paths)
      let quick = client.server.workspace.quickCount
      settle(rests: false)
      guard isFlow, FileKind(of: path) == .flow else { continue }
      counts.checked += 1
      if client.server.workspace.quickCount > quick { counts.quick += 1 }
    }
    compare()
  }

  /// Takes back the edits of a file but for some, which count as edits.
  private mutating func takeBack(in path: String, to kept: Int) {
    while takenBack[path]?.count ?? 0 > kept, let edits = takenBack[path]?.popLast() {
      change(path, edits)
      counts.edits += isFlow ? 1 : 0
    }
  }

  /// Makes an edit of one of some files, which may take back the last one, and returns the path of the file.
  @discardableResult private mutating func edit(in paths: [String]) -> String {
    let path = paths.randomElement(using: &random) ?? ""
    let depth = takenBack[path]?.count ?? 0
    // A text stays near what it was at first, and so mostly readable.
    let isUndo = depth > 0 && Int.random(in: 0..<10, using: &random) < 3 + 2 * depth
    counts.edits += isFlow ? 1 : 0
    guard !isUndo, let text = texts[path] else {
      change(path, takenBack[path]?.popLast() ?? [])
      return path
    }
    let kind = RandomEdit.allCases.randomElement(using: &random) ?? .deletion
    let edits = kind.edits(of: text, pastingFrom: Self.pasted, &random)
    takenBack[path, default: []].append(change(path, edits))
    return path
  }

  private static let pasted = EditedFiles.flows.flatMap { files in
    files.texts.keys.sorted().compactMap { files.texts[$0] }
  }

  /// Sends edits, and returns those that take them back.
  @discardableResult private mutating func change(
    _ path: String, _ edits: [TextEdit]
  ) -> [TextEdit] {
    var bytes = texts[path] ?? []
    var back: [TextEdit] = []
    var changes: [Value] = []
    var text: DocumentText? = client.server.text(at: path)
    for edit in edits {
      let shown = text ?? DocumentText(bytes)
      text = nil
      changes.append([
        "range": [
          "start": shown.position(of: edit.range.lowerBound, in: .utf16).value,
          "end": shown.position(of: edit.range.upperBound, in: .utf16).value,
        ], "text": .string(String(decoding: edit.text, as: UTF8.self)),
      ])
      back.append(edit.apply(to: &bytes))
    }
    texts[path] = bytes
    version += 1
    client.tell(
      "textDocument/didChange",
      [
        "textDocument": [
          "uri": .string(DocumentAddress.address(of: path)), "version": .int(version),
        ], "contentChanges": .list(changes),
      ])
    return back.reversed()
  }

  // MARK: Requests

  /// Asks for the next feature at a random place.
  private mutating func ask() {
    let path = paths.randomElement(using: &random) ?? ""
    let text = DocumentText(texts[path] ?? [])
    let places = (0..<2).map { _ in Int.random(in: 0...text.bytes.count, using: &random) }
      .sorted().map { text.position(of: $0, in: .utf16).value }
    let feature = EditorFeature.allCases[nextFeature]
    nextFeature = (nextFeature + 1) % EditorFeature.allCases.count
    let answer = client.ask(
      "textDocument/" + feature.rawValue,
      [
        "textDocument": ["uri": .string(DocumentAddress.address(of: path))],
        "position": places[0], "range": ["start": places[0], "end": places[1]],
        "positions": .list(places), "newName": "another", "ch": "\n",
        "context": ["includeDeclaration": true, "diagnostics": []],
      ])
    // A name can be refused.
    if answer["code"] != nil, answer["code"]?.integer != -32803 || answer.text != nil {
      report("\(feature.rawValue) answers \(answer)", at: path)
    }
  }

  // MARK: Comparisons

  private mutating func settle(rests: Bool) {
    for (address, findings) in client.settle(rests: rests) { sent[address] = findings }
    client.forgetNotices()
    if rests { past = [:] }
    for (path, text) in texts where past[path]?.last != text {
      past[path, default: []].append(text)
    }
  }

  /// Compares the findings that the client has with those of a check, before and after a pause.
  private mutating func compare() {
    let expected = EditedFiles.check(texts)
    let flows = paths.filter { FileKind(of: $0) == .flow }
    counts.comparisons += isFlow ? 1 : 0
    compare(flows, with: expected)
    settle(rests: true)
    compare(Set(paths).union(expected.values.flatMap(\.keys)).sorted(), with: expected)
  }

  private mutating func compare(
    _ paths: [String], with expected: [String: [String: [Diagnostic]]]
  ) {
    for path in paths {
      if let text = texts[path], client.server.text(at: path).bytes != text {
        report("the text is another one", at: path)
      }
      let findings = client.server.found
      func all(_ findings: [String: [String: [Diagnostic]]]) -> [Diagnostic] {
        EditedFiles.once(findings.keys.sorted().flatMap { findings[$0]?[path] ?? [] })
      }
      // A finding of another flow's check doesn't make up for one that's missing.
      let isSame =
        FileKind(of: path) != .flow
        || compare(findings[path] ?? [:], with: expected[path] ?? [:], of: path)
      guard isSame, compare([path: all(findings)], with: [path: all(expected)], of: path) else {
        continue
      }
      let values = all(expected).map { client.server.value(of: $0, at: path) }
      let said = sent[DocumentAddress.address(of: path)] ?? []
      if said != values { report("sent \(said),\nexpected \(values)", at: path) }
    }
  }

  /// Compares what a check of a file finds, by path, and returns whether it's the same.
  private mutating func compare(
    _ found: [String: [Diagnostic]], with expected: [String: [Diagnostic]], of path: String
  ) -> Bool {
    for file in Set(found.keys).union(expected.keys).sorted() {
      let lines = [found, expected].map { ($0[file] ?? []).map(\.inFull) }
      guard lines[0] != lines[1] else { continue }
      let place = file == path ? "" : "in \(FilePath.name(of: file)) "
      report("\(place)found \(lines[0]),\nexpected \(lines[1])", at: path)
      return false
    }
    return true
  }

  /// Reports a difference, with the text, and those before it since the last pause.
  private mutating func report(_ words: String, at path: String) {
    let text = String(decoding: texts[path] ?? [], as: UTF8.self)
    var difference = "\(FilePath.name(of: path)), \(counts.edits) edits: \(words)\n\(text)"
    for text in (past[path] ?? []).reversed() where text != texts[path] {
      difference += "\n--- before:\n\(String(decoding: text, as: UTF8.self))"
    }
    differences.append(difference)
  }

  /// Makes sequences of edits until there are as many or things differ often, and says where it is now and then.
  ///
  /// - Parameters:
  ///   - seeds: A seed for each sequence.
  ///   - comparisons: The number of comparisons of each, one after every hundred edits.
  ///   - most: The number of edits.
  ///   - say: Says the counts, and what differed.
  /// - Returns: The counts, and the number of sequences in which something differed.
  package static func run(
    _ seeds: some Sequence<UInt64>, comparisons: Int, most: Int = .max, _ say: (String) -> Void
  ) -> (counts: Counts, failed: Int) {
    var (counts, failed) = (Counts(), 0)
    for (number, seed) in seeds.enumerated() {
      var run = EditRun(seed: seed)
      for _ in 0..<comparisons where run.differences.isEmpty { run.run(100) }
      counts += run.counts
      for difference in run.differences { say("STACKFLOW_SEED=\(seed): \(difference)") }
      if !run.differences.isEmpty { failed += 1 }
      if number % 20 == 0 { say("\(counts)") }
      if failed > 20 || counts.edits >= most { break }
    }
    say("\(counts)")
    return (counts, failed)
  }
}
