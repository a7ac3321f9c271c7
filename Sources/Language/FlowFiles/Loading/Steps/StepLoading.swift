// SPDX-License-Identifier: Apache-2.0

internal import FlowAnalysis
internal import FlowModel
internal import SourceDiagnostics

// Steps; each has exactly one of the keys that name a kind.
extension LoadingContext {
  /// Reads the items of `steps:` or `fields:`.
  func steps(_ entry: YAMLEntry, what: String = "a list of steps") -> [StepDefinition] {
    guard case .list(let items) = entry.value.content else {
      if reportDashes(in: entry.value) { return [] }
      var fixIts: [FixIt] = []
      if case .map(let entries) = entry.value.content, !entry.value.isFlowStyle,
        let first = entries.first, first.stepKind != nil
      {
        fixIts = [itemFix(entry.value)].compactMap { $0 }
      }
      reportKind(
        entry.value, expected: what, proposal: fixIts.isEmpty ? "" : "; each item begins with '- '",
        fixIts: fixIts)
      return []
    }
    if items.isEmpty {
      report(
        "empty-steps", "'\(entry.key.text)' is empty, so nothing is asked here",
        at: entry.key.range, severity: .warning)
    }
    var steps: [StepDefinition] = []
    for item in items {
      // More diagnostics wouldn't be shown.
      if diagnostics.errorCount >= 8 * diagnostics.limit { break }
      if let step = step(item) { steps.append(step) }
    }
    return steps
  }

  /// Reports keys such as `-ask`, which were meant as items of a list; false if there are none.
  private func reportDashes(in node: YAMLNode) -> Bool {
    guard case .map(let entries) = node.content, !node.isFlowStyle else { return false }
    let dashes = entries.map(\.key).filter {
      $0.style == .plain && $0.text.hasPrefix("-")
        && StepKeyword(rawValue: String($0.text.dropFirst())) != nil
    }.map { SourceRange($0.range.lowerBound, $0.range.lowerBound + 1) }
    guard let first = dashes.first else { return false }
    let edits = dashes.map { FixIt.Edit(SourceRange(at: $0.upperBound), " ") }
    report(
      "space-after-dash", "expected a space after '-'", at: first,
      fixIts: [FixIt("insert a space", edits, isShown: true, isSafe: true)])
    return true
  }

  /// Returns the fix that turns a map where a list is expected into its only item.
  func itemFix(_ node: YAMLNode) -> FixIt? {
    if node.isFlowStyle {
      return FixIt(
        "make it a list's item",
        [
          .init(SourceRange(at: node.range.lowerBound), "["),
          .init(SourceRange(at: node.range.upperBound), "]"),
        ], isShown: true, isSafe: true)
    }
    let lines = file.lines(of: node.range)
    var edits: [FixIt.Edit] = []
    for number in lines {
      guard let line = file.range(ofLine: number), !line.isEmpty else { continue }
      let isFirst = number == lines.lowerBound
      edits.append(
        FixIt.Edit(
          SourceRange(at: isFirst ? node.range.lowerBound : line.lowerBound), isFirst ? "- " : "  ")
      )
    }
    return edits.isEmpty ? nil : FixIt("make it a list's item", edits, isSafe: true)
  }

  /// Returns the key of a step that names its kind; nil for another number of them, which is reported.
  private func kindKey(_ node: YAMLNode) -> (entry: YAMLEntry, keyword: StepKeyword)? {
    guard case .map(let entries) = node.content else {
      reportKind(node, expected: "a step")
      return nil
    }
    let kinds = entries.filter { $0.stepKind != nil }
    guard let kind = kinds.first, let keyword = kind.stepKind else {
      reportMissingKind(node, entries)
      return nil
    }
    if kinds.count > 1 {
      report(
        "several-kinds",
        "a step has one kind; found '\(kind.key.text)' and '\(kinds[1].key.text)'",
        at: kinds[1].key.range,
        notes: [Diagnostic.Note("the step is '\(kind.key.text)' here", at: place(kind.key.range))])
      recordLostNames(kinds)
      return nil
    }
    return (kind, keyword)
  }

  private func step(_ node: YAMLNode) -> StepDefinition? {
    guard !node.isBroken, let (kind, keyword) = kindKey(node) else { return nil }
    let article = keyword == .ask ? "an" : "a"
    guard
      var reader = MapReader(
        node, as: .step(keyword), what: "\(article) '\(keyword.rawValue)' step",
        headRange: kind.key.range, context: self)
    else { return nil }
    let id = reader.take(named: keyword.rawValue).flatMap {
      word($0.value, expected: "the step's id")
    }
    let when = reader.take(.when).flatMap { expression($0) }
    let title = reader.take(.title).flatMap { localizedText($0) }
    // A question's description is one of its field's texts.
    let described: [StepKeyword] = [.form, .repeat, .commit]
    let description =
      described.contains(keyword) ? reader.take(.description).flatMap { localizedText($0) } : nil
    let allow = reader.take(.allow).map { allowed($0) } ?? []
    let keyEntry = reader.map.names.contains(FlowKey.key.rawValue) ? reader.take(.key) : nil
    var key = keyEntry.flatMap { word($0.value, expected: "the answer's name in data") }
    if let id { containers.append(id.place) }
    let content = self.kind(keyword, &reader, at: place(kind.key.range))
    if id != nil { containers.removeLast() }
    if let key, case .form? = content {
      report(
        "unknown-key", "'key' needs 'over': a form has no answer of its own, its fields have",
        at: key.place.range)
    }
    reader.finish()
    if !allow.isEmpty { dropWarnings(allow, in: node.range) }
    defer { partialKind = nil }
    guard let id, let content else {
      if let id {
        let known = StepDefinition(
          id: id, kind: partialKind ?? .group([]), when: when, title: title,
          place: place(kind.key.range.union(id.place.range)))
        lost.append(LostPart(id, step: known, in: containers.last))
      }
      recordLostNames(in: node)
      return nil
    }
    // A step whose key can't be read has one nevertheless, and fixes add no other.
    if let keyEntry, key == nil { key = Identifier(id.name, at: place(keyEntry.value.range)) }
    return StepDefinition(
      id: id, key: key, kind: content, when: when, title: title, description: description,
      allow: allow, place: place(kind.key.range.union(id.place.range)))
  }

  /// Reads the keys that are specific to a kind of step, or returns nil if they can't be read.
  private func kind(
    _ keyword: StepKeyword, _ reader: inout MapReader, at place: SourcePlace
  ) -> StepDefinition.Kind? {
    switch keyword {
    case .ask:
      return field(&reader).map(StepDefinition.Kind.ask)
    case .form:
      return form(&reader, at: place)
    case .group:
      return reader.require(.steps).map { .group(steps($0)) }
    case .note:
      return reader.require(.text).flatMap { localizedText($0) }.map(StepDefinition.Kind.note)
    case .compute:
      return reader.require(.value).flatMap { expression($0) }.map(StepDefinition.Kind.compute)
    case .repeat: return list(&reader)
    case .flow: return subflow(&reader)
    case .review:
      return .review
    case .commit:
      return reader.require(.text).flatMap { localizedText($0) }.map(StepDefinition.Kind.commit)
    case .run: return run(&reader)
    case .write: return write(&reader)
    case .stop:
      let text = reader.take(.text).flatMap { localizedText($0) }
      let outcome: StopOutcome? = reader.take(.outcome).flatMap { choice($0, what: "outcome") }
      return .stop(text: text, outcome: outcome ?? .failed)
    }
  }

  private func reportMissingKind(_ node: YAMLNode, _ entries: [YAMLEntry]) {
    guard node.isComplete else { return }
    let kinds = StepKeyword.allCases.map(\.rawValue)
    for entry in entries {
      guard let near = NearMiss.nearest(to: entry.key.text, in: kinds) else { continue }
      report(
        "unknown-step", "unknown kind of step '\(entry.key.text)'; did you mean '\(near)'?",
        at: entry.key.range,
        fixIts: [
          FixIt(
            "write '\(near)'", [FixIt.Edit(entry.key.range, near)],
            isSafe: NearMiss.isClear(entry.key.text, in: kinds))
        ])
      recordLostNames([entry])
      return
    }
    report(
      "unknown-step", "a step needs one of the keys \(Self.alternatives(kinds))",
      at: node.headRange)
    recordLostNames(Array(entries.prefix(1)))
  }

  /// Records the ids of a step that couldn't be loaded and of all steps in it.
  private func recordLostNames(in node: YAMLNode) {
    var open = [node]
    while let next = open.popLast() {
      switch next.content {
      case .list(let items): open += items
      case .map(let entries):
        recordLostNames(entries.filter { $0.stepKind != nil })
        open += entries.map(\.value)
      case .scalar, .broken: break
      }
    }
  }

  /// Records the ids of steps that couldn't be loaded, so that they aren't reported as unknown.
  private func recordLostNames(_ entries: [YAMLEntry]) {
    for entry in entries {
      if let name = entry.value.scalar { lose(name.text, at: name.range) }
    }
  }

  /// Drops allowed warnings on the lines of a range, including those about comments at the end of
  /// its last line.
  private func dropWarnings(_ allowed: [DiagnosticID], in range: SourceRange) {
    let end = file.range(ofLine: file.lines(of: range).upperBound)?.upperBound ?? range.upperBound
    diagnostics.removeAll { diagnostic in
      let start = diagnostic.place.range.lowerBound
      return diagnostic.severity == .warning && allowed.contains(diagnostic.id)
        && start >= range.lowerBound && start <= end
    }
  }

  /// Reads the ids of `allow: [id]`.
  func allowed(_ entry: YAMLEntry) -> [DiagnosticID] {
    guard case .list(let items) = entry.value.content else {
      reportKind(entry.value, expected: "a list of findings' ids")
      return []
    }
    return items.compactMap { item in
      guard let word = word(item, expected: "a finding's id") else { return nil }
      let id = DiagnosticID(word.name)
      if Explanation.explanation(of: id) == nil { reportUnknownFinding(word) }
      return id
    }
  }

  private func reportUnknownFinding(_ word: Identifier) {
    let names = Explanation.all.map(\.id.name)
    guard NearMiss.nearest(to: word.name, in: names) == nil else {
      return reportUnknown("unknown-word", "finding", word.name, among: names, at: word.place.range)
    }
    report(
      "unknown-word",
      "unknown finding '\(word.name)'; the id of a finding is in brackets after its message",
      at: word.place.range)
  }
}

extension YAMLEntry {
  /// The kind of step that its key names; nil if it names none.
  fileprivate var stepKind: StepKeyword? { StepKeyword(rawValue: key.text) }
}
