// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Completes names, functions, members, and choices in an expression.
struct ExpressionCompletion {
  private let expression: ExpressionText
  private let view: FileView
  private let scope: ExpressionScope
  private var environment: ExpressionEnvironment { scope.environment }

  init(_ expression: ExpressionText, _ view: FileView) {
    self.expression = expression
    self.view = view
    scope = ExpressionScope(view, expression.offset)
    isWhole = !scope.names.dropFirst(CompletionList.most).contains { _ in true }
  }

  /// The items that can be typed.
  var items: [CompletionItem] {
    let typed = expression.typed
    if let name = typed.comparedOperand { return choices(of: name, typed.openText ?? "") }
    guard let receiver = typed.receiver else {
      return unique((typed.operandToCompare.map { quotedChoices(of: $0) } ?? []) + all)
    }
    return members(of: receiver)
  }

  private var all: [CompletionItem] {
    let range = expression.wordRange
    let begun = isWhole ? "" : expression.word
    let most = isWhole ? Int.max : CompletionList.mostOfMore
    func fits(_ name: String) -> Bool { name.hasPrefix(begun) }
    var items = scope.names.beginning(with: begun).prefix(most).map { name in
      CompletionItem(
        name.text, .name, detail: name.type?.description,
        documentation: name.name.flatMap { documentation($0) }, replacing: range)
    }
    if let definition = view.index?.definition {
      items += definition.functions.filter { fits($0.name.name) }.map {
        CompletionItem(
          $0.name.name, .function, detail: $0.signature, text: $0.name.name + "($0)",
          isSnippet: true, replacing: range)
      }
    }
    items += environment.nameFunctions.filter { fits($0.key) }.sorted { $0.key < $1.key }.map {
      CompletionItem(
        $0.key, .function, detail: "\($0.key)(answer)", documentation: "Takes \($0.value).",
        text: $0.key + "($0)", isSnippet: true, replacing: range)
    }
    items += functions.filter { declaration in
      fits(declaration.name) && declaration.overloads.contains { !$0.isMethod }
    }.map { function($0, range) }
    items += MacroDeclaration.all.filter { $0.name == "has" && fits($0.name) }.map {
      CompletionItem(
        $0.name, .function, detail: $0.forms.first, documentation: $0.summary,
        text: $0.name + "($0)", isSnippet: true, replacing: range)
    }
    items += ["true", "false", "null", "in"].filter(fits).map {
      CompletionItem($0, .keyword, replacing: range)
    }
    return unique(items)
  }

  /// Whether the items have everything; otherwise, it's what begins with what's typed, and of the names only some.
  let isWhole: Bool

  /// The functions that are called by name, sorted.
  private var functions: [FunctionDeclaration] {
    environment.functions.values.filter(\.isNamed).sorted { $0.name < $1.name }
  }

  private func documentation(_ number: Int) -> String? {
    guard let index = view.index else { return nil }
    let facts = index.names[number].values(in: index)
    return facts.isEmpty ? nil : facts.joined(separator: "\n\n")
  }

  private func function(_ function: FunctionDeclaration, _ range: SourceRange) -> CompletionItem {
    CompletionItem(
      function.name, .function, detail: function.firstForm,
      documentation: function.summary, text: function.name + "($0)", isSnippet: true,
      replacing: range)
  }

  private func unique(_ items: [CompletionItem]) -> [CompletionItem] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.label).inserted }
  }

  // MARK: Members

  private func members(of receiver: String) -> [CompletionItem] {
    let range = expression.wordRange
    let type = scope.compiled(receiver).reading.type.flatMap { $0 == .dyn ? nil : $0 }
    var items: [CompletionItem] = []
    if case .record(let record)? = type?.unwrapped {
      items = record.fields.map {
        CompletionItem($0.name, .field, detail: $0.type.description, replacing: range)
      }
    }
    for function in functions {
      let overloads = function.overloads.filter { overload in
        overload.isMethod
          && (type.map { overload.parameters.first?.mayTake($0) ?? false } ?? true)
      }
      guard !overloads.isEmpty else { continue }
      items.append(
        CompletionItem(
          function.name, .method,
          detail: function.forms.first { $0.includes(".\(function.name)(") },
          documentation: function.summary, text: function.name + "($0)", isSnippet: true,
          replacing: range))
    }
    for macro in MacroDeclaration.all where macro.name.utf8.allSatisfy(\.isWord) {
      let isList = type?.isCollection ?? true
      let forms = macro.forms.filter { form in
        form.includes(".\(macro.name)(")
          && (isList && (form.hasPrefix("list") || form.hasPrefix("map"))
            || (type?.isOptional ?? true) && form.hasPrefix("optional"))
      }
      guard let first = forms.first else { continue }
      items.append(
        CompletionItem(
          macro.name, .method, detail: first, documentation: macro.summary,
          text: macro.name + "($0)", isSnippet: true, replacing: range))
    }
    return unique(items)
  }

  // MARK: Choices

  private func choices(of name: String, _ typed: String) -> [CompletionItem] {
    guard let index = view.index,
      let found = FlowWorkspace.step(name, scope.names, in: index)
    else { return [] }
    let range = SourceRange(expression.offset - typed.utf8.count, expression.offset)
    return found.flow.steps[found.step].field?.choiceItems(replacing: range) ?? []
  }

  /// Returns the choices as literals, in quotes that don't end the scalar in the file.
  private func quotedChoices(of name: String) -> [CompletionItem] {
    let quote = expression.quote == UInt8(ascii: "'") ? "\"" : "'"
    guard let index = view.index, let found = FlowWorkspace.step(name, scope.names, in: index),
      case .listed(let choices)? = found.flow.steps[found.step].field?.choices
    else { return [] }
    return choices.map { choice in
      let text = choice.value.value.plainText
      let isText = if case .string = choice.value.value { true } else { false }
      return CompletionItem(
        text, .value, detail: choice.label?.variants.first?.template.source,
        text: isText ? quote + text + quote : text, replacing: expression.wordRange)
    }.filter { !$0.label.contains(where: { "'\"\\".contains($0) }) }
  }
}

/// The names and functions that an expression at a place can use.
struct ExpressionScope {
  /// The names, innermost first.
  let names: VisibleNames
  let environment: ExpressionEnvironment
  private let index: FlowIndex?

  init(_ view: FileView, _ offset: Int) {
    names = view.visibleNames(at: offset)
    index = view.index
    environment = .flow(with: view.index?.definition.extensions.functions ?? [])
  }

  /// Compiles an expression.
  ///
  /// - Complexity: O(*nk*) in the number of names and the length of the text.
  func compiled(_ text: String) -> CompilationResult {
    var environment = environment
    let words = Set(PieceContents.words(of: text))
    for visible in words.compactMap(names.named) {
      let name = visible.name.flatMap { number in index?.names[number] }
      let field = name?.step.flatMap { step in index?.steps[step].field }
      for call in field?.calls(of: visible.text) ?? [] { environment.declare(call) }
      if case .optional(let inner)? = visible.type, name?.kind == .binding {
        environment.declare(VariableDeclaration(visible.text, inner, presence: .maybe))
      } else {
        environment.declare(
          VariableDeclaration(
            visible.text, visible.type ?? .dyn, knownValues: name?.knownValues))
      }
    }
    return environment.compile(text)
  }
}

extension FileView {
  /// The names that an expression at an offset can use, innermost first.
  func visibleNames(at offset: Int) -> VisibleNames {
    guard let index else { return VisibleNames() }
    let offset = checkedOffset(offset)
    if let places, places.expression(at: offset) != nil { return places.visibleNames(at: offset) }
    // In an expression that can't be read yet, the step's own answer may be the candidate.
    guard let step = step(at: offset, in: index) else { return VisibleNames() }
    let (names, own) = (index.visibleNames(in: index.scope(ofStep: step)), index.name(ofStep: step))
    guard let type = index.names[own].type else { return names }
    return names.followed(
      by: VisibleName(text: index.names[own].id.name, name: own, type: type))
  }

  /// The step that a place belongs to, also by the key of a text, or because it writes the file; nil for none.
  private func step(at offset: Int, in index: FlowIndex) -> Int? {
    switch kind {
    case .texts:
      var line = lines.line(at: offset)
      while line > 0, lines.indentation(line) > 0 { line -= 1 }
      let range = lines.range(line)
      let id = String(
        decoding: bytes[range.lowerBound..<range.upperBound].prefix { $0.isWord }, as: UTF8.self)
      return index.steps.firstIndex { $0.step.id.name == id }
    case .template:
      let near = places?.lastExpression(before: offset)?.step
      return near
        ?? index.steps.lastIndex { if case .write = $0.step.kind { true } else { false } }
    case .flow, .script, .extensions, .copier, .cookiecutter: return places?.step(at: offset)
    }
  }
}

extension FunctionDeclaration {
  /// Whether it's called by a name and not an operator.
  fileprivate var isNamed: Bool {
    name.utf8.allSatisfy { $0.isWord || $0 == UInt8(ascii: ".") } && !name.hasPrefix("_")
      && !name.hasSuffix("_")
  }
}

extension ValueType {
  fileprivate var unwrapped: ValueType {
    if case .optional(let inner) = self { inner } else { self }
  }
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }
  fileprivate var isCollection: Bool {
    switch self {
    case .list, .map, .record, .dyn: true
    default: false
    }
  }

  /// Whether a parameter of this type may take a value of another type, judged by their kinds.
  fileprivate func mayTake(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.parameter, _), (.dyn, _), (_, .dyn), (.list, .list), (.map, .map), (.map, .record),
      (.optional, .optional):
      true
    default: self == other
    }
  }
}
