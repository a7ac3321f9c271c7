// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

@testable import FlowFiles

/// Breaks a flow wherever a kind of mutation applies.
struct FlowMutations {
  let sites: FlowSites

  /// The ids of steps whose texts are translated in separate files.
  let translated: Set<String>

  /// Returns all mutants of a kind, in source order.
  func mutants(_ kind: FlowMutant.Kind) -> [FlowMutant] {
    switch kind {
    case .nameRenamed: sites.steps.compactMap(renamed)
    case .readMisspelt: sites.codes.flatMap(misspelt)
    case .stepDropped: sites.steps.compactMap(dropped)
    case .conditionDropped: sites.steps.compactMap(unconditional)
    case .presenceDropped: sites.codes.flatMap(withoutPresence)
    case .typeChanged: sites.steps.compactMap(retyped)
    case .idDuplicated: zip(sites.steps, sites.steps.dropFirst()).compactMap(duplicated)
    case .choiceMisspelt: sites.codes.flatMap(withMisspeltChoices)
    case .inputRemoved: sites.inputs.compactMap(removed)
    case .keyMisspelt: sites.keys.compactMap { misspelt($0, .keyMisspelt) }
    case .wordMisspelt: sites.words.compactMap { misspelt($0, .wordMisspelt) }
    case .indentationBroken: sites.laterEntries.compactMap(indented)
    case .expressionUnquoted: sites.codes.compactMap(unquoted)
    case .placeholderLost: sites.localized.flatMap(withoutPlaceholder)
    }
  }

  private func mutant(
    _ kind: FlowMutant.Kind, _ what: String, _ edits: [FixIt.Edit],
    _ expectation: FlowMutant.Expectation
  ) -> FlowMutant {
    FlowMutant(
      kind: kind, what: what, line: edits.first.map { sites.lines($0.range).lowerBound } ?? 1,
      edits: edits, expectation: expectation)
  }

  private func lines(of codes: [FlowSites.Code]) -> [ClosedRange<Int>] {
    codes.map { sites.lines($0.scalar.range) }
  }

  // MARK: Names

  private func renamed(_ step: FlowSites.Step) -> FlowMutant? {
    guard let scalar = step.head.value.scalar, !step.id.isEmpty else { return nil }
    let readers = lines(of: sites.readers(of: step))
    return mutant(
      .nameRenamed, "\(step.id) → \(step.id)_x", [FixIt.Edit(scalar.range, "\(step.id)_x")],
      expectation(at: readers, of: [step.id], else: "nobody reads it"))
  }

  private func misspelt(_ code: FlowSites.Code) -> [FlowMutant] {
    let declared = Set(sites.steps.map(\.id) + sites.inputs.map(\.key.text))
    return code.names.filter { declared.contains($0.name) }.map { name, offset in
      mutant(
        .readMisspelt, "\(name) → x\(name)",
        [FixIt.Edit(sites.source(code, offset, count: name.utf8.count), "x\(name)")],
        .all([sites.lines(code.scalar.range)]))
    }
  }

  private func duplicated(_ first: FlowSites.Step, _ second: FlowSites.Step) -> FlowMutant? {
    guard let scalar = second.head.value.scalar, !first.id.isEmpty else { return nil }
    let place = sites.lines(scalar.range)
    // In the items of a list, it hides the outer one, which is reported in the item.
    let isSameScope =
      sites.list(around: first)?.node.range == sites.list(around: second)?.node.range
    return mutant(
      .idDuplicated, "\(second.id) → \(first.id)", [FixIt.Edit(scalar.range, first.id)],
      isSameScope ? .all([place]) : .any([place, sites.lines(first.head.value.range)]))
  }

  private func removed(_ input: YAMLEntry) -> FlowMutant? {
    let readers = lines(of: sites.readers(of: input.key.text))
    guard let edit = removal(of: input.range), sites.inputs.count > 1 else { return nil }
    return mutant(
      .inputRemoved, "without \(input.key.text)", [edit],
      readers.isEmpty ? .nothing(because: "nobody reads it") : .all(readers))
  }

  // MARK: Steps

  private func dropped(_ step: FlowSites.Step) -> FlowMutant? {
    guard step.siblings > 1, let edit = removal(of: step.node.range) else { return nil }
    let inside = sites.steps.filter { step.node.range.holds($0.node.range) }
    let readers = inside.flatMap { sites.readers(of: $0, outside: step.node.range) }
    let after = self.after(step)
    return mutant(
      .stepDropped, "without \(step.id)", [edit],
      readers.isEmpty && inside.contains { $0.head.key.text == "stop" }
        && !inside.contains { translated.contains($0.id) }
        // Without the stop, conditions that it implied are no longer proven.
        ? .either([after], because: "the flow no longer stops, which may be intended")
        : expectation(
          at: lines(of: readers), of: inside.map(\.id), else: "nobody reads its answer"))
  }

  /// Returns the lines after a step.
  private func after(_ step: FlowSites.Step) -> ClosedRange<Int> {
    let end = sites.lines(step.node.range).upperBound
    return end...max(end, sites.file.lineCount)
  }

  /// Returns the expectation of findings at all readers of some steps, or in their translations.
  private func expectation(
    at readers: [ClosedRange<Int>], of ids: [String], else reason: String
  ) -> FlowMutant.Expectation {
    if !readers.isEmpty { return .all(readers) }
    return ids.contains(where: translated.contains) ? .beside : .nothing(because: reason)
  }

  private func unconditional(_ step: FlowSites.Step) -> FlowMutant? {
    guard let when = step["when"], let edit = removal(of: when.range) else { return nil }
    let own = sites.lines(step.node.range)
    let what = "\(step.id) always"
    // Nothing follows a stop that's always reached.
    let inside = sites.steps.filter { step.node.range.holds($0.node.range) }
    if inside.contains(where: { $0.head.key.text == "stop" && isAlwaysReached($0, in: step) }) {
      return mutant(.conditionDropped, what, [edit], .any([after(step)]))
    }
    func readers(of ids: [String]) -> [ClosedRange<Int>] {
      lines(
        of: sites.codes.filter { code in
          ids.contains { id in
            ["has(\(id))", "\(id).orValue(", "\(id).hasValue("].contains(
              where: code.scalar.text.contains)
          }
        })
    }
    // Presence tests become redundant if the answer is always present.
    let isOutermost = sites.steps(around: step.node.range).isEmpty
    if isOutermost, step.head.key.text == "ask", step["required"] == nil {
      let readers = readers(of: [step.id])
      if !readers.isEmpty { return mutant(.conditionDropped, what, [edit], .any(readers)) }
    }
    return mutant(
      .conditionDropped, what, [edit],
      .either(
        [own] + readers(of: inside.map(\.id)),
        because: "the step is asked more often, which may be intended")
    )
  }

  /// Returns whether a step is reached whenever an enclosing step is.
  private func isAlwaysReached(_ step: FlowSites.Step, in outer: FlowSites.Step) -> Bool {
    let between = sites.steps(around: step.node.range) + [step]
    return between.allSatisfy {
      $0.node.range.holds(outer.node.range) || $0["when"] == nil
    }
  }

  private func withoutPresence(_ code: FlowSites.Code) -> [FlowMutant] {
    let text = code.scalar.text
    return text.ranges(of: /\.orValue\([^()]*\)/).map { range in
      let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let source = sites.source(code, offset, count: text[range].utf8.count)
      return mutant(
        .presenceDropped, "without '\(text[range])'", [FixIt.Edit(source, "")],
        expectationWithoutPresence(code, isEnd: range.upperBound == text.endIndex))
    }
  }

  // MARK: Types and values

  private func retyped(_ step: FlowSites.Step) -> FlowMutant? {
    guard let type = step["type"]?.value.scalar else { return nil }
    let isText = ["string", "text", "secret", "path"].contains(type.text)
    let other = isText ? "boolean" : "string"
    let isTime = ["date", "time"].contains(type.text)
    let free = [
      "label", "short", "help", "hint", "when", "required", "priority", "remember", "type",
    ]
    let own = step.entries.filter {
      !free.contains($0.key.text) && $0.key.text != step.head.key.text
    }
    // An output accepts any type.
    let readers = sites.readers(of: step.id).filter {
      !$0.isTemplate && $0.key != "at" && $0.scalar.text != step.id
    }
    let places =
      [sites.lines(type.range)] + own.map { sites.lines($0.range) } + lines(of: readers)
    return mutant(
      .typeChanged, "\(step.id): \(type.text) → \(other)", [FixIt.Edit(type.range, other)],
      places.count == 1
        ? .nothing(because: "nothing depends on its type")
        : isTime && own.allSatisfy { ["default", "validate"].contains($0.key.text) }
          ? .nothing(because: "a date or a time is a text too") : .any(places))
  }

  private func withMisspeltChoices(_ code: FlowSites.Code) -> [FlowMutant] {
    code.texts.compactMap { text, offset in
      guard sites.choices.contains(where: { $0.text == text }) else { return nil }
      let place = sites.lines(code.scalar.range)
      let before = String(decoding: code.scalar.text.utf8.prefix(offset - 1), as: UTF8.self)
      let expectation: FlowMutant.Expectation =
        if before.hasSuffix("orValue(") {
          .either([place], because: "the fallback of an answer may be any text")
        } else if !readsChoice(text, code) {
          .nothing(because: "it isn't compared with the choice")
        } else {
          .all([place])
        }
      return mutant(
        .choiceMisspelt, "'\(text)' → '\(text)x'",
        [FixIt.Edit(sites.source(code, offset, count: text.utf8.count), "\(text)x")], expectation)
    }
  }

  // MARK: Text

  private func misspelt(_ word: YAMLScalar, _ kind: FlowMutant.Kind) -> FlowMutant? {
    guard word.text.utf8.count > 1 else { return nil }
    var letters = Array(word.text)
    letters.swapAt(letters.count - 2, letters.count - 1)
    let other = letters == Array(word.text) ? word.text + "x" : String(letters)
    return mutant(
      kind, "\(word.text) → \(other)", [FixIt.Edit(word.range, other)],
      .all([sites.lines(word.range)]))
  }

  private func indented(_ entry: YAMLEntry) -> FlowMutant? {
    let line = sites.lines(entry.key.range).lowerBound
    guard let start = sites.file.range(ofLine: line)?.lowerBound else { return nil }
    return mutant(
      .indentationBroken, "\(entry.key.text) by one more",
      [FixIt.Edit(SourceRange(at: start), " ")],
      .any([(line - 1)...line]))
  }

  private func unquoted(_ code: FlowSites.Code) -> FlowMutant? {
    guard !code.isTemplate, code.scalar.style == .doubleQuoted || code.scalar.style == .singleQuoted
    else { return nil }
    let range = code.scalar.range
    let edits = [
      FixIt.Edit(SourceRange(range.lowerBound, range.lowerBound + 1), ""),
      FixIt.Edit(SourceRange(range.upperBound - 1, range.upperBound), ""),
    ]
    return mutant(
      .expressionUnquoted, "\(code.key): \(code.scalar.text)", edits,
      hasSameTree(with: edits)
        ? .nothing(because: "YAML reads it without them") : .any([sites.lines(range)]))
  }

  private func withoutPlaceholder(_ texts: [YAMLEntry]) -> [FlowMutant] {
    texts.compactMap { text in
      guard let scalar = text.value.scalar else { return nil }
      return Self.withoutPlaceholder(scalar, key: text.key.text, in: sites.file).map {
        mutant(
          .placeholderLost, $0.what, [$0.edit], .any(texts.map { sites.lines($0.value.range) }))
      }
    }
  }

  /// Returns the edit that removes the first `${…}` of a text.
  static func withoutPlaceholder(
    _ scalar: YAMLScalar, key: String, in file: SourceFile
  ) -> (what: String, edit: FixIt.Edit)? {
    let text = scalar.text
    guard let range = text.firstRange(of: /\$\{[^{}]*\}/) else { return nil }
    let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let source = scalar.map(in: file).sourceRange(
      of: SourceRange(offset, offset + text[range].utf8.count))
    return ("\(key) without \(text[range])", FixIt.Edit(source, "-"))
  }
}
