// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

extension FlowDifference {
  /// A text, an input, or what a step does or how it asks, that differs.
  public struct Change: Hashable, Sendable {
    /// The key of the text in the newer version, as in files of translations, such as `name.label`; the id of the
    /// step; or the part of the flow: `language`, `output`, `updatable`, `extensions`, `inputs.NAME`, or `functions.NAME`.
    public let id: String

    /// The change, for display.
    public let reasons: [String]
  }
}

/// Compares what two versions of a flow say, ask, and do.
struct FlowChanges {
  private let old: FlowDefinition
  private let new: FlowDefinition
  private let moves: AnswerMoves

  init(from old: FlowDefinition, to new: FlowDefinition, _ moves: AnswerMoves) {
    self.old = old
    self.new = new
    self.moves = moves
  }

  /// The changes, in the order of the newer file: those of the whole flow, of texts, and of steps.
  ///
  /// - Complexity: O(*n*) in the size of both versions.
  var changes: [FlowDifference.Change] { interface + texts + settings }

  // MARK: Texts

  private var texts: [FlowDifference.Change] {
    let earlierTexts = Self.texts(of: old).map { (key: moved($0.key), text: $0.text) }
    let before = Dictionary(earlierTexts.map { ($0.key, $0.text) }) { first, _ in first }
    let after = Self.texts(of: new)
    let known = Set(Self.steps(of: old).map { moved($0.id) })
    var changes: [FlowDifference.Change] = []
    for (key, text) in after {
      if let earlier = before[key] {
        let reasons = Self.reasons(
          from: earlier, to: text, new.language, renaming: moves.names.renaming)
        if !reasons.isEmpty { changes.append(.init(id: key, reasons: reasons)) }
      } else if isText(key, of: known) {
        changes.append(.init(id: key, reasons: ["the text is new"]))
      }
    }
    let kept = Set(after.map(\.key))
    let present = Set(Self.steps(of: new).map(\.id))
    for (key, _) in earlierTexts
    where !kept.contains(key) && isText(key, of: present) {
      changes.append(.init(id: key, reasons: ["the text is gone"]))
    }
    return changes
  }

  /// Whether a text is that of one of some steps, or of the flow.
  private func isText(_ key: String, of steps: Set<String>) -> Bool {
    var owner = key[...]
    while let end = owner.lastIndex(of: ".") {
      owner = owner[..<end]
      if steps.contains(String(owner)) { return true }
    }
    return key == "title"
  }

  /// Returns the key of a text of the older version in the newer one.
  private func moved(_ key: String) -> String {
    let end = key.firstIndex { $0 == "." || $0 == "[" } ?? key.endIndex
    guard case .moved(let name) = moves.end(of: String(key[..<end])) else { return key }
    return name + key[end...]
  }

  /// Each text by language; that of the flow's own language is under its tag.
  private static func texts(
    of flow: FlowDefinition
  ) -> [(key: String, text: [String: TextTemplate])] {
    var texts: [(key: String, text: [String: TextTemplate])] = []
    var copy = flow
    copy.forEachText { key, text in
      let variants = text.variants.map { ($0.language ?? flow.language, $0.template) }
      texts.append((key, Dictionary(variants) { first, _ in first }))
    }
    return texts
  }

  private static func reasons(
    from old: [String: TextTemplate], to new: [String: TextTemplate], _ language: String,
    renaming: (String) -> String
  ) -> [String] {
    // Renaming an answer doesn't change a text that shows it.
    let isOther = { (tag: String) in
      let words = new[tag]?.wordsWithFiles { $0 }
      return old[tag]?.wordsWithFiles { $0 } != words
        && old[tag]?.wordsWithFiles(replacing: renaming) != words
    }
    let tags = Set(old.keys).union(new.keys).sorted().filter(isOther)
    return tags.map { tag in
      let place = tag == language ? "the text" : "the text in '\(tag)'"
      guard let before = old[tag]?.words else { return "\(place) is new" }
      guard let after = new[tag]?.words else { return "\(place) is gone" }
      // Otherwise, only a file that it uses changed.
      let isShort =
        before != after && [before, after].allSatisfy { $0.count <= 40 && !$0.contains("\n") }
      return isShort ? "\(place) changed from '\(before)' to '\(after)'" : "\(place) changed"
    }
  }

  // MARK: Steps

  /// The steps of a flow with their ids, as in the keys of texts.
  private static func steps(
    of flow: FlowDefinition
  ) -> [(id: String, step: StepDefinition)] {
    // A row is no step of the file.
    flow.steps.outline.filter { !$0.isRow }.map { ($0.id, $0.step) }
  }

  // MARK: Settings

  /// Changes of how a step works that leave the saved answers it accepts.
  private var settings: [FlowDifference.Change] {
    let earlier = Self.steps(of: old)
    var before: [String: StepDefinition] = [:]
    for (id, step) in earlier { before[moved(id)] = step }
    let after = Self.steps(of: new)
    var changes = after.compactMap { id, step -> FlowDifference.Change? in
      guard let other = before[id] else {
        return step.kind.isSeenByItself ? .init(id: id, reasons: ["the step is new"]) : nil
      }
      let reasons = reasons(from: other, to: step)
      return reasons.isEmpty ? nil : .init(id: id, reasons: reasons)
    }
    let present = Set(after.map(\.id))
    for (id, step) in earlier where step.kind.isSeenByItself && !present.contains(moved(id)) {
      changes.append(.init(id: id, reasons: ["the step is gone"]))
    }
    return changes
  }

  private func reasons(from old: StepDefinition, to new: StepDefinition) -> [String] {
    let (before, after) = (old.kind.writtenKeyword.rawValue, new.kind.writtenKeyword.rawValue)
    guard before == after else {
      return old.kind.hasAnswer && new.kind.hasAnswer
        ? [] : ["it was '\(before)' and is now '\(after)'"]
    }
    let said =
      old.kind.hasAnswer
      ? AnswerPlace(step: old, conditions: []).differences(
        to: AnswerPlace(step: new, conditions: []), moves) : []
    let hasAnswers = !AnswerPlace.all(in: [old, new]).isEmpty
    var reasons = StepSettings(old, hasAnswers: hasAnswers).differences(
      to: StepSettings(new, hasAnswers: hasAnswers), said: said,
      renaming: moves.names.renaming)
    if old.key?.name != new.key?.name, !said.contains(where: { $0.hasPrefix("its name in data") }) {
      reasons.insert(
        StepSettings.words(of: "key", from: old.key?.name, to: new.key?.name), at: 0)
    }
    switch (old.kind, new.kind) {
    case (.ask(let earlier), .ask(let field)):
      // Another one than before is a difference of answers.
      if earlier.settings[.otherwise] == nil, let value = field.settings[.otherwise] {
        reasons.append("otherwise is now \(FieldDifference.words(of: value))")
      }
    case (.write(let earlier), .write(let write)):
      reasons += Self.reasons(from: earlier, to: write, renaming: moves.names.renaming)
    default: break
    }
    return reasons
  }

  // MARK: The flow

  /// The changes of the inputs, the output, the language, and the extensions of the flow.
  private var interface: [FlowDifference.Change] {
    var changes: [FlowDifference.Change] = []
    func compare(_ id: String, _ key: String, _ old: String?, _ new: String?) {
      guard old != new, old.map(moves.names.renaming) != new else { return }
      changes.append(.init(id: id, reasons: [StepSettings.words(of: key, from: old, to: new)]))
    }
    compare("language", "it", old.language, new.language)
    compare(
      "output", "it", old.output?.words ?? "every answer", new.output?.words ?? "every answer")
    compare(
      "updatable", "it", String(old.isUpdatable), String(new.isUpdatable))
    compare("extensions", "it", old.extensionsFile?.name, new.extensionsFile?.name)
    let before = Dictionary(old.inputs.map { ($0.name.name, $0) }) { first, _ in first }
    for input in new.inputs {
      let id = "inputs.\(input.name.name)"
      guard let earlier = before[input.name.name] else {
        changes.append(.init(id: id, reasons: ["the input is new"]))
        continue
      }
      compare(id, "type", earlier.type.words, input.type.words)
      compare(id, "env", earlier.environmentVariable, input.environmentVariable)
      compare(
        id, "default", earlier.defaultValue.map(\.value.plainText),
        input.defaultValue.map(\.value.plainText))
    }
    let present = Set(new.inputs.map(\.name.name))
    for input in old.inputs where !present.contains(input.name.name) {
      changes.append(.init(id: "inputs.\(input.name.name)", reasons: ["the input is gone"]))
    }
    let functions = Dictionary(old.functions.map { ($0.name.name, $0.words) }) { first, _ in first }
    for function in new.functions {
      compare(
        "functions.\(function.name.name)", "it", functions[function.name.name] ?? "not there",
        function.words)
    }
    let named = Set(new.functions.map(\.name.name))
    for function in old.functions where !named.contains(function.name.name) {
      changes.append(
        .init(id: "functions.\(function.name.name)", reasons: ["the function is gone"]))
    }
    return changes
  }
}

extension FunctionDefinition {
  /// Its parameters and what it returns, on one line.
  fileprivate var words: String {
    let parameters = parameters.map { "\($0.name): \($0.type.words)" }.joined(separator: ", ")
    return "(\(parameters)) \(value.text.oneLine)"
  }
}

extension StepDefinition.Kind {
  /// Whether no answer says that a step of this kind is new or gone.
  fileprivate var isSeenByItself: Bool {
    switch self {
    case .ask, .form, .group, .repeat, .flow: false
    case .note, .compute, .run, .write, .review, .commit, .stop: true
    }
  }
}
