// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms

extension FlowDifference {
  /// A text, an input, or what a step does or how it asks, that differs.
  public struct Change: Hashable, Sendable {
    /// The key of the text in the newer version, as in files of translations, such as `name.label`; the id of the
    /// step; or the part of the flow: `language`, `output`, `extensions`, or `inputs.NAME`.
    public let id: String

    /// What changed, for display.
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
    let before = Dictionary(
      Self.texts(of: old).map { (moved($0.key), $0.words) }
    ) { first, _ in first }
    let after = Self.texts(of: new)
    let known = Set(Self.steps(of: old).map { moved($0.id) })
    var changes: [FlowDifference.Change] = []
    for (key, words) in after {
      if let earlier = before[key] {
        let reasons = Self.reasons(from: earlier, to: words, new.language)
        if !reasons.isEmpty { changes.append(.init(id: key, reasons: reasons)) }
      } else if isText(key, of: known) {
        changes.append(.init(id: key, reasons: ["the text is new"]))
      }
    }
    let kept = Set(after.map(\.key))
    let present = Set(Self.steps(of: new).map(\.id))
    for (key, _) in Self.texts(of: old).map({ (moved($0.key), $0.words) })
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

  /// The words of each text by language; those of the flow's own language are under its tag.
  private static func texts(of flow: FlowDefinition) -> [(key: String, words: [String: String])] {
    var texts: [(key: String, words: [String: String])] = []
    var copy = flow
    copy.forEachText { key, text in
      let words = text.variants.map { ($0.language ?? flow.language, $0.template.words) }
      texts.append((key, Dictionary(words) { first, _ in first }))
    }
    return texts
  }

  private static func reasons(
    from old: [String: String], to new: [String: String], _ language: String
  ) -> [String] {
    let tags = Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
    return tags.map { tag in
      let place = tag == language ? "the text" : "the text in '\(tag)'"
      guard let before = old[tag] else { return "\(place) is new" }
      guard let after = new[tag] else { return "\(place) is gone" }
      let isShort = [before, after].allSatisfy { $0.count <= 40 && !$0.contains("\n") }
      return isShort ? "\(place) changed from '\(before)' to '\(after)'" : "\(place) changed"
    }
  }

  // MARK: Steps

  /// The steps of a flow with their ids, as in the keys of texts.
  private static func steps(
    of flow: FlowDefinition
  ) -> [(id: String, step: StepDefinition)] {
    var all: [(id: String, step: StepDefinition)] = []
    func add(_ steps: [StepDefinition], under prefix: String) {
      for step in steps {
        let id = prefix + step.id.name
        all.append((id, step))
        switch step.kind {
        case .form(let elements, _): add(elements, under: prefix)
        case .group(let inner): add(inner, under: prefix)
        case .repeat(let list):
          if let form = list.rowForm {
            add(form.elements, under: "\(id)[].")
          } else {
            add(list.steps, under: "\(id)[].")
          }
        case .ask, .note, .flow, .compute, .review, .commit, .stop, .run, .write: break
        }
      }
    }
    add(flow.steps, under: "")
    return all
  }

  // MARK: Settings

  /// What changes how a step works, but not which saved answers it accepts.
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
      to: StepSettings(new, hasAnswers: hasAnswers), said: said)
    if old.key?.name != new.key?.name, !said.contains(where: { $0.hasPrefix("its name in data") }) {
      reasons.insert(
        StepSettings.words(of: "key", from: old.key?.name, to: new.key?.name), at: 0)
    }
    switch (old.kind, new.kind) {
    case (.ask(let earlier), .ask(let field)):
      // Another one than before is a difference of answers.
      if earlier.otherwise == nil, let value = field.otherwise {
        reasons.append("otherwise is now \(FieldDifference.words(of: value))")
      }
    case (.write(let earlier), .write(let write)):
      reasons += Self.reasons(from: earlier, to: write)
    default: break
    }
    return reasons
  }

  // MARK: The flow

  /// What the whole flow takes and gives.
  private var interface: [FlowDifference.Change] {
    var changes: [FlowDifference.Change] = []
    func compare(_ id: String, _ key: String, _ old: String?, _ new: String?) {
      guard old != new else { return }
      changes.append(.init(id: id, reasons: [StepSettings.words(of: key, from: old, to: new)]))
    }
    compare("language", "it", old.language, new.language)
    compare(
      "output", "it", old.output?.words ?? "every answer", new.output?.words ?? "every answer")
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
    return changes
  }

  // MARK: Files

  private static func reasons(
    from old: WriteDefinition, to new: WriteDefinition
  ) -> [String] {
    var reasons: [String] = []
    func compare(_ key: String, _ old: String, _ new: String) {
      if old != new { reasons.append("\(key) changed from \(old) to \(new)") }
    }
    func policy(_ write: WriteDefinition) -> String {
      if case .tree = write.content, write.exists == .overwrite { return "replace" }
      return write.exists.rawValue
    }
    let isTree = if case .tree = new.content { true } else { false }
    switch (old.content, new.content) {
    case (.tree(let before), .tree(let after)):
      compare("tree", "'\(before.folder)'", "'\(after.folder)'")
      compare("to", "'\(old.path.words)'", "'\(new.path.words)'")
      compare("suffix", "'\(before.suffix)'", "'\(after.suffix)'")
      compare("skip", words(before.skip), words(after.skip))
      compare(
        "each", before.each?.text.oneLine ?? "nothing", after.each?.text.oneLine ?? "nothing")
      reasons += files(from: before, to: after)
    case (.tree, _), (_, .tree):
      reasons.append(isTree ? "it writes a tree now" : "it writes a file now")
      compare("the path", "'\(old.path.words)'", "'\(new.path.words)'")
    default:
      compare("the path", "'\(old.path.words)'", "'\(new.path.words)'")
      if content(old.content) != content(new.content) { reasons.append("its content changed") }
    }
    compare("exists", policy(old), policy(new))
    compare("onError", old.onError.rawValue, new.onError.rawValue)
    compare("secret", "\(old.isSecret)", "\(new.isSecret)")
    compare(
      "mode", old.mode.map { "0o" + String($0, radix: 8) } ?? "none",
      new.mode.map { "0o" + String($0, radix: 8) } ?? "none")
    return reasons
  }

  private static func words(_ patterns: [String]) -> String {
    patterns.isEmpty ? "nothing" : patterns.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The maximum number of files of a tree that are named.
  private static let namedCount = 5

  private static func files(from old: TreeDefinition, to new: TreeDefinition) -> [String] {
    let (before, after) = (files(of: old), files(of: new))
    let known = Dictionary(before.map { ($0.path, $0.content) }) { first, _ in first }
    let present = Set(after.map(\.path))
    let kinds = [
      ("new", after.filter { known[$0.path] == nil }),
      ("changed", after.filter { file in known[file.path].map { $0 != file.content } ?? false }),
      ("gone", before.filter { !present.contains($0.path) }),
    ]
    return kinds.compactMap { word, files in
      guard !files.isEmpty else { return nil }
      let names = files.prefix(namedCount).map { "'\($0.path)'" }.joined(separator: ", ")
      let more = files.count > namedCount ? " and \(files.count - namedCount) more" : ""
      return "\(word): \(names)\(more)"
    }
  }

  /// What a file of a tree has, without places.
  private struct FileContent: Hashable {
    var kind: String
    var words = ""
    var bytes: [UInt8] = []
    let isExecutable: Bool
  }

  private static func files(
    of tree: TreeDefinition
  ) -> [(path: String, content: FileContent)] {
    var files: [(path: String, content: FileContent)] = []
    func add(_ entries: [TreeEntryDefinition], below folder: String) {
      for entry in entries {
        let path = folder + entry.name.words
        var file = FileContent(kind: "folder", isExecutable: entry.isExecutable)
        switch entry.content {
        case .folder(let inner):
          add(inner, below: path + "/")
          if !inner.isEmpty { continue }
        case .template(let text): (file.kind, file.words) = ("template", text.words)
        case .bytes(let bytes): (file.kind, file.bytes) = ("bytes", bytes)
        case .link(let target): (file.kind, file.words) = ("link", target.words)
        }
        files.append((path, file))
      }
    }
    add(tree.entries, below: "")
    return files
  }

  /// What a file that isn't a tree has, without places.
  private static func content(_ content: WriteDefinition.Content) -> [String] {
    switch content {
    case .parts(let parts):
      parts.flatMap { ["text", $0.text.words, $0.when?.text ?? "", $0.each?.text ?? ""] }
    case .json(let output): ["json"] + words(output)
    case .yaml(let output): ["yaml"] + words(output)
    case .copy(let path, let bytes): ["copy", path, Base64.encode(bytes)]
    case .tree: []
    }
  }

  private static func words(_ output: OutputDefinition) -> [String] {
    switch output {
    case .expression(let source): [source.text.oneLine]
    case .map(let entries): ["{"] + entries.flatMap { [$0.key.name] + words($0.value) } + ["}"]
    case .list(let items): ["["] + items.flatMap(words) + ["]"]
    }
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
