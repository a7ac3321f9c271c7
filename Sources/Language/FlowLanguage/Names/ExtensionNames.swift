// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import SourceDiagnostics

/// A function, a type, a widget, or an action that a file of extensions declares.
struct ExtensionName {
  /// The kind of declaration, as the keys of the file.
  enum Kind: String {
    case functions, types, widgets, actions

    fileprivate var word: String { String(rawValue.dropLast()) }
  }

  let kind: Kind
  let name: String

  /// Where it's declared, without quotes.
  let range: SourceRange

  /// Its description, in Markdown.
  fileprivate func markdown(in path: String, at line: Int) -> String {
    "The \(kind.word) `\(name)`, declared at \(FilePath.name(of: path)):\(line)."
  }

  /// Returns the places at which a flow uses it.
  fileprivate func uses(in index: FlowIndex) -> [FilePlace] {
    let uses = index.uses.filter { $0.isUse(of: kind) && $0.text == name && $0.isExact }
      .map { FilePlace($0.place) }
    return uses
      + index.steps.flatMap { $0.field?.extensionWords ?? [] }
      .filter { $0.kind == kind && $0.id.name == name }.map { FilePlace($0.id.place) }
  }
}

extension NameUse {
  /// Whether it names something of a kind that the flow doesn't declare.
  fileprivate func isUse(of kind: ExtensionName.Kind) -> Bool {
    switch self.kind {
    case .function: kind == .functions && name == nil
    case .action: kind == .actions
    case .value, .input: false
    }
  }
}

extension FieldDefinition {
  /// Its type and its widget, if they may be those of an extension, without quotes.
  fileprivate var extensionWords: [(kind: ExtensionName.Kind, id: Identifier)] {
    let type = typeName.map { Identifier($0, at: typePlace) }
    return [(.types, type), (.widgets, widget)].compactMap { kind, id in
      guard let id else { return nil }
      let range = id.place.file.rangeInsideQuotes(of: id.place.range)
      return (kind, Identifier(id.name, at: SourcePlace(id.place.file, range)))
    }
  }
}

extension FileView {
  /// The declarations of the file, if it's one of extensions.
  var extensionNames: [ExtensionName] {
    guard kind == .extensions else { return [] }
    return (tree.root?.entries ?? []).flatMap { entry -> [ExtensionName] in
      guard let kind = ExtensionName.Kind(rawValue: entry.key.text) else { return [] }
      return entry.value.entries.map {
        ExtensionName(
          kind: kind, name: $0.key.text, range: tree.file.rangeInsideQuotes(of: $0.key.range))
      }
    }
  }

  /// The name at an offset of a flow, or of a file of it, that an extension may declare.
  fileprivate func extensionUse(
    at offset: Int
  ) -> (kind: ExtensionName.Kind, name: String, range: SourceRange)? {
    guard let places, let index else { return nil }
    let offset = checkedOffset(offset)
    if let use = places.use(at: offset) {
      let kind = [ExtensionName.Kind.functions, .actions].first { use.isUse(of: $0) }
      return kind.map { ($0, use.text, range(use.place.range)) }
    }
    let words = places.step(at: offset).flatMap { index.steps[$0].field?.extensionWords } ?? []
    return words.first { $0.id.place.file == places.file && $0.id.place.range.holds(offset) }
      .map { ($0.kind, $0.id.name, range($0.id.place.range)) }
  }
}

// Names that files of extensions declare.
extension FlowWorkspace {
  /// Returns what a file of extensions declares as a target; nil for a name of anything else.
  mutating func extensionName(_ target: NameTarget) -> ExtensionName? {
    guard FileKind(of: target.flow) == .extensions,
      let names = view(of: target.flow)?.extensionNames,
      names.indices.contains(target.name)
    else { return nil }
    return names[target.name]
  }

  /// Returns the name of an extension that's declared or used at an offset of a file.
  mutating func extensionTarget(
    at offset: Int, in view: FileView
  ) -> (target: NameTarget, range: SourceRange)? {
    if let number = view.extensionNames.firstIndex(where: { $0.range.holds(offset) }) {
      return (NameTarget(flow: view.path, name: number), view.extensionNames[number].range)
    }
    guard let use = view.extensionUse(at: offset), let check = view.check,
      let file = view.index?.definition.extensionsFile?.name
    else { return nil }
    let path = FilePath.normalized(FilePath.folder(of: check.path) + file)
    let number = self.view(of: path)?.extensionNames.firstIndex {
      $0.kind == use.kind && $0.name == use.name
    }
    return number.map { (NameTarget(flow: path, name: $0), use.range) }
  }

  /// Returns what a name of an extension is, in Markdown.
  mutating func markdown(ofExtension target: NameTarget) -> String? {
    guard let name = extensionName(target), let view = view(of: target.flow) else { return nil }
    return name.markdown(in: target.flow, at: view.lines.line(at: name.range.lowerBound) + 1)
  }

  /// Returns the places at which the flows near a file of extensions use a name that it declares.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The path of the file.
  ///   - only: The only file in which places are looked for; nil for all.
  /// - Returns: The places.
  /// - Complexity: That of checking those flows.
  mutating func uses(of name: ExtensionName, in path: String, only: String?) -> [FilePlace] {
    let flows = only.map { roots(of: $0) } ?? flows(using: path)
    return flows.flatMap { flow -> [FilePlace] in
      guard let index = check(flow)?.loaded?.index,
        let file = index.definition.extensionsFile?.name,
        FilePath.normalized(FilePath.folder(of: flow) + file) == path
      else { return [] }
      return name.uses(in: index)
    }
  }

  /// Returns the edits that give a name of an extension another text, where it's declared and in the flows that use it.
  ///
  /// It's refused if anything is wrong then that wasn't before.
  mutating func rename(
    extension name: ExtensionName, _ target: NameTarget, to new: String
  ) throws(RenameRefusal) -> [String: [FixIt.Edit]] {
    let places = references(of: target, includingDeclaration: true)
    let edits = Self.edits(at: places, writing: new)
    let flows = flows(using: target.flow)
    let roots =
      [target.flow] + flows
      + flows.flatMap { belongings(of: $0) }.filter { FileKind(of: $0) == .script }
    var trial = trying(edits)
    if let mistake = Self.addition(in: trial.mistakes(in: roots), to: mistakes(in: roots)) {
      throw RenameRefusal(message: "\(mistake.message) (\(mistake.place))")
    }
    guard !new.isEmpty, trial.extensionName(target)?.name == new,
      trial.references(of: target, includingDeclaration: true).count == places.count
    else { throw RenameRefusal(message: "'\(new)' already means something else where it's used") }
    return edits
  }
}
