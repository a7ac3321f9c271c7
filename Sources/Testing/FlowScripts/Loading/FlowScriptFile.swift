// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowFiles
public import FlowModel
import FlowSessions
public import SourceDiagnostics

/// A file of scripted tests, each a YAML document.
public enum FlowScriptFile {
  /// The maximum number of YAML nodes of all tests of a file, with their beginnings and rows: 1,000,000.
  static let maximumNodes = 1_000_000

  /// The tests of a file, and what was found in it.
  public struct Loaded: Sendable {
    /// The tests without mistakes, in the order of the file; a table is a test for each of its rows.
    public fileprivate(set) var scripts: [FlowScript] = []

    /// The tests with mistakes, which can't run.
    package fileprivate(set) var mistaken: [MistakenScript] = []

    /// All findings.
    public fileprivate(set) var diagnostics: DiagnosticList
  }

  /// A test with mistakes.
  package struct MistakenScript: Sendable {
    /// The name of the test; the file's name if it has none.
    package let name: String

    /// Where the test begins.
    package let place: SourcePlace

    /// The mistakes.
    package let diagnostics: [Diagnostic]
  }

  /// Loads the tests of a file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - name: The name of the file, for messages.
  ///   - flow: The flow under test. Ids that it doesn't have are errors.
  /// - Returns: The tests in the order of the file, and all findings.
  /// - Complexity: O(*n*) in the length of the file and in the number of nodes of all tests, with their
  ///   beginnings and rows, of which there are at most 1,000,000.
  public static func load(_ bytes: [UInt8], name: String, flow: CheckedFlow) -> Loaded {
    var options = YAMLOptions.data
    options.allowsSeveralDocuments = true
    options.expectation = "a scripted test"
    let stream = YAMLReader.read(bytes, name: name, options: options)
    var loaded = Loaded(diagnostics: stream.diagnostics)
    // A syntax error is reported before its document is read.
    let broken = stream.diagnostics.diagnostics.filter { $0.severity == .error }
    var expansion = ScriptExpansion(file: stream.file, maximumNodes: maximumNodes)
    for document in stream.documents {
      guard let root = document.root else { continue }
      let syntax = broken.filter { document.range.holds($0.place.range) }
      let (tests, found) = expansion.tests(in: root)
      loaded.diagnostics.add(contentsOf: found)
      let known = syntax + found.diagnostics.filter { $0.severity == .error }
      guard known.isEmpty, root.isComplete else {
        loaded.mistaken.append(
          MistakenScript(
            name: root.testName ?? name, place: SourcePlace(stream.file, root.testRange),
            diagnostics: known))
        continue
      }
      for test in tests {
        var loading = ScriptLoading(file: stream.file, flow: flow, diagnostics: DiagnosticList())
        var script = loading.script(test.root, at: test.place)
        script?.document = root.range
        script?.isRow = test.place != nil
        loaded.diagnostics.add(contentsOf: loading.diagnostics)
        let mistakes = loading.diagnostics.diagnostics.filter { $0.severity == .error }
        if let script, mistakes.isEmpty {
          loaded.scripts.append(script)
        } else {
          loaded.mistaken.append(
            MistakenScript(
              name: test.root.testName ?? name,
              place: test.place ?? SourcePlace(stream.file, test.root.testRange),
              diagnostics: mistakes))
        }
      }
    }
    for unused in expansion.unusedBeginnings { loaded.diagnostics.add(unused) }
    if loaded.scripts.isEmpty, !loaded.diagnostics.hasErrors {
      loaded.diagnostics.add(
        Diagnostic(
          "empty-file", "there is no test in this file",
          at: SourcePlace(stream.file, SourceRange(at: 0))))
    }
    return loaded
  }
}

/// Reads the documents of a file.
struct ScriptLoading {
  let file: SourceFile
  let flow: CheckedFlow
  var diagnostics: DiagnosticList

  /// The search for the names that were meant.
  let nearMisses = NearMissSearch()

  /// The keys of a test whose beginning and table have been expanded.
  private static let keys = FileMap.script.keys.names.filter { $0 != "beginning" }

  /// The ways in which a walk ends.
  static let endings = [
    "completed", "failed", "cancelled", "interrupted", "end-of-input", "timeout",
  ]

  /// Reads the test of a document, or returns nil if it isn't a test.
  ///
  /// - Parameters:
  ///   - root: The document, with its beginning and the values of its row.
  ///   - place: Where the test begins; nil for its key 'test'.
  /// - Returns: The test; nil if it isn't one.
  mutating func script(_ root: YAMLNode, at place: SourcePlace? = nil) -> FlowScript? {
    guard let entries = map(root, "a scripted test") else { return nil }
    check(entries, known: Self.keys)
    guard let name = entries.first(where: { $0.key.text == "test" }) else {
      report("missing-key", "a scripted test begins with 'test' and a name", root.range)
      return nil
    }
    var script = FlowScript(
      name: text(name.value, "test") ?? "",
      place: place ?? SourcePlace(file, name.key.range))
    for entry in entries {
      switch entry.key.text {
      case "clock": script.clock = clock(entry.value)
      case "inputs": script.inputs = inputs(entry.value)
      case "language": script.language = text(entry.value, "language")
      case "given": script.given = answers(entry.value)
      case "defaults": script.takesDefaults = flag(entry.value, "defaults") ?? false
      case "priority": script.priority = priority(entry.value) ?? .low
      case "secrets":
        script.secrets = texts(entry.value, "secrets")
        for secret in map(entry.value, "a map of secrets") ?? [] {
          script.secretPlaces[secret.key.text] = SourcePlace(file, secret.key.range)
        }
      case "runs": script.runs = runs(entry.value)
      case "files": script.files = files(entry.value).compactMapValues { $0 }
      case "steps":
        for item in list(entry.value, "steps") ?? [] {
          script.commands += commands(item)
        }
      case "outcome":
        if let word = text(entry.value, "outcome"),
          check("outcome", word, among: Self.endings, entry.value)
        {
          script.outcome = .init(word, at: SourcePlace(file, entry.value.range))
        }
      case "output":
        if let value = entry.value.expectedValue {
          script.output = .init(value, at: SourcePlace(file, entry.key.range))
          script.outputSlot = slot(of: entry, isInline: root.isFlowStyle)
        }
      default: break
      }
    }
    if script.commands.isEmpty, script.output == nil, !diagnostics.hasErrors {
      diagnostics.add(
        Diagnostic(
          "empty-test", .warning,
          "the test '\(script.name)' has no steps and no output, so it covers nothing",
          at: SourcePlace(file, name.value.range)))
    }
    return script
  }

  private mutating func priority(_ node: YAMLNode) -> FieldPriority? {
    let words = FieldPriority.allCases.map(\.rawValue)
    guard let word = text(node, "priority"), check("priority", word, among: words, node) else {
      return nil
    }
    return FieldPriority(rawValue: word)
  }

  /// Returns whether a word is one of several; reports it otherwise.
  private mutating func check(
    _ kind: String, _ word: String, among words: [String], _ node: YAMLNode
  ) -> Bool {
    guard !words.contains(word) else { return true }
    let near = NearMiss.nearest(to: word, in: words).map { "; did you mean '\($0)'?" }
    report(
      "wrong-type",
      "unknown \(kind) '\(word)'\(near ?? "; there are \(words.joined(separator: ", "))")",
      node.range)
    return false
  }

  private mutating func clock(_ node: YAMLNode) -> Timestamp? {
    guard let text = text(node, "clock") else { return nil }
    guard let time = try? Timestamp(text) else {
      report("wrong-type", "'clock' must be a time such as 2026-01-31T09:00:00Z", node.range)
      return nil
    }
    return time
  }

  // MARK: Commands

  /// Reads an item of 'steps': the window, the command with its gestures, and the screen after it.
  private mutating func commands(_ node: YAMLNode) -> [ScriptCommand] {
    guard let entries = map(node, "a command such as 'answer:'") else { return [] }
    let names = FileMap.commandKeys.names
    check(entries, known: FileMap.scriptCommand.keys.names)
    let gestures = gestures(entries)
    var before: [ScriptCommand] = []
    var after: [ScriptCommand] = []
    for entry in entries {
      switch entry.key.text {
      case "resize": if let command = resize(entry) { before.append(command) }
      case "screen":
        if let command = screen(entry, isInline: node.isFlowStyle) { after.append(command) }
      default: break
      }
    }
    guard let entry = entries.first(where: { names.contains($0.key.text) }) else {
      if let first = entries.first(where: { FileMap.gestureKeys.names.contains($0.key.text) }) {
        if after.isEmpty {
          report(
            "missing-key", "'\(first.key.text)' needs the command that it's equivalent to",
            first.key.range)
        } else {
          after[0].gestures = gestures
        }
      } else if entries.isEmpty {
        report(
          "missing-key",
          "expected one of \((names + FileMap.screenKeys.names).joined(separator: ", "))",
          node.range)
      }
      return before + after
    }
    for other in entries where other.key.text != entry.key.text && names.contains(other.key.text) {
      report(
        "too-many-keys", "one command at a time: '\(entry.key.text)' is given already",
        other.key.range)
    }
    guard let action = action(entry) else { return [] }
    if entry.value.isEmptyMap {
      report(
        "empty-command", "'\(entry.key.text)' is empty, so this command does nothing",
        entry.value.range)
      return []
    }
    if case .deny = action,
      let gesture = entries.first(where: { FileMap.gestureKeys.names.contains($0.key.text) })
    {
      report("wrong-key", "'deny' isn't done with '\(gesture.key.text)'", gesture.key.range)
    }
    var command = ScriptCommand(action, at: SourcePlace(file, entry.key.range))
    command.gestures = gestures
    return before + [command] + after
  }

  private mutating func action(_ entry: YAMLEntry) -> ScriptCommand.Action? {
    switch entry.key.text {
    case "answer": return .answer(answers(entry.value))
    case "reject": return .reject(answers(entry.value))
    case "accept":
      switch text(entry.value, "accept") {
      case "offered": return .acceptOffered
      case "default": return .acceptDefault
      case "suggestions": return .acceptSuggestions
      case nil: return nil
      default:
        report(
          "wrong-type", "'accept' takes 'offered', 'default', or 'suggestions'", entry.value.range)
        return nil
      }
    case "back":
      guard let text = text(entry.value, "back") else { return nil }
      guard let count = Int(text) else {
        return checkID(text, entry.value.range) ? .backTo(text) : nil
      }
      if count > 0 { return .back(steps: count) }
      report("wrong-type", "'back' takes a number of steps from 1, or an id", entry.value.range)
      return nil
    case "confirm":
      guard let id = text(entry.value, "confirm"), checkID(id, entry.value.range) else {
        return nil
      }
      return .confirm(id)
    case "retry":
      guard let id = text(entry.value, "retry"), checkID(id, entry.value.range) else { return nil }
      return .retry(id)
    case "deny": return denial(entry.value)
    case "leave":
      guard let word = text(entry.value, "leave") else { return nil }
      if let reason = LeaveReason(rawValue: word) { return .leave(reason) }
      let words = LeaveReason.allCases.map(\.rawValue).joined(separator: ", ")
      report("wrong-type", "'leave' takes one of \(words)", entry.value.range)
      return nil
    case "add", "edit", "remove", "restore", "move", "done": return listChange(entry)
    default: return .expect(expectations(entry.value))
    }
  }

  private mutating func denial(_ node: YAMLNode) -> ScriptCommand.Action? {
    guard let entries = map(node, "'push' or 'pop' with a reason") else { return nil }
    check(entries, known: FileMap.scriptDenial.keys.names)
    guard let entry = entries.first(where: { FileMap.scriptDenial.names.contains($0.key.text) })
    else {
      return nil
    }
    var reason: String?
    if case .scalar(let scalar) = entry.value.content, scalar.value != .null {
      reason = scalar.text
    }
    return .deny(.init(isPush: entry.key.text == "push", reason: reason))
  }

  // MARK: Answers

  /// Reads a map from ids to answers.
  ///
  /// The prefix is that of the enclosing flow or item.
  mutating func answers(_ node: YAMLNode, under prefix: String = "") -> [ScriptAnswer] {
    guard let entries = map(node, "a map from ids to answers") else { return [] }
    var answers: [ScriptAnswer] = []
    for entry in entries {
      let id = prefix + entry.key.text
      // The answers of a used flow can be under its name.
      if case .map = entry.value.content, flow.isSubflow(id) {
        answers += self.answers(entry.value, under: id + ".")
        continue
      }
      guard checkID(id, entry.key.range), let input = input(entry.value, to: id) else { continue }
      checkRecords(entry.value, of: id)
      answers.append(
        ScriptAnswer(
          id: Identifier(id, at: SourcePlace(file, entry.key.range)), input: input,
          place: SourcePlace(file, entry.value.range)))
    }
    return answers
  }

  private mutating func input(_ node: YAMLNode, to id: String) -> ScriptInput? {
    func data() -> ScriptInput? {
      node.dataValue.map { value in
        var typing = RecordTyping(flow)
        return .data(typing.answer(value, to: id, spelled: node.spelledValue))
      }
    }
    switch node.content {
    case .broken: return nil
    case .scalar(let scalar): return scalar.value == .null ? .empty : .typed(scalar.text)
    case .list: return data()
    case .map(let entries):
      if entries.count == 1, entries[0].key.text == "secret",
        case .scalar(let name) = entries[0].value.content
      {
        return .secret(name.text)
      }
      return data()
    }
  }

  /// Reports an id that the flow doesn't have; returns false if it did.
  mutating func checkID(_ id: String, _ range: SourceRange) -> Bool {
    guard !flow.hasStep(id), !flow.isSubflow(id) else { return true }
    let message: String
    let meant = meant(by: id)
    if let meant, meant.isData {
      message = "'\(id)' is a name in data; a script names questions by id: '\(meant.id)'"
    } else {
      let near = meant?.id ?? nearMisses.match(for: id, in: flow.stepIDs)?.name
      message = "the flow has no step '\(id)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
    diagnostics.add(
      Diagnostic(
        "unknown-answer", message, at: SourcePlace(file, range),
        fixIts: meant.flatMap { fix(id, to: $0.id, range) }.map { [$0] } ?? []))
    return false
  }

  /// Returns the id of a step that a script calls by the name of its answer in data, or by a word of the expression
  /// language that it was called before a fix; nil if there's none.
  private func meant(by id: String) -> (id: String, isData: Bool)? {
    if let named = flow.id(ofAnswerNamed: id), named != id { return (named, true) }
    let renamed = id.withoutReservedNames
    return renamed != id && (flow.hasStep(renamed) || flow.isSubflow(renamed))
      ? (renamed, false) : nil
  }

  /// Returns the fix that writes another id in a range; nil if the range has something else besides the id.
  private func fix(_ id: String, to meant: String, _ range: SourceRange) -> FixIt? {
    let range = file.rangeInsideQuotes(of: range)
    let text = file[range]
    var replacement = meant
    if text.hasPrefix(id) {
      // An item has its position behind the id of its list.
      replacement += text.dropFirst(id.count)
    } else {
      // Answers of an item and of a used flow are in its map.
      let outer = id.dropLast(text.count)
      guard id.hasSuffix(text), meant.hasPrefix(outer) else { return nil }
      replacement = String(meant.dropFirst(outer.count))
    }
    return FixIt("write '\(replacement)'", [.init(range, replacement)], isSafe: true)
  }

  /// Reports answers in the records of a list that aren't called by their ids, where it's known which are meant.
  mutating func checkRecords(_ node: YAMLNode, of list: String) {
    guard flow.isList(list), case .list(let records) = node.content else { return }
    for record in records {
      guard case .map(let entries) = record.content else { continue }
      for entry in entries {
        let id = "\(list)[].\(entry.key.text)"
        if flow.hasStep(id) {
          checkRecords(entry.value, of: id)
        } else if meant(by: id) != nil {
          _ = checkID(id, entry.key.range)
        }
      }
    }
  }
}

extension YAMLNode {
  /// Whether it's a map without entries.
  fileprivate var isEmptyMap: Bool {
    guard case .map(let entries) = content else { return false }
    return entries.isEmpty
  }
}
