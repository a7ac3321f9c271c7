// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

// `run` steps: commands, actions, and captures.
extension LoadingContext {
  /// Reads a `run` step, or returns nil if it's too broken to read.
  func run(_ reader: inout MapReader) -> StepDefinition.Kind? {
    let call = call(&reader)
    let undo = reader.take(.undo).flatMap { self.undo($0) }
    let onlyReads = reader.take(.reads).flatMap { entry in
      boolean(entry).map { (isOn: $0, entry: entry) }
    }
    if let onlyReads, onlyReads.isOn, undo != nil {
      report(
        "unknown-key", "a step that only reads can't have 'undo'", at: onlyReads.entry.key.range)
    }
    let capture = capture(&reader)
    if capture == nil, reader.entry(named: FlowKey.capture.rawValue) != nil,
      let id = reader.entry(named: StepKeyword.run.rawValue)?.value.scalar
    {
      // The type of the capture isn't known, so don't report expressions that read it.
      lostNames.insert(id.text)
    }
    let onError: EffectErrorPolicy? = reader.take(.onError).flatMap { choice($0, what: "policy") }
    let isSecret = reader.take(.secret).flatMap { boolean($0) }
    guard let call else { return nil }
    return .run(
      RunDefinition(
        call: call, undo: undo, onlyReads: onlyReads?.isOn ?? false, capture: capture,
        onError: onError ?? .retry, isSecret: isSecret))
  }

  /// Reads `undo:`, which is a command as a list, or a map with the keys of a call.
  private func undo(_ entry: YAMLEntry) -> CallDefinition? {
    if case .list = entry.value.content {
      let place = place(entry.key.range)
      return command(entry).map { CallDefinition(target: .command($0), place: place) }
    }
    guard
      var reader = MapReader(
        entry.value, as: .undo, what: "'undo'", headRange: entry.key.range, context: self)
    else { return nil }
    let call = call(&reader)
    reader.finish()
    return call
  }

  /// Reads `command` or `action` and the keys that belong to them.
  private func call(_ reader: inout MapReader) -> CallDefinition? {
    let command = reader.take(.command)
    let action = reader.take(.action)
    let with = reader.take(.with).map { self.with($0, isCommand: command != nil) } ?? []
    let stdin = reader.take(.stdin)
    let pass = reader.take(.pass)
    let timeout = reader.take(.timeout)
    let target: CallDefinition.Target?
    switch (command, action) {
    case (let command?, nil): target = self.command(command).map { .command($0) }
    case (nil, let action?):
      target = word(action.value, expected: "the action's name").map { .action($0) }
      for entry in [stdin, pass, timeout].compactMap({ $0 }) {
        report(
          "unknown-key", "'\(entry.key.text)' is for commands only, not for actions",
          at: entry.key.range)
      }
    case (_?, let action?):
      report(
        "too-many-keys", "\(reader.what) has either 'command' or 'action'", at: action.key.range)
      return nil
    case (nil, nil):
      reader.reportMissing(.command, hint: " or 'action'")
      return nil
    }
    let place = place((command ?? action)?.key.range ?? reader.headRange)
    guard let target else { return nil }
    return CallDefinition(
      target: target, with: with, stdin: stdin.flatMap { localizedText($0) },
      pass: pass.map { variables($0) } ?? [], timeout: timeout.flatMap { time($0) }, place: place)
  }

  // MARK: Commands

  /// Reads the elements of `command: [git, init, "${name}", { when: …, args: […] }]`.
  private func command(_ entry: YAMLEntry) -> [ArgumentDefinition]? {
    guard case .list(let items) = entry.value.content else {
      reportKind(
        entry.value, expected: "a list of a program and its arguments",
        proposal: entry.value.scalar == nil ? "" : "; no shell splits it",
        fixIts: argumentListFix(entry.value).map { [$0] } ?? [])
      return nil
    }
    guard !items.isEmpty else {
      report("empty-value", "a command begins with its program", at: entry.value.range)
      return nil
    }
    return items.compactMap { argument($0) }
  }

  /// Returns the fix that turns a command line without quotes and special characters into a list.
  private func argumentListFix(_ node: YAMLNode) -> FixIt? {
    guard let scalar = node.scalar, scalar.style == .plain, !scalar.text.isEmpty,
      scalar.text.allSatisfy({ $0.isLetter || $0.isNumber || " -_./=@+".contains($0) })
    else { return nil }
    let list = "[" + scalar.text.split(separator: " ").joined(separator: ", ") + "]"
    return FixIt("write it as a list", [FixIt.Edit(scalar.range, list)], isShown: true)
  }

  private func argument(_ node: YAMLNode) -> ArgumentDefinition? {
    let place = place(node.headRange)
    guard case .map = node.content else {
      return template(node, key: "command").map {
        ArgumentDefinition(texts: [$0], place: place)
      }
    }
    guard
      var reader = MapReader(node, as: .argument, what: "an element of a command", context: self)
    else {
      return nil
    }
    let when = reader.take(.when).flatMap { expression($0) }
    let each = reader.take(.each)
    let arguments = reader.take(.args)
    if each == nil, arguments == nil { reader.reportMissing(.args) }
    let item = each.flatMap { expression($0) }
    reader.finish()
    var texts: [TextTemplate]?
    if let arguments {
      guard case .list(let items) = arguments.value.content else {
        reportKind(arguments.value, expected: "a list of arguments")
        return nil
      }
      texts = items.compactMap { template($0, key: "args") }
    }
    guard texts != nil || item != nil else { return nil }
    return ArgumentDefinition(when: when, each: item, texts: texts, place: place)
  }

  /// Reads `with:`, a map from names to expressions.
  ///
  /// The value of an environment variable is a single expression.
  private func with(_ entry: YAMLEntry, isCommand: Bool) -> [OutputDefinition.Entry] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from names to expressions")
      return []
    }
    return entries.compactMap { entry in
      let name = Identifier(entry.key.text, at: place(entry.key.range))
      if isCommand {
        checkVariable(name)
        return expression(entry).map { OutputDefinition.Entry(key: name, value: .expression($0)) }
      }
      return output(entry.value, key: name.name).map {
        OutputDefinition.Entry(key: name, value: $0)
      }
    }
  }

  private func variables(_ entry: YAMLEntry) -> [Identifier] {
    guard case .list(let items) = entry.value.content else {
      reportKind(entry.value, expected: "a list of names of variables")
      return []
    }
    let names = items.compactMap { word($0, expected: "the name of a variable") }
    for name in names { checkVariable(name) }
    return names
  }

  private func checkVariable(_ name: Identifier) {
    let isName =
      name.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "=") }
      && !name.name.isEmpty
    guard !isName else { return }
    report(
      "wrong-type", "'\(name.name)' isn't the name of an environment variable",
      at: name.place.range)
  }

  /// Reads a duration such as `60s`.
  private func time(_ entry: YAMLEntry) -> TimeSpan? {
    guard let word = word(entry.value, expected: "a time such as 90s") else { return nil }
    if let span = try? TimeSpan(typed: word.name), span > .zero { return span }
    report(
      "wrong-type", "'timeout' must be a time such as 90s or 5m, found '\(word.name)'",
      at: word.place.range)
    return nil
  }

  // MARK: Captures

  /// Reads the keys `capture`, `type`, and `of`.
  private func capture(_ reader: inout MapReader) -> CaptureDefinition? {
    let entry = reader.take(.capture)
    let of = reader.take(.of)
    let type = reader.take(.type)
    guard let entry else {
      for entry in [type, of].compactMap({ $0 }) {
        report(
          "unknown-key", "'\(entry.key.text)' is for 'capture: json'", at: entry.key.range)
      }
      return nil
    }
    guard
      let kind: CaptureDefinition.Kind = choice(entry, what: "form of capture")
    else { return nil }
    let place = place(entry.value.range)
    guard kind == .json else {
      for entry in [type, of].compactMap({ $0 }) {
        report(
          "unknown-key",
          "'\(entry.key.text)' is for 'capture: json'; this captures \(kind.rawValue)",
          at: entry.key.range)
      }
      return CaptureDefinition(kind: kind, place: place)
    }
    guard let type else {
      if reader.isComplete {
        report(
          "missing-key", "'capture: json' needs 'type', which says what the JSON must be",
          at: entry.key.range)
      }
      return nil
    }
    return captureType(type, of: of).map { CaptureDefinition(kind: kind, type: $0, place: place) }
  }

  /// Reads the type of captured JSON, which is written like the type of an input: a word, a record,
  /// or a list or map with `of`.
  private func captureType(_ type: YAMLEntry, of: YAMLEntry?) -> InputType? {
    guard let word = type.value.scalar, word.text == "list" || word.text == "map" else {
      if let of {
        report("unknown-key", "only a list and a map have 'of'", at: of.key.range)
      }
      return inputType(type.value)
    }
    guard let of else {
      report("missing-key", "a \(word.text) needs 'of', the type of its values", at: word.range)
      return nil
    }
    return inputType(of.value).map { word.text == "list" ? .list($0) : .map($0) }
  }
}
