// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowExpressions
import FlowFiles
import FlowModel
import ForeignTemplates
package import SourceDiagnostics

/// Something that can be typed at a place.
package struct CompletionItem: Sendable {
  /// The kind of an item.
  package enum Kind: Sendable, Hashable {
    case key, name, function, method, field, word, value, file, keyword
  }

  /// The text that's listed.
  package let label: String
  package let kind: Kind

  /// A type, or a few words.
  package var detail: String?

  /// The documentation, in Markdown.
  package var documentation: String?

  /// The text that replaces ``range``, in which `$0` is the place of the cursor if it's a snippet.
  package let text: String
  package let isSnippet: Bool
  package let range: SourceRange

  init(
    _ label: String, _ kind: Kind, detail: String? = nil, documentation: String? = nil,
    text: String? = nil, isSnippet: Bool = false, replacing range: SourceRange
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.text = text ?? label
    self.isSnippet = isSnippet
    self.range = range
  }
}

extension FlowWorkspace {
  /// Returns what can be typed at an offset of a file.
  ///
  /// - Complexity: O(*n*) in the number of names there, and in the length of the text around the offset, up to the keys of
  ///   the document; in a script, that of performing it up to the offset.
  package mutating func completions(at offset: Int, in path: String) -> CompletionList {
    guard let view = sketch(of: path) else { return CompletionList([]) }
    if let expression = ExpressionText(before: offset, in: view), view.check?.foreign == nil {
      if let used = expression.typed.openText, expression.text.hasPrefix("use ") {
        let range = SourceRange(offset - used.utf8.count, offset)
        let names = FileCompletion.fileNames(beside: view.path, for: "from", in: files)
        return CompletionList(names.map { CompletionItem($0, .file, replacing: range) })
      }
      let completion = ExpressionCompletion(expression, view)
      return CompletionList(completion.items, isWhole: completion.isWhole)
    }
    let items =
      view.check?.foreign?.completions(at: offset, in: view)
      ?? (view.kind == .script ? scriptCompletions(at: offset, in: view) : nil)
      ?? FileCompletion(offset, view, files).items
    guard items.count > CompletionList.most else { return CompletionList(items) }
    let begun = items.filter { item in
      let typed = view.bytes[item.range.lowerBound..<min(offset, item.range.upperBound)]
      return item.label.utf8.starts(with: typed)
    }
    return CompletionList(Array(begun.prefix(CompletionList.mostOfMore)), isWhole: false)
  }
}

/// The items that can be typed at a place, most important first.
package struct CompletionList: Sendable {
  package let items: [CompletionItem]

  /// Whether that's all; otherwise, it's some of what begins with what's typed.
  package let isWhole: Bool

  /// The maximum number of names, or of items without names, that are all returned.
  static let most = 250

  /// The maximum number of names, or of items without names, of those that begin with what's typed if there are more.
  static let mostOfMore = 100

  init(_ items: [CompletionItem], isWhole: Bool = true) {
    self.items = items
    self.isWhole = isWhole
  }
}

/// Completes keys and their values.
private struct FileCompletion {
  private let offset: Int
  private let view: FileView
  private let files: OpenFiles
  private let place: KeyPlace
  private let shaped: ShapePlace

  /// The range that's replaced: the word before the offset, and what follows of it.
  private let range: SourceRange

  init(_ offset: Int, _ view: FileView, _ files: OpenFiles) {
    self.offset = offset
    self.view = view
    self.files = files
    place = KeyPlace(offset, in: view.lines)
    shaped = ShapePlace(place, in: view.kind)
    range = view.typedRange(at: offset)
  }

  var items: [CompletionItem] {
    if place.kind == .value { return shaped.shape.map(values) ?? [] }
    if !shaped.maps.isEmpty { return keys }
    return names + (shaped.isName ? [] : shaped.shape.map(values) ?? [])
  }

  // MARK: Keys

  private var keys: [CompletionItem] {
    let isStep = shaped.maps.count > 1
    var seen: Set<String> = []
    return shaped.maps.flatMap { map in
      let keys = isStep && StepKeyword(rawValue: map.keys[0].name) != nil ? [map.keys[0]] : map.keys
      let needed = keys.filter(\.isRequired) + keys.filter { !$0.isRequired }
      return needed.filter { key in
        place.siblings[key.name] == nil && seen.insert(key.name).inserted
      }.map { key in
        CompletionItem(
          key.name, .key, detail: key.shape.described,
          documentation: key.markdown(in: map),
          text: (place.kind == .item ? "- " : "") + snippet(key), isSnippet: true,
          replacing: keyRange
        )
      }
    }
  }

  /// The range of the key, with its colon if it has one.
  private var keyRange: SourceRange {
    var end = range.upperBound
    while end < view.bytes.count, view.bytes[end].isWord || view.bytes[end] == UInt8(ascii: "-") {
      end += 1
    }
    return SourceRange(range.lowerBound, end)
  }

  private func snippet(_ key: FileKey) -> String {
    let next = keyRange.upperBound
    if next < view.bytes.count, view.bytes[next] == UInt8(ascii: ":") { return key.name }
    guard !place.isInBrackets else { return "\(key.name): $0" }
    // An editor indents further lines as the line of the offset, whose dashes don't count.
    let lines = view.lines
    let number = lines.line(at: offset)
    let column = keyRange.lowerBound - lines.range(number).lowerBound
    let dashes = place.kind == .item ? 2 : max(0, column - lines.indentation(number))
    let indent = "\n" + String(repeating: " ", count: dashes + 2)
    return switch key.shape {
    case .list: "\(key.name):\(indent)- $0"
    case .names: "\(key.name):\(indent)$0"
    case .map("type"): "\(key.name): $0"
    case .map: "\(key.name):\(indent)$0"
    case .boolean: "\(key.name): ${1|true,false|}$0"
    case .any(let shapes):
      if case .list? = shapes.first { "\(key.name):\(indent)- $0" } else { "\(key.name): $0" }
    default: "\(key.name): $0"
    }
  }

  /// The names of entries, in maps whose keys aren't of the language.
  private var names: [CompletionItem] {
    if view.kind == .texts, let index = view.index, place.path.isEmpty {
      return index.definition.textKeys.filter { place.siblings[$0] == nil }.map {
        CompletionItem(
          $0, .key, text: $0 + ": ", replacing: view.typedRange(at: offset, with: ".-[]"))
      }
    }
    if case .key("with", let step)? = place.path.last {
      let number = view.index?.steps.firstIndex { $0.step.id.name == step["flow"]?.unquoted }
      let inputs = number.flatMap { view.index?.usedFlows[$0]?.definition.inputs } ?? []
      return inputs.filter { place.siblings[$0.name.name] == nil }.map {
        CompletionItem(
          $0.name.name, .name, detail: "\($0.type.valueType)", text: $0.name.name + ": ",
          replacing: range)
      }
    }
    guard case .key("messages", let field)? = place.path.last else { return [] }
    let type = field["type"].flatMap { FieldType(rawValue: $0.unquoted) }
    let constraints = ConstraintKind.allCases.filter { kind in
      type.map { kind.applies(to: $0) } ?? true
    }.map(\.rawValue)
    return (["required", "type"] + constraints).filter { place.siblings[$0] == nil }.map {
      CompletionItem($0, .key, text: "\($0): ", replacing: range)
    }
  }

  // MARK: Values

  /// The key of the value, and the keys beside it.
  private var key: (name: String, siblings: [String: String]) {
    for part in place.path.reversed() {
      if case .key(let name, let among) = part { return (name, among) }
    }
    return ("", [:])
  }

  private func values(_ shape: FileShape) -> [CompletionItem] {
    let (name, siblings) = key
    var words: [CompletionItem] = []
    func add(_ all: some Sequence<String>, _ kind: CompletionItem.Kind = .word) {
      words += all.map { CompletionItem($0, kind, replacing: range) }
    }
    let type = siblings["type"].flatMap { FieldType(rawValue: $0.unquoted) }
    switch name {
    case "widget": add(view.index?.definition.extensions.widgets.map(\.name) ?? [])
    case "allow":
      words += Explanation.all.map {
        CompletionItem($0.id.name, .word, detail: $0.title, replacing: range)
      }
    case "default", "otherwise":
      if type == .choice || type == .choices { words += choices(of: siblings) }
    case "at": add(view.index?.steps.filter(\.isElement).map(\.step.id.name) ?? [], .name)
    case "type":
      if case .map("type") = shape { add(FileMap.inputTypes) }
      add(view.index?.definition.extensions.types.map(\.name) ?? [])
    case "use", "extensions", "from", "copy", "tree":
      add(Self.fileNames(beside: view.path, for: name, in: files), .file)
    default: break
    }
    words += fixed(shape)
    var seen: Set<String> = []
    return words.filter { seen.insert($0.label).inserted }
  }

  private func fixed(_ shape: FileShape) -> [CompletionItem] {
    switch shape {
    case .oneOf(let words): words.map { CompletionItem($0, .word, replacing: range) }
    case .setting(let literal): fixed(literal)
    case .boolean, .answer(.boolean):
      ["true", "false"].map { CompletionItem($0, .value, replacing: range) }
    case .any(let shapes): shapes.flatMap(fixed)
    default: []
    }
  }

  /// The choices of the field that the place is in.
  private func choices(of siblings: [String: String]) -> [CompletionItem] {
    let id = siblings["ask"]?.unquoted
    let step = view.index?.steps.first { $0.step.id.name == id && $0.field != nil }
    return step?.field?.choiceItems(replacing: range) ?? []
  }

  static func fileNames(
    beside path: String, for key: String, in files: OpenFiles
  ) -> [String] {
    let folder = FilePath.folder(of: path)
    let own = FilePath.name(of: path)
    return files.names(in: folder).sorted().filter { name in
      switch key {
      case "use": FileKind(of: name) == .flow && name != own
      case "extensions": FileKind(of: name) == .extensions
      default: FileKind(of: name) == .template && !name.hasPrefix(".")
      }
    }
  }
}

extension FieldDefinition {
  /// The listed choices.
  func choiceItems(replacing range: SourceRange) -> [CompletionItem] {
    guard case .listed(let choices)? = choices else { return [] }
    return choices.map { choice in
      CompletionItem(
        choice.value.value.plainText, .value,
        detail: choice.label?.variants.first?.template.source, replacing: range)
    }
  }
}

extension FileView {
  /// The range of what's being typed at an offset: a word with dashes, or with other marks.
  func typedRange(at offset: Int, with marks: String = "-") -> SourceRange {
    let offset = min(max(0, offset), bytes.count)
    var start = offset
    while start > 0, bytes[start - 1].isWord || marks.utf8.contains(bytes[start - 1]) {
      start -= 1
    }
    // A dash in front is that of the item.
    if start < offset, bytes[start] == UInt8(ascii: "-") { start += 1 }
    return SourceRange(start, offset)
  }
}
