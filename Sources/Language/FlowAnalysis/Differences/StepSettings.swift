// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The settings of a step besides its texts and besides what decides which saved answers it accepts.
struct StepSettings {
  /// The keys with their words, in the order of the reference; nil for what isn't there.
  private var words: [(key: String, words: String?)] = []

  /// The words of lists of which single elements come and go, such as checks.
  private var lists: [(key: String, words: [String])] = []

  /// The choices that are listed, each with its value and its words.
  private var choices: [(value: String, words: String)] = []

  private mutating func add(_ key: String, _ text: String?) { words.append((key, text)) }

  private mutating func add(_ key: String, _ isSet: Bool) { add(key, isSet ? "true" : "false") }

  /// Creates the settings of a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - hasAnswers: Whether one of the versions has answers, whose differences tell when they're asked.
  init(_ step: StepDefinition, hasAnswers: Bool) {
    if !hasAnswers { add("when", step.when?.text.oneLine) }
    switch step.kind {
    case .ask(let field): add(field)
    case .form(_, let validations): add(validations)
    case .repeat(let list):
      add("as", list.matrix?.element.name)
      add(list.constraints)
      add("fill", list.isFilled)
      add(list.rowForm?.validations ?? list.validations)
    case .flow(let flow): add("with", Self.words(flow.arguments))
    case .compute(let value): add("value", value.text.oneLine)
    case .run(let run):
      add(run.call, after: "")
      if let undo = run.undo { add(undo, after: "undo ") }
      add("reads", run.onlyReads)
      add("capture", run.capture?.kind.rawValue)
      add("type", run.capture?.type?.words)
      add("onError", run.onError.rawValue)
      add("secret", run.isSecret.map { "\($0)" })
    case .stop(_, let outcome): add("outcome", outcome.rawValue)
    case .group, .note, .review, .commit, .write: break
    }
  }

  private mutating func add(_ field: FieldDefinition) {
    add("type", field.typeName ?? field.type.rawValue)
    addSettings(of: field) { $0.entry.types == nil }
    add(field.constraints)
    if let items = field.items {
      add(items.constraints, of: "of ")
      add(items.names, of: "keys ")
    }
    add(field.validations)
    if case .listed(let listed)? = field.choices {
      choices = listed.map { ($0.value.value.plainText, Self.words($0)) }
      add("choices", choices.map(\.words).joined(separator: ", "))
    } else {
      add("choices", Self.words(field.choices))
    }
    add("other", field.takesOthers)
    addSettings(of: field) { $0.entry.types != nil }
    add(
      "priority", field.computedPriority?.text.oneLine ?? field.priority.map { "\($0)" })
    addFlags(of: field) { $0.entry.types != nil }
    add("generate", field.generate.map { "\($0.length) of '\($0.alphabet)'" })
    addFlags(of: field) { $0.entry.types == nil }
    add("widget", field.widget?.name)
    add("sets", field.sets?.name)
  }

  /// Adds settings; what `otherwise` is decides which saved answers are accepted.
  private mutating func addSettings(
    of field: FieldDefinition, where isAdded: (FieldSetting) -> Bool
  ) {
    for key in FieldSetting.allCases.filter(isAdded) where key != .otherwise {
      let words = field.settings[key].map(FieldDifference.words)
      add(key.entry.key, words ?? (key == .required ? "true" : nil))
    }
  }

  private mutating func addFlags(of field: FieldDefinition, where isAdded: (FieldFlag) -> Bool) {
    for key in FieldFlag.allCases.filter(isAdded) { add(key.entry.key, field.flags.has(key)) }
  }

  private mutating func add(_ constraints: [ConstraintDefinition], of part: String = "") {
    for kind in ConstraintKind.allCases {
      let found = constraints.first { $0.kind == kind }
      add(part + kind.rawValue, found.map { FieldDifference.words(of: $0.value) })
    }
  }

  private mutating func add(_ validations: [ValidationDefinition]) {
    lists.append(
      (
        "check",
        validations.map {
          $0.check.text.oneLine + ($0.level == .error ? "" : " (warning)")
            + ($0.field.map { " at \($0.name)" } ?? "")
        }
      ))
  }

  private mutating func add(_ call: CallDefinition, after prefix: String) {
    switch call.target {
    case .command(let arguments):
      add(prefix + "command", arguments.map(Self.words).joined(separator: " "))
    case .action(let name): add(prefix + "action", name.name)
    }
    add(prefix + "with", Self.words(call.with))
    add(
      prefix + "stdin",
      call.stdin?.variants.map { ($0.language.map { "\($0): " } ?? "") + $0.template.words }
        .joined(separator: " | "))
    add(
      prefix + "pass",
      call.pass.isEmpty ? nil : call.pass.map(\.name).joined(separator: ", "))
    add(prefix + "timeout", call.timeout.map { "\($0)" })
  }

  // MARK: Words

  private static func words(_ argument: ArgumentDefinition) -> String {
    let words = (argument.texts ?? []).map(\.words).joined(separator: " ")
    let when = argument.when.map { "when \($0.text.oneLine)" }
    let each = argument.each.map { "each \($0.text.oneLine)" }
    guard when != nil || each != nil else { return words }
    return "[" + [words, when ?? "", each ?? ""].filter { !$0.isEmpty }.joined(separator: " ") + "]"
  }

  private static func words(_ entries: [OutputDefinition.Entry]) -> String? {
    entries.isEmpty
      ? nil : entries.map { "\($0.key.name): \($0.value.words)" }.joined(separator: ", ")
  }

  /// The value and the conditions of a choice, without its texts.
  private static func words(_ choice: ChoiceDefinition) -> String {
    [
      choice.isSeparated ? "|" : nil, choice.value.value.plainText,
      choice.when.map { "when \($0.text.oneLine)" },
      choice.disabledWhen.map { "disabled when \($0.text.oneLine)" },
      choice.lockedWhen.map { "locked when \($0.text.oneLine)" },
      choice.isAlone ? "alone" : nil,
      choice.data.isEmpty
        ? nil
        : "with "
          + choice.data.map { "\($0.key.name)=\($0.value.value.plainText)" }.joined(separator: " "),
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// Where computed choices come from.
  private static func words(_ choices: ChoicesDefinition?) -> String? {
    guard case .computed(let from, let value, _, _, _)? = choices else { return nil }
    return from.text.oneLine + (value.map { " as \($0.text.oneLine)" } ?? "")
  }

  // MARK: Differences

  /// Returns what differs in another version.
  ///
  /// - Parameters:
  ///   - new: The settings in the newer version.
  ///   - said: What was said of its saved answers, which isn't repeated.
  ///   - renaming: Returns the words of this version with the names of the newer one.
  /// - Returns: A reason for each difference.
  func differences(
    to new: StepSettings, said: [String], renaming: (String) -> String
  ) -> [String] {
    let before = Dictionary(words.map { ($0.key, $0.words) }) { first, _ in first }
    let after = Dictionary(new.words.map { ($0.key, $0.words) }) { first, _ in first }
    let keys = new.words.map(\.key) + words.map(\.key).filter { after[$0] == nil }
    var reasons = keys.compactMap { key -> String? in
      let (old, now) = (before[key] ?? nil, after[key] ?? nil)
      guard old != now, old.map(renaming) != now else { return nil }
      let isSaid =
        key == "choices"
        ? explainChoices(of: new, said) : said.contains { Self.isAbout(key, $0) }
      return isSaid ? nil : Self.words(of: key, from: old, to: now)
    }
    for (key, words) in new.lists {
      let earlier = lists.first { $0.key == key }?.words ?? []
      let renamed = earlier.map(renaming)
      reasons += zip(earlier, renamed).filter { !words.contains($0) && !words.contains($1) }
        .map { "\(key) is gone: \($0.0)" }
      let added = words.filter { word in
        !earlier.contains(word) && !renamed.contains(word)
          && !said.contains { (Self.newCheck + word + " at ").hasPrefix($0 + " at ") }
      }
      reasons += added.map { Self.newCheck + $0 }
    }
    return reasons
  }

  /// Whether what was said of saved answers is all that differs in the choices.
  private func explainChoices(of new: StepSettings, _ said: [String]) -> Bool {
    guard said.contains(where: { Self.isAbout("choices", $0) }) else { return false }
    guard !choices.isEmpty, !new.choices.isEmpty else { return true }
    let values = Set(new.choices.map(\.value))
    let kept = choices.filter { values.contains($0.value) }
    guard kept.map(\.value) == new.choices.map(\.value) else { return false }
    return zip(kept, new.choices).allSatisfy { old, new in
      old.words == new.words || said.contains { $0.hasPrefix("'\(new.value)' is ") }
    }
  }

  private static let newCheck = "new check: "

  /// Returns whether a reason why an answer is asked again is about a key.
  private static func isAbout(_ key: String, _ reason: String) -> Bool {
    switch key {
    case "type": reason.hasPrefix("the type")
    case "other": reason.hasPrefix("texts beside the choices ")
    case "required": reason == "it's now required"
    case "choices":
      reason.hasPrefix("removed: ") || reason.hasPrefix("the choices ")
        || reason.hasPrefix("the values of the choices ") || reason.includes("' is offered when ")
        || reason.includes("' is disabled when ")
    default:
      // A reason about items or their names contains only the name of the constraint.
      ["of ", "keys ", ""].contains { part in
        guard key.hasPrefix(part) else { return false }
        let name = key.dropFirst(part.count)
        return reason.hasPrefix("\(name) is now ") || reason.hasPrefix("\(name) changed from ")
      }
    }
  }

  /// Says that the words of a key changed.
  static func words(of key: String, from old: String?, to new: String?) -> String {
    let isShort = [old, new].allSatisfy { $0.map { $0.count <= 80 && !$0.contains("\n") } ?? true }
    guard isShort else { return "\(key) changed" }
    return "\(key) changed from \(old ?? "nothing") to \(new ?? "nothing")"
  }
}

extension OutputDefinition {
  /// The expressions in a line.
  var words: String {
    switch self {
    case .expression(let source): source.text.oneLine
    case .map(let entries):
      "{ " + entries.map { "\($0.key.name): \($0.value.words)" }.joined(separator: ", ") + " }"
    case .list(let items): "[" + items.map(\.words).joined(separator: ", ") + "]"
    }
  }
}

extension InputType {
  /// The type as in a file, in a line.
  var words: String {
    switch self {
    case .field(let type): type.rawValue
    case .list(let element): "list of \(element.words)"
    case .map(let element): "map of \(element.words)"
    case .record(let parts):
      "{ "
        + parts.map { "\($0.name): \($0.type.words)\($0.isOptional ? "?" : "")" }
        .joined(separator: ", ") + " }"
    }
  }
}
