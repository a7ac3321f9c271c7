// SPDX-License-Identifier: Apache-2.0

internal import FlowModel
internal import SourceDiagnostics

// `write` steps, and the files in the flow's folder that they refer to.
extension LoadingContext {
  private static let contentKeys: [FlowKey] = [.content, .json, .yaml, .copy]

  /// Reads a `write` step, or returns nil if it's too broken to read.
  func write(_ reader: inout MapReader) -> StepDefinition.Kind? {
    if let tree = reader.take(.tree) { return writeOfTree(tree, &reader) }
    reportKeysOfTrees(&reader)
    let pathEntry = reader.take(.path)
    if pathEntry == nil { reader.reportMissing(.path) }
    let path = pathEntry.flatMap { template($0.value, key: "path") }
    let contents = Self.contentKeys.compactMap { reader.take($0) }
    let exists: ExistingFilePolicy? = reader.take(.exists).flatMap { choice($0, what: "policy") }
    let mode = reader.take(.mode).flatMap { entry in
      self.mode(entry).map { (bits: $0, entry: entry) }
    }
    let isSecret = reader.take(.secret).flatMap { boolean($0) } ?? false
    let onError: EffectErrorPolicy? = reader.take(.onError).flatMap { choice($0, what: "policy") }
    if isSecret, let mode {
      report(
        "unknown-key", "a secret file has the mode 0600; remove 'mode'",
        at: mode.entry.key.range)
    }
    guard let first = contents.first else {
      reader.reportMissing(.content, hint: ", 'json', 'yaml', 'copy' or 'tree'")
      return nil
    }
    for other in contents.dropFirst() {
      report(
        "too-many-keys", "the content is already given by '\(first.key.text)'",
        at: other.key.range)
    }
    guard let path, let content = content(first) else { return nil }
    var bits = mode?.bits
    if bits == nil, !isSecret, case .copy(let original, _) = content,
      files?.isExecutable(original) == true
    {
      bits = 0o755
    }
    return .write(
      WriteDefinition(
        path: path, content: content, exists: exists ?? .ask, mode: bits,
        isSecret: isSecret, onError: onError ?? .retry))
  }

  private func content(_ entry: YAMLEntry) -> WriteDefinition.Content? {
    switch entry.key.text {
    case "json": return output(entry.value, key: "json").map { .json($0) }
    case "yaml": return output(entry.value, key: "yaml").map { .yaml($0) }
    case "copy":
      guard let path = word(entry.value, expected: "a file beside the flow"),
        let (name, bytes) = adjacentFile(path)
      else { return nil }
      return .copy(path: name, bytes: bytes)
    default:
      guard case .list(let items) = entry.value.content else {
        return template(entry.value, key: "content").map {
          .parts([ContentPartDefinition(text: $0)])
        }
      }
      return .parts(items.compactMap { part($0) })
    }
  }

  /// Reads a part of `content:`: a text, or `{ text / from, when, each, verbatim }`.
  private func part(_ node: YAMLNode) -> ContentPartDefinition? {
    guard case .map = node.content else {
      return template(node, key: "content").map { ContentPartDefinition(text: $0) }
    }
    guard var reader = MapReader(node, as: .part, what: "a part of the content", context: self)
    else {
      return nil
    }
    let text = reader.take(.text)
    let from = reader.take(.from)
    let when = reader.take(.when).flatMap { expression($0) }
    let each = reader.take(.each).flatMap { expression($0) }
    let isVerbatim = reader.take(.verbatim).flatMap { boolean($0) } ?? false
    if text == nil, from == nil { reader.reportMissing(.text, hint: " or 'from'") }
    reader.finish()
    let template: TextTemplate?
    switch (text, from) {
    case (let text?, nil): template = self.text(text.value, isVerbatim: isVerbatim)
    case (nil, let from?):
      template = word(from.value, expected: "a file beside the flow").flatMap {
        self.text(ofFile: $0, isVerbatim: isVerbatim)
      }
    case (_?, let from?):
      report("too-many-keys", "a part has either 'text' or 'from'", at: from.key.range)
      return nil
    case (nil, nil): return nil
    }
    return template.map { ContentPartDefinition(text: $0, when: when, each: each) }
  }

  private func text(_ node: YAMLNode, isVerbatim: Bool) -> TextTemplate? {
    guard isVerbatim else { return template(node, key: "text") }
    guard let scalar = node.scalar, scalar.value != .null else {
      reportKind(node, expected: "a text")
      return nil
    }
    return TextTemplate(
      parts: scalar.text.isEmpty ? [] : [.words(scalar.text)], place: place(scalar.range))
  }

  /// Reads the text of a file in the flow's folder.
  ///
  /// The places of its expressions are in that file.
  private func text(ofFile path: Identifier, isVerbatim: Bool) -> TextTemplate? {
    guard let (name, bytes) = adjacentFile(path) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      report(
        "unreadable-file", "'\(name)' isn't UTF-8 text; 'copy' takes any bytes",
        at: path.place.range)
      return nil
    }
    let folder = self.file.name.lastIndex(of: "/").map { self.file.name[...$0] } ?? ""
    let file = SourceFile(name: folder + name, text: text)
    let count = text.utf8.count
    let whole = SourcePlace(file, SourceRange(0, count))
    if isVerbatim {
      return TextTemplate(parts: text.isEmpty ? [] : [.words(text)], place: whole)
    }
    return template(text, place: whole) { SourceMap(verbatimAt: 0, count: count) }
  }

  /// Reads a file in the flow's folder, or reports that it can't be read and returns nil.
  func adjacentFile(_ path: Identifier) -> (name: String, bytes: [UInt8])? {
    let mayLeave = files?.reachesOutside ?? false
    guard let name = chain.path(of: path.name, mayLeave: mayLeave) else {
      diagnostics.add(
        Diagnostic("file-outside", "'\(path)' isn't in the flow's folder", at: path.place))
      return nil
    }
    func refuse(_ words: String) {
      diagnostics.add(Diagnostic("unreadable-file", "'\(name)' \(words)", at: path.place))
    }
    guard let files else {
      refuse("cannot be read: this flow has no folder")
      return nil
    }
    do {
      let bytes = try files.read(name)
      if bytes.count <= limit { return (name, bytes) }
      refuse("has more than \(limit) bytes")
    } catch {
      refuse("cannot be read: \((error as? FlowFileSourceError)?.message ?? "\(error)")")
    }
    return nil
  }

  /// Reads permission bits: a text of octal digits, since YAML would read an unquoted number as
  /// decimal.
  private func mode(_ entry: YAMLEntry) -> Int? {
    let node = entry.value
    guard let scalar = node.scalar else {
      reportKind(node, expected: "permission bits such as \"0755\"")
      return nil
    }
    if case .string = scalar.value, scalar.text.utf8.count <= 4, scalar.text.utf8.count >= 3,
      let bits = Int(scalar.text, radix: 8), bits <= 0o777
    {
      return bits
    }
    let quoted = "\"\(scalar.text.utf8.count == 3 ? "0" : "")\(scalar.text)\""
    var isOctal = false
    if case .string = scalar.value {} else { isOctal = Int(scalar.text, radix: 8) != nil }
    report(
      "wrong-type",
      "'mode' must be a text of octal digits such as \"0755\", found \(node.described)"
        + (isOctal ? "; write \(quoted)" : ""), at: scalar.range,
      fixIts: isOctal
        ? [FixIt("write \(quoted)", [FixIt.Edit(scalar.range, quoted)], isSafe: true)] : [])
    return nil
  }
}
