// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
import FlowChecks
import FlowExpressions
import FlowFiles
import FlowModel
import ForeignTemplates
package import SourceDiagnostics

extension FlowWorkspace {
  /// Returns what's known about an offset of a file, in Markdown: a name, an expression, a key, and the findings there.
  ///
  /// - Complexity: O(log *n* + *k*) in the size of the flow and the length of the line, plus that of ``unasked(_:)`` for
  ///   a name.
  package mutating func hover(
    at offset: Int, in path: String
  ) -> (markdown: String, range: SourceRange)? {
    guard let view = sketch(of: path) else { return nil }
    var parts: [String] = []
    var range: SourceRange?
    let checked = view.checkedOffset(offset)
    let part = view.isUnchanged(at: offset) ? view.places?.part(at: checked) : nil
    if view.isUnchanged(at: offset), let (target, own) = target(at: offset, in: view) {
      parts += described(target, in: view, here: part?.known)
      range = own
    }
    if view.places?.expression(at: checked) != nil {
      if parts.isEmpty, let part {
        let words = part.known?.words.map { "\n\n" + $0 } ?? ""
        parts.append("```cel\n\(part.type.description)\n```" + words)
        range = view.range(part.range)
      }
      if let word = view.function(at: offset, index: view.index) {
        parts.insert(word.text, at: 0)
        range = word.range
      }
    }
    if parts.isEmpty,
      let (text, own) = view.check?.foreign?.meaning(at: offset, in: view)
        ?? view.keyText(at: offset)
    {
      parts.append(text)
      range = own
    }
    for (diagnostic, place) in knownFindings(in: view)
    where place.holds(offset) && parts.count < 8 {
      guard let explanation = Explanation.explanation(of: diagnostic.id) else { continue }
      parts.append(
        "**\(explanation.title)** `\(diagnostic.id)`\n\n\(explanation.meaning)\n\n"
          + "To fix it: \(explanation.remedy)")
      range = range ?? place
    }
    guard !parts.isEmpty, let range else { return nil }
    return (parts.joined(separator: "\n\n---\n\n"), range)
  }

  /// Returns what's known about a name that's used in a file, and about its value where it's used.
  private mutating func described(
    _ target: NameTarget, in view: FileView, here known: KnownValues?
  ) -> [String] {
    if let name = foreignName(target) { return [name.markdown] }
    if let text = markdown(ofExtension: target) { return [text] }
    guard let index = lastCheck(target.flow)?.loaded?.index,
      index.names.indices.contains(target.name)
    else { return [] }
    let name = index.names[target.name]
    var lines = ["```cel\n\(name.signature(in: index))\n```"]
    var facts: [String] = []
    var values = name.values(in: index)
    if let here = known?.words, here != name.knownValues?.words, target.choice == nil {
      values.append("Here: \(here)")
    }
    if let step = name.step, case .step = name.kind {
      if let label = index.steps[step].step.label { facts.append(label) }
      facts += values
      let conditions = index.conditions(ofStep: step).map { "`\($0.text)`" }
      if !conditions.isEmpty {
        facts.append("Reached when \(conditions.joined(separator: " and ")).")
      }
      switch unasked(target) {
      case .never?: facts.append("It has a value on every path.")
      case .possible(let words)? where words.isEmpty: facts.append("It may have no value.")
      case .possible(let words)?: facts.append("It has no value when \(words).")
      case .undecided?: facts.append("Whether it always has a value isn't decided.")
      case nil: break
      }
    } else {
      facts += values
    }
    let place = name.id.place
    if name.isWritten {
      let line =
        view.path == target.flow
        ? view.lines.line(at: view.range(place.range).lowerBound) + 1 : place.start.line
      facts.append(
        "\(name.kind.verb) at \(FilePath.name(of: place.file.name)):\(line).")
    }
    if !facts.isEmpty { lines.append(facts.joined(separator: "\n\n")) }
    return [lines.joined(separator: "\n\n")]
  }
}

extension FunctionDefinition {
  /// The name with the parameters.
  var signature: String {
    let parameters = parameters.map { "\($0.name.name): \($0.type.valueType)" }
    return "\(name.name)(\(parameters.joined(separator: ", ")))"
  }
}

extension IndexedName.Kind {
  /// How the name came to be where it's written.
  fileprivate var verb: String {
    switch self {
    case .input: "Given"
    case .function: "Declared"
    case .step(.ask), .step(.repeat), .step(.flow), .row: "Asked"
    case .step(.compute): "Computed"
    default: "Named"
    }
  }
}

extension IndexedName {
  /// Returns the name with its type, or the function with its parameters.
  fileprivate func signature(in index: FlowIndex) -> String {
    if kind == .function,
      let function = index.definition.functions.first(where: { $0.name.name == id.name })
    {
      return function.signature
    }
    return type.map { "\(id.name): \($0)" } ?? id.name
  }

  /// Returns the possible values, and the constraints that say more, in sentences.
  func values(in index: FlowIndex) -> [String] {
    let words = knownValues?.words
    guard let field = step.flatMap({ index.steps[$0].field }) else {
      return words.map { [$0] } ?? []
    }
    var facts = words.map { [$0] } ?? []
    if case .listed(let choices)? = field.choices, field.takesOthers {
      facts.append(KnownValues.words(choices.map(\.value.value), isOne: field.type == .choice))
    }
    let saysLimits = words != nil && knownValues?.listed == nil
    let constraints = field.constraints.compactMap { constraint -> String? in
      switch constraint.value {
      case .literal where saysLimits && constraint.kind.isLimit: nil
      case .literal(let literal): "`\(constraint.kind.rawValue): \(literal.value)`"
      case .computed(let source): "`\(constraint.kind.rawValue): \(source.text)`"
      }
    }
    if !constraints.isEmpty { facts.append("With \(constraints.joined(separator: ", ")).") }
    return facts
  }
}

extension ConstraintKind {
  /// Whether it's the least or the greatest of something.
  fileprivate var isLimit: Bool {
    [.min, .max, .minLength, .maxLength, .minItems, .maxItems].contains(self)
  }
}

extension KnownValues {
  /// The values that are listed, of the value or of its elements.
  fileprivate var listed: [Value]? {
    switch self {
    case .oneOf(let all), .list(.oneOf(let all)?, _): all.isEmpty ? nil : all
    default: nil
    }
  }

  /// A sentence about the known values; nil if there's nothing that one would say.
  fileprivate var words: String? {
    switch self {
    case .oneOf, .list(.oneOf?, _): listed.map { Self.words($0, isOne: element == nil) }
    case .within(let range): range.words.map { "\($0.capitalizedFirst)." }
    case .list(let element, let count):
      count.words(of: (0, Int.max)) { "\($0)" }.map {
        "\($0.counting("element").capitalizedFirst)."
      } ?? element?.words.map { "Of each: \($0)" }
    case .record, .written: nil
    }
  }

  /// Returns some of listed values, in a sentence.
  fileprivate static func words(_ all: [Value], isOne: Bool) -> String {
    let shown = all.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    return "\(isOne ? "One" : "Some") of \(shown)\(all.count > 12 ? ", …" : "")."
  }
}

extension StepDefinition {
  /// The question or the title, without what's computed.
  fileprivate var label: String? {
    var text = title
    if case .ask(let field) = kind { text = field.texts[.label] ?? title }
    return text?.variants.first.map { $0.template.source }
  }
}

extension FileView {
  /// Whether the word around an offset is the one that was checked.
  fileprivate func isUnchanged(at offset: Int) -> Bool {
    guard let change else { return true }
    let word = wordRange(at: offset)
    return word.upperBound < change.start || word.lowerBound > change.newEnd
  }

  /// Returns the documentation of the function at an offset of an expression.
  fileprivate func function(
    at offset: Int, index: FlowIndex?
  ) -> (text: String, range: SourceRange)? {
    let range = wordRange(at: offset)
    guard !range.isEmpty, range.upperBound < bytes.count,
      bytes[range.upperBound] == UInt8(ascii: "(")
    else { return nil }
    let word = String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
    guard let text = FunctionDeclaration.markdown(of: word, in: index) else { return nil }
    return (text, range)
  }

  /// The range of the word around an offset.
  func wordRange(at offset: Int) -> SourceRange {
    var (start, end) = (min(max(0, offset), bytes.count), min(max(0, offset), bytes.count))
    while start > 0, bytes[start - 1].isWord { start -= 1 }
    while end < bytes.count, bytes[end].isWord { end += 1 }
    return SourceRange(start, end)
  }

  /// Returns the documentation of the key at an offset.
  fileprivate func keyText(at offset: Int) -> (String, SourceRange)? {
    let place = KeyPlace(offset, in: lines)
    guard place.kind != .value, !place.range.isEmpty else { return nil }
    let name = String(
      decoding: bytes[place.range.lowerBound..<place.range.upperBound], as: UTF8.self
    ).trimmed.unquoted
    guard let (map, key) = ShapePlace.key(at: place, named: name, in: kind) else { return nil }
    return (key.markdown(in: map), place.range)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension UInt8 {
  /// Whether it's a letter, a digit, or an underscore.
  var isWord: Bool {
    self | 0x20 >= 0x61 && self | 0x20 <= 0x7A || self >= 0x30 && self <= 0x39
      || self == UInt8(ascii: "_")
  }
}

extension FileKey {
  /// Returns the documentation of the key.
  func markdown(in map: FileMap) -> String {
    "**\(name)** · \(shape.described)\(isRequired ? ", required" : "")\n\n\(summary)\n\n"
      + "_\(map.summary)_"
  }
}

extension FunctionDeclaration {
  /// Returns the documentation of a function or a macro; nil if there's none.
  static func markdown(of name: String, in index: FlowIndex?) -> String? {
    guard let (forms, summary) = reference(of: name, in: index) else { return nil }
    return "```cel\n\(forms.joined(separator: "\n"))\n```\n\n\(summary)"
  }

  /// Returns the forms of a function, and what it does.
  static func reference(
    of name: String, in index: FlowIndex?
  ) -> (forms: [String], summary: String)? {
    if let own = index?.definition.functions.first(where: { $0.name.name == name }) {
      return ([own.signature], "A function of the flow: `\(own.value.text)`")
    }
    let environment = ExpressionEnvironment.flow(
      with: index?.definition.extensions.functions ?? [])
    if let declared = environment.functions[name] {
      return (declared.forms, declared.summary)
    }
    if let taken = environment.nameFunctions[name] {
      return (["\(name)(answer)"], "Takes \(taken).")
    }
    return MacroDeclaration.all.first { $0.name == name }.map { ($0.forms, $0.summary) }
  }
}
