// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
internal import FlowModel
internal import SourceDiagnostics

// Fields: types, settings, constraints, messages, checks, and choices.
extension LoadingContext {
  /// Reads the field of an `ask` step, or returns nil if its type can't be read.
  func field(_ reader: inout MapReader) -> FieldDefinition? {
    let typeEntry = reader.require(.type)
    let extended = typeEntry?.value.scalar.flatMap { extensions.type(named: $0.text) }
    let type = typeEntry.flatMap { fieldType($0) }
    let constraints = self.constraints(&reader)
    var texts: FieldTable<FieldText, LocalizedText> = [:]
    for key in FieldText.allCases {
      texts[key] = reader.take(named: key.entry.key)
        .flatMap { key == .other ? otherText($0) : localizedText($0) }
    }
    var itemChoices: ChoicesDefinition?
    let items = self.items(&reader, &itemChoices)
    var settings: FieldTable<FieldSetting, Setting> = [:]
    for key in FieldSetting.allCases {
      guard let node = reader.take(named: key.entry.key)?.value else { continue }
      settings[key] =
        key.content == .answer && type?.type == .map ? mapSetting(node) : setting(node)
      // As for a key: one that can't be read is there, and fixes add no other.
      if key == .required, settings[key] == nil {
        settings[key] = .literal(LiteralValue(true, at: place(node.range)))
      }
    }
    let messages = reader.take(.messages).map { self.messages($0) } ?? []
    let validations = reader.take(.validate).map { self.validations($0) } ?? []
    let choicesEntry = reader.take(.choices)
    let choices = choicesEntry.flatMap { self.choices($0) } ?? itemChoices
    if let choicesEntry, items?.type == .choice {
      report(
        "unknown-key",
        "the choices of items are a part of 'of'; write 'of: { type: choice, choices: … }'",
        at: choicesEntry.key.range)
    }
    let (priority, computedPriority) = reader.take(.priority).map(self.priority) ?? (nil, nil)
    var flags: FieldFlags = [:]
    for key in FieldFlag.allCases {
      flags[key] = reader.take(named: key.entry.key).flatMap { boolean($0) }
    }
    let generate = reader.take(.generate).flatMap { generatedSecret($0) }
    checkMultiple(&reader, type: type?.type)
    let widget = reader.take(.widget).flatMap { word($0.value, expected: "a widget") }
    let sets = reader.take(.sets).flatMap { word($0.value, expected: "'language'") }
    let field = FieldDefinition(
      type: type?.type ?? .string, named: extended?.name,
      typePlace: type?.place ?? place(reader.headRange), texts: texts, settings: settings,
      flags: flags, constraints: constraints, messages: messages, validations: validations,
      choices: choices, items: items, priority: priority, computedPriority: computedPriority,
      generate: generate, widget: widget, sets: sets)
    // Choices that can't be read aren't reported as missing.
    guard type != nil, choices != nil || choicesEntry == nil else {
      partialKind = .ask(field)
      return nil
    }
    return field
  }

  /// Reads `priority:`, a word or a computed one.
  private func priority(_ entry: YAMLEntry) -> (FieldPriority?, ExpressionSource?) {
    guard case .map = entry.value.content else { return (choice(entry, what: "priority"), nil) }
    guard case .computed(let source)? = setting(entry.value) else { return (nil, nil) }
    return (nil, source)
  }

  /// Reads `other:`, a text, or true for the usual one.
  private func otherText(_ entry: YAMLEntry) -> LocalizedText? {
    guard case .bool(let isUsual)? = entry.value.scalar?.value else { return localizedText(entry) }
    let usual = TextTemplate(parts: [], place: place(entry.value.range))
    return isUsual ? LocalizedText(usual) : nil
  }

  /// Reads `generate:`, a length or a map with `length` and `from`.
  private func generatedSecret(_ entry: YAMLEntry) -> GeneratedSecret? {
    guard case .map = entry.value.content else {
      return wholeNumber(entry).map {
        GeneratedSecret(length: $0, place: place(entry.value.range))
      }
    }
    guard
      var reader = MapReader(entry.value, as: .generated, what: "a random text", context: self)
    else { return nil }
    let length = reader.require(.length)
    let count = length.flatMap { wholeNumber($0) }
    let from = reader.take(.from).flatMap { literal($0.value) }
    reader.finish()
    guard let length, let count else { return nil }
    var alphabet = GeneratedSecret.lettersAndDigits
    if let from {
      guard case .string(let text) = from.value else {
        report("wrong-type", "'from' must be a text of characters", at: from.place.range)
        return nil
      }
      alphabet = text
    }
    return GeneratedSecret(
      length: count, from: alphabet, place: from?.place ?? place(length.value.range))
  }

  /// Reads the constraints among the keys of a map.
  func constraints(_ reader: inout MapReader) -> [ConstraintDefinition] {
    var constraints: [ConstraintDefinition] = []
    for kind in ConstraintKind.allCases where reader.map.names.contains(kind.rawValue) {
      _ = reader.take(named: kind.rawValue)
    }
    for entry in reader.entries {
      guard let kind = ConstraintKind(rawValue: entry.key.text),
        reader.map.names.contains(kind.rawValue)
      else { continue }
      if kind == .pattern { checkPattern(entry) }
      guard !reportKeysOnOneLine(entry), let value = setting(entry.value) else { continue }
      constraints.append(ConstraintDefinition(kind, value, keyPlace: place(entry.key.range)))
    }
    return constraints
  }

  func fieldType(_ entry: YAMLEntry) -> (type: FieldType, place: SourcePlace)? {
    guard let word = word(entry.value, expected: "a type") else { return nil }
    if let extended = extensions.type(named: word.name) { return (extended.base, word.place) }
    if reportFormat(word, of: entry) { return (.string, word.place) }
    return fieldType(word).map { ($0, word.place) }
  }

  /// Reports a format that's used as a type, and returns whether it is one.
  private func reportFormat(_ word: Identifier, of entry: YAMLEntry) -> Bool {
    let aliases = ["url": "uri", "mail": "email", "ip": "ipv4", "host": "hostname", "guid": "uuid"]
    let name = aliases[word.name.lowercased()] ?? word.name.lowercased()
    guard TextFormat(rawValue: name) != nil else { return false }
    let line = file.lines(of: entry.key.range).lowerBound
    let start = file.range(ofLine: line)?.lowerBound ?? entry.key.range.lowerBound
    let before = file[SourceRange(start, entry.key.range.lowerBound)]
    let isBlock = before.allSatisfy { $0 == " " || $0 == "-" }
    let separator =
      isBlock ? "\n" + String(repeating: " ", count: entry.key.range.lowerBound - start) : ", "
    report(
      "unknown-type",
      "'\(word.name)' is a format, not a type; write 'type: string' and 'format: \(name)'",
      at: word.place.range,
      fixIts: [
        FixIt(
          "write 'format: \(name)'",
          [FixIt.Edit(word.place.range, "string\(separator)format: \(name)")], isShown: true,
          isSafe: name == word.name)
      ])
    return true
  }

  /// Returns the type that a word names, or that was clearly meant, so that the rest of its step is checked
  /// as well.
  func fieldType(_ word: Identifier) -> FieldType? {
    if let type = FieldType(rawValue: word.name) { return type }
    let names = FieldType.allCases.map(\.rawValue) + extensions.types.map(\.name)
    let alias = word.name.lowercased()
    if let type = FieldType.allCases.first(where: { $0.kind.aliases.contains(alias) }) {
      let meant = type.rawValue
      report(
        "unknown-type", "unknown type '\(word.name)'; did you mean '\(meant)'?",
        at: word.place.range,
        fixIts: [
          // The type 'path' doesn't express that it's a file or a folder.
          FixIt(
            "write '\(meant)'", [FixIt.Edit(word.place.range, meant)], isSafe: type != .path)
        ])
      return type
    }
    guard !lacksExtensions else { return nil }
    reportUnknown("unknown-type", "type", word.name, among: names, at: word.place.range)
    let near = NearMiss.match(for: word.name, in: names)
    return near.flatMap { $0.isClear ? FieldType(rawValue: $0.name) : nil }
  }

  /// Reports `multiple: true`, since a field with several answers has a type of its own.
  private func checkMultiple(_ reader: inout MapReader, type: FieldType?) {
    let names = ["multiple", "multi", "many"]
    guard let entry = reader.entries.first(where: { names.contains($0.key.text) }) else { return }
    reader.skip(entry)
    var fixIts: [FixIt] = []
    if type == .choice, case .bool(true)? = entry.value.scalar?.value,
      let type = reader.entry(named: FlowKey.type.rawValue)
    {
      fixIts = [
        FixIt(
          "write 'type: choices'",
          [FixIt.Edit(type.value.range, "choices"), FixIt.Edit(removal(of: entry), "")],
          isShown: true, isSafe: true)
      ]
    }
    report(
      "unknown-key", "unknown key '\(entry.key.text)'; use 'type: choices' for several answers",
      at: entry.key.range, fixIts: fixIts)
  }

  /// Returns the range to remove with an entry: its line, or the entry and an adjacent comma.
  private func removal(of entry: YAMLEntry) -> SourceRange {
    let range = SourceRange(entry.key.range.lowerBound, entry.value.range.upperBound)
    let lines = file.lines(of: range)
    guard let first = file.range(ofLine: lines.lowerBound),
      let last = file.range(ofLine: lines.upperBound)
    else { return range }
    let before = file[SourceRange(first.lowerBound, range.lowerBound)]
    let after = file[SourceRange(range.upperBound, last.upperBound)]
    if before.allSatisfy({ $0 == " " }), after.allSatisfy({ $0 == " " }) {
      // Start at the end of the previous line, so that no empty line remains.
      return SourceRange(max(0, first.lowerBound - 1), last.upperBound)
    }
    let blanks = after.prefix { $0 == " " }.utf8.count
    if after.dropFirst(blanks).first == "," {
      let more = after.dropFirst(blanks + 1).prefix { $0 == " " }.utf8.count
      return SourceRange(range.lowerBound, range.upperBound + blanks + 1 + more)
    }
    let trimmed = before.reversed().prefix { $0 == " " }.count
    if before.dropLast(trimmed).last == "," {
      return SourceRange(range.lowerBound - trimmed - 1, range.upperBound)
    }
    return range
  }

  /// Reports control characters in a pattern: in double quotes, `\b` is a backspace, not a word
  /// boundary.
  private func checkPattern(_ entry: YAMLEntry) {
    guard let scalar = entry.value.scalar, scalar.style == .doubleQuoted,
      let control = scalar.text.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return }
    let map = scalar.map(in: file)
    var offset = 0
    for scalar in scalar.text.unicodeScalars {
      if scalar == control { break }
      offset += UTF8.width(scalar)
    }
    let range = map.sourceRange(of: SourceRange(offset, offset + 1))
    let source = String(file[range])
    let inner = String(file[scalar.range].dropFirst().dropLast())
    let isSimple = !inner.includes("'") && !inner.includes("\\\\") && !inner.includes("\\\"")
    report(
      "control-in-pattern",
      "'\(source)' in double quotes is the control character "
        + "U+\(YAMLText.hexadecimal(control.value, digits: 4)); write patterns in single quotes",
      at: range,
      fixIts: isSimple
        ? [
          FixIt(
            "use single quotes", [FixIt.Edit(scalar.range, "'\(inner)'")], isShown: true,
            isSafe: true)
        ]
        : [])
  }

  /// Reads the texts of `messages: { pattern: text, … }`.
  func messages(_ entry: YAMLEntry) -> [MessageDefinition] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map from constraints to texts")
      return []
    }
    return entries.compactMap { message in
      localizedText(message).map {
        MessageDefinition(
          key: Identifier(message.key.text, at: place(message.key.range)), text: $0)
      }
    }
  }

  /// Reads the checks of `validate: [{ check:, message:, level:, at: }]`.
  func validations(_ entry: YAMLEntry) -> [ValidationDefinition] {
    let items: [YAMLNode]
    switch entry.value.content {
    case .list(let list): items = list
    case .map:
      // A single check; it's read as if it were in a list.
      var fix = itemFix(entry.value)
      fix?.isShown = true
      reportKind(
        entry.value, expected: "a list of checks", proposal: "; make it the list's item",
        fixIts: fix.map { [$0] } ?? [])
      items = [entry.value]
    case .scalar, .broken:
      reportKind(entry.value, expected: "a list of checks")
      return []
    }
    return items.compactMap { item -> ValidationDefinition? in
      if item.isBroken { return nil }
      guard var reader = MapReader(item, as: .check, what: "a check", context: self) else {
        return nil
      }
      let check = reader.require(.check).flatMap { expression($0) }
      let message = reader.require(.message).flatMap { localizedText($0) }
      let level: Severity? = reader.take(.level).flatMap { self.level($0) }
      let field = reader.take(.at).flatMap { word($0.value) }
      reader.finish()
      guard let check, let message else { return nil }
      return ValidationDefinition(
        check: check, message: message, level: level ?? .error, field: field)
    }
  }

  private func level(_ entry: YAMLEntry) -> Severity? {
    guard let word = word(entry.value, expected: "'error' or 'warning'") else { return nil }
    if let level = Severity(rawValue: word.name) { return level }
    reportUnknown(
      "unknown-word", "level", word.name, among: ["error", "warning"], at: word.place.range)
    return nil
  }
}

// MARK: - Choices

extension LoadingContext {
  /// Reads choices: a list of scalars and maps, or a map with `from`.
  func choices(_ entry: YAMLEntry) -> ChoicesDefinition? {
    switch entry.value.content {
    case .list(let items):
      if items.isEmpty {
        report("empty-choices", "there is nothing to choose from", at: entry.value.range)
      }
      return .listed(items.compactMap { choice($0) })
    case .map(let entries) where isMapOfLabels(entries):
      return .listed(labeledChoices(entries, in: entry.value))
    case .map:
      guard
        var reader = MapReader(
          entry.value, as: .computedChoices, what: "a computed list of choices", context: self)
      else { return nil }
      let from = reader.require(.from).flatMap { expression($0) }
      let value = reader.take(.value).flatMap { expression($0) }
      let label = reader.take(.label).flatMap { localizedText($0) }
      let hint = reader.take(.hint).flatMap { localizedText($0) }
      let section = reader.take(.section).flatMap { localizedText($0) }
      reader.finish()
      // Return choices even if they have a mistake, so that they aren't reported as missing.
      return from.map {
        .computed(from: $0, value: value, label: label, hint: hint, section: section)
      } ?? .listed([])
    case .scalar, .broken:
      reportKind(entry.value, expected: "a list of choices, or a map with 'from'")
      return .listed([])
    }
  }

  /// Whether entries are choices with their labels, `http: HTTP API`, and not the keys of a
  /// computed list.
  private func isMapOfLabels(_ entries: [YAMLEntry]) -> Bool {
    let keys = FileMap.computedChoices.keys.map(\.name)
    return !entries.isEmpty
      && entries.allSatisfy { entry in
        let key = entry.key.text
        return entry.value.scalar != nil && !keys.contains(key)
          && (entries.count > 1 || NearMiss.nearest(to: key, in: keys) == nil)
      }
  }

  /// Reports a map of choices with their labels, and returns the choices.
  private func labeledChoices(_ entries: [YAMLEntry], in node: YAMLNode) -> [ChoiceDefinition] {
    let example = entries.prefix(1).map { entry in
      "{ value: \(file[entry.key.range]), label: \(entry.value.scalar.map { file[$0.range] } ?? "…") }"
    }.joined()
    reportKind(
      node, expected: "a list of choices",
      proposal: example.count > 120
        ? "; write each as { value: …, label: … }" : "; write each as \(example)",
      fixIts: labeledChoicesFix(entries, in: node).map { [$0] } ?? [])
    return entries.compactMap { entry in
      localizedText(entry).map { label in
        ChoiceDefinition(
          value: LiteralValue(.string(entry.key.text), at: place(entry.key.range)), label: label)
      }
    }
  }

  /// Returns the fix that turns choices with their labels into a list, or nil if a label would have
  /// to be quoted.
  private func labeledChoicesFix(_ entries: [YAMLEntry], in node: YAMLNode) -> FixIt? {
    guard entries.count <= 100 else { return nil }
    var edits: [FixIt.Edit] = []
    for entry in entries {
      guard let label = entry.value.scalar, file.lines(of: entry.range).count == 1,
        label.style != .plain || !label.text.utf8.contains(where: { ",[]{}".utf8.contains($0) })
      else { return nil }
      let dash = node.isFlowStyle ? "" : "- "
      edits.append(.init(SourceRange(at: entry.key.range.lowerBound), "\(dash){ value: "))
      edits.append(
        .init(SourceRange(entry.key.range.upperBound, label.range.lowerBound), ", label: "))
      edits.append(.init(SourceRange(at: label.range.upperBound), " }"))
    }
    if node.isFlowStyle {
      let (start, end) = (node.range.lowerBound, node.range.upperBound)
      edits.append(.init(SourceRange(start, start + 1), "["))
      edits.append(.init(SourceRange(end - 1, end), "]"))
    }
    // Only this part of the file has to be well-formed, since the rest may have mistakes.
    let start = file.range(ofLine: file.lines(of: node.range).lowerBound)?.lowerBound ?? 0
    let inside = edits.map {
      FixIt.Edit(
        SourceRange($0.range.lowerBound - start, $0.range.upperBound - start), $0.replacement)
    }
    let head = String(repeating: " ", count: node.range.lowerBound - start)
    let tail = file[SourceRange(node.range.lowerBound, node.range.upperBound)]
    guard let edited = TextEdits().adding(inside)?.applied(to: Array((head + tail).utf8)),
      YAMLReader.isWellFormed(edited)
    else { return nil }
    return FixIt("write a list", edits, isShown: true, isSafe: true)
  }

  private func choice(_ node: YAMLNode) -> ChoiceDefinition? {
    guard case .map = node.content else {
      if case .list = node.content {
        reportKind(node, expected: "a choice")
        return nil
      }
      return literal(node).map { ChoiceDefinition(value: $0) }
    }
    guard var reader = MapReader(node, as: .choice, what: "a choice", context: self) else {
      return nil
    }
    let value = reader.require(.value).flatMap { choiceValue($0) }
    let label = reader.take(.label).flatMap { localizedText($0) }
    let hint = reader.take(.hint).flatMap { localizedText($0) }
    let section = reader.take(.section).flatMap { localizedText($0) }
    let isSeparated = reader.take(.separator).flatMap { boolean($0) } ?? false
    let when = reader.take(.when).flatMap { expression($0) }
    let disabledWhen = reader.take(.disabledWhen).flatMap { expression($0) }
    let lockedWhen = reader.take(.lockedWhen).flatMap { expression($0) }
    let disabled = reader.take(.disabled).flatMap { localizedText($0) }
    let isAlone = reader.take(.alone).flatMap { boolean($0) } ?? false
    let data = reader.take(.data).map { choiceData($0) } ?? []
    reader.finish()
    return value.map {
      ChoiceDefinition(
        value: $0, label: label, hint: hint, section: section, isSeparated: isSeparated, when: when,
        disabledWhen: disabledWhen, lockedWhen: lockedWhen, disabled: disabled, isAlone: isAlone,
        data: data)
    }
  }

  /// Reads `data:`, a map of literals.
  private func choiceData(_ entry: YAMLEntry) -> [ChoiceDatum] {
    guard case .map(let entries) = entry.value.content else {
      reportKind(entry.value, expected: "a map of what expressions read of the choice")
      return []
    }
    return entries.compactMap { entry in
      literal(entry.value).map {
        ChoiceDatum(Identifier(entry.key.text, at: place(entry.key.range)), $0)
      }
    }
  }

  private func choiceValue(_ entry: YAMLEntry) -> LiteralValue? {
    guard entry.value.scalar != nil else {
      reportKind(entry.value, expected: "a text, a number or true or false")
      return nil
    }
    return literal(entry.value)
  }
}
