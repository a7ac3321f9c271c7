// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowModel
import SourceDiagnostics

/// Translates a template into a text of ours that writes the same.
struct TextImporter {
  let context: ImportContext
  private(set) var source: JinjaSource
  private(set) var scope: TemplateScope

  /// The parts that couldn't be translated, with their places.
  private(set) var failures: [Failure] = []

  /// Whether the text becomes one value of an expression, in which numbers are texts.
  var isValue = false

  /// Whether an inline condition becomes a block.
  var showsBranches = false

  /// Whether names for values end where the names of Jinja do.
  private var givesNames = true

  /// The number of macros, files, and blocks around the current place.
  let depth: Int

  struct Failure {
    let construct: String
    let place: SourcePlace
  }

  init(
    _ context: ImportContext, _ source: JinjaSource, _ scope: TemplateScope = TemplateScope(),
    depth: Int = 0
  ) {
    self.context = context
    self.source = source
    self.scope = scope
    self.depth = depth
  }

  private var names: TemplateNames { context.names }
  var expressions: ExpressionImporter {
    ExpressionImporter(context: context, source: source, depth: depth)
  }

  /// Translates a whole template.
  ///
  /// - Parameter dropsBreak: Whether a line break at the end is dropped.
  /// - Returns: The parts, without those that ``failures`` names.
  mutating func text(dropsBreak: Bool = false) -> [ImportedPart] {
    do throws(JinjaFailure) {
      let nodes = try JinjaParser.parse(source.text, context.files.delimiters)
      let parts = parts(of: dropsBreak ? nodes.withoutLastBreak : nodes)
      guard parts.depth <= TextTemplate.maximumDepth else {
        throw JinjaFailure(construct: "blocks")
      }
      return parts
    } catch {
      fail(error, at: SourceRange(at: 0))
      return []
    }
  }

  private mutating func fail(_ failure: JinjaFailure, at range: SourceRange) {
    failures.append(Failure(construct: failure.construct, place: source.place(range)))
  }

  // MARK: Nodes

  mutating func parts(of nodes: [JinjaNode]) -> [ImportedPart] {
    guard depth <= ExpressionImporter.maximumDepth else {
      fail(JinjaFailure(construct: "blocks"), at: SourceRange(at: 0))
      return []
    }
    do throws(JinjaFailure) {
      try context.count(nodes.count + 1)
    } catch {
      if failures.isEmpty { fail(error, at: SourceRange(at: 0)) }
      return []
    }
    var parts: [ImportedPart] = []
    for node in nodes { parts += self.parts(of: node) }
    return parts
  }

  private mutating func parts(of node: JinjaNode) -> [ImportedPart] {
    names.beginCondition()
    switch node {
    case .words(let words): return words.isEmpty ? [] : [.words(words)]
    case .output(let expression, let range): return output(expression, at: range)
    case .branches(let branches, let otherwise): return conditional(branches, otherwise ?? [])
    case .loop(let loop): return self.loop(loop)
    case .set(let targets, let value): return assign(value, to: targets)
    case .setBlock(let name, let nodes): bind(name, .imported(.nodes(nodes, scope, source)))
    case .include(let name, let ignoresMissing): return include(name, ignoresMissing)
    case .imports(let file, let imported): imports(file, imported)
    case .macro(let name, let parameters, let nodes):
      bind(
        name,
        .imported(
          .macro(
            .init(
              name: name, parameters: parameters, nodes: nodes, scope: scope, source: source))))
    case .call(let parameters, let call, let nodes): return self.call(parameters, call, nodes)
    case .with(let bindings, let nodes):
      return inner { importer in
        let outer = importer.scope
        for binding in bindings { importer.bind(binding.name, .value(binding.value, outer)) }
        return importer.parts(of: nodes)
      }
    case .scope(let nodes): return inner { $0.parts(of: nodes) }
    case .filtered(let filter, let nodes):
      var inner = scope
      inner.bind(
        Self.content, to: .imported(.nodes(nodes, scope, source)), number: names.nextAssignment())
      return value(at: filter.range) { expressions throws(JinjaFailure) in
        try expressions.text(filter.filtering(Self.content), inner)
      }
    case .now(let arguments):
      return value(at: arguments.range) { [isValue] expressions throws(JinjaFailure) in
        let now = try expressions.now(arguments)
        return isValue ? try expressions.text(of: now) : now
      }
    case .yield(_, let list, _): fail(JinjaFailure(construct: "yield"), at: list.range)
    case .evaluated(let expressions):
      fail(JinjaFailure(construct: "do"), at: expressions.first?.range ?? SourceRange(at: 0))
    case .jump(let tag, let range), .unknown(let tag, let range):
      fail(JinjaFailure(construct: tag), at: range)
    }
    return []
  }

  /// The name of the content of a block with filters.
  private static let content = " content"

  private mutating func bind(_ name: String, _ meaning: TemplateScope.Meaning) {
    scope.bind(name, to: meaning, number: names.nextAssignment())
  }

  /// Translates something whose assignments aren't seen outside.
  private mutating func inner(
    _ translate: (inout TextImporter) -> [ImportedPart]
  ) -> [ImportedPart] {
    let outer = scope
    defer { scope = outer }
    return translate(&self)
  }

  private mutating func value(
    at range: SourceRange,
    _ translate: (ExpressionImporter) throws(JinjaFailure) -> ImportedValue
  ) -> [ImportedPart] {
    do throws(JinjaFailure) {
      return [.value(try translate(expressions))]
    } catch {
      fail(error, at: range)
      return []
    }
  }

  // MARK: Values

  private mutating func output(
    _ expression: JinjaExpression, at range: SourceRange
  ) -> [ImportedPart] {
    switch expression.kind {
    case .call(let function, let arguments):
      do throws(JinjaFailure) {
        if let (macro, scope) = try expressions.macro(function, arguments, scope) {
          return shared(macro, arguments, self.scope).map { [$0] }
            ?? nested(macro.nodes, scope, macro.source)
        }
      } catch {
        fail(error, at: range)
        return []
      }
    case .conditional(let test, let then, let otherwise) where showsBranches:
      let branch = JinjaNode.Branch(condition: test, nodes: [.output(then, range)])
      return conditional([branch], otherwise.map { [.output($0, range)] } ?? [])
    case .name(let name):
      if case .imported(.nodes(let nodes, let inner, let source))? = scope[name] {
        return nested(nodes, inner, source)
      }
    default: break
    }
    let (isValue, scope) = (isValue, scope)
    return value(at: range) { expressions throws(JinjaFailure) in
      let value: ImportedValue
      if isValue { return try expressions.text(expression, scope) }
      do throws(JinjaFailure) {
        value = try expressions.value(expression, scope)
      } catch {
        return try expressions.text(expression, scope)
      }
      // A text shows a number by itself.
      let isNumber = value.kind == .integer && !value.isOptional && value.constant == nil
      return isNumber ? value : try expressions.text(expression, scope)
    }
  }

  /// Translates a block of ours whose names Jinja sees nowhere else, either.
  private mutating func own<Result>(_ translate: (inout TextImporter) -> Result) -> Result {
    let outer = givesNames
    givesNames = true
    defer { givesNames = outer }
    return translate(&self)
  }

  /// Translates nodes from elsewhere.
  private mutating func nested(
    _ nodes: [JinjaNode], _ scope: TemplateScope, _ source: JinjaSource
  ) -> [ImportedPart] {
    var importer = TextImporter(context, source, scope, depth: depth + 1)
    (importer.isValue, importer.givesNames) = (isValue, givesNames)
    let parts = importer.parts(of: nodes)
    failures += importer.failures
    return parts
  }

  /// Translates something whose names for values Jinja sees in more places than a text of ours.
  private mutating func withoutNames<Result>(
    _ translate: (inout TextImporter) -> Result
  ) -> Result {
    let outer = givesNames
    givesNames = false
    defer { givesNames = outer }
    return translate(&self)
  }

  private mutating func assign(
    _ value: JinjaExpression, to targets: [JinjaExpression]
  ) -> [ImportedPart] {
    if targets.count == 1, case .name(let name) = targets[0].kind, let given = context.given,
      givesNames, !isValue,
      let known = try? expressions.value(value, scope), known.named(name) != nil,
      let own = given.name(name, in: context), let named = known.named(own)
    {
      bind(name, .imported(.value(named)))
      return [.binding(own, known)]
    }
    let values: [JinjaExpression]
    switch value.kind {
    case .tuple(let items) where targets.count > 1, .list(let items) where targets.count > 1:
      values = items
    default: values = [value]
    }
    let outer = scope
    for (index, target) in targets.enumerated() {
      guard case .name(let name) = target.kind, values.count == targets.count else {
        fail(JinjaFailure(construct: "set"), at: value.range)
        for name in target.assignedNames { bind(name, .anything) }
        continue
      }
      bind(name, .value(values[index], outer))
    }
    return []
  }

  // MARK: Conditions

  private mutating func conditional(
    _ branches: [JinjaNode.Branch], _ otherwise: [JinjaNode]
  ) -> [ImportedPart] {
    let outer = scope
    var scopes: [TemplateScope] = []
    var translated: [(condition: ImportedValue, parts: [ImportedPart])] = []
    var last: [ImportedPart]?
    for branch in branches {
      names.beginCondition()
      let condition: ImportedValue
      do throws(JinjaFailure) {
        condition = try expressions.condition(branch.condition, outer)
      } catch {
        fail(error, at: branch.condition.range)
        // The rest may have more that's left.
        condition = ImportedValue("false", .boolean)
      }
      // A branch that's never shown isn't translated.
      if condition.constant == .bool(false) {
        scopes.append(outer)
        continue
      }
      let parts = withoutNames { $0.parts(of: branch.nodes) }
      scopes.append(scope)
      scope = outer
      if condition.constant == .bool(true) {
        last = parts
        break
      }
      translated.append((condition, parts))
    }
    if last == nil {
      last = withoutNames { $0.parts(of: otherwise) }
      scopes.append(scope)
      scope = outer
    }
    join(branches, scopes)
    let isNothing = translated.allSatisfy { $0.parts.isEmpty } && last?.isEmpty != false
    if isNothing { return [] }
    return translated.isEmpty ? last ?? [] : [.branches(translated, otherwise: last ?? [])]
  }

  /// Gives the names that branches assign the value of the branch that's taken.
  private mutating func join(_ branches: [JinjaNode.Branch], _ scopes: [TemplateScope]) {
    let outer = scope
    var changed: Set<String> = []
    for branch in scopes {
      for (name, binding) in branch.bindings where outer.bindings[name]?.number != binding.number {
        changed.insert(name)
      }
    }
    for name in changed.sorted() {
      var inner = outer
      let place = branches[0].condition.range
      func taken(_ index: Int) -> JinjaExpression {
        let hidden = " \(name) \(index)"
        let nothing = JinjaExpression(kind: .literal(.undefined), range: place)
        inner.bind(
          hidden, to: scopes[index][name] ?? .value(nothing, outer), number: names.nextAssignment())
        return JinjaExpression(kind: .name(hidden), range: place)
      }
      var value = taken(scopes.count - 1)
      for (index, branch) in branches.enumerated().reversed() where index < scopes.count - 1 {
        value = JinjaExpression(
          kind: .conditional(branch.condition, then: taken(index), otherwise: value), range: place)
      }
      bind(name, .value(value, inner))
    }
  }

  // MARK: Loops

  private mutating func loop(_ loop: JinjaNode.Loop) -> [ImportedPart] {
    guard !loop.isRecursive else {
      fail(JinjaFailure(construct: "for … recursive"), at: loop.list.range)
      return []
    }
    // The elements are known, and each may have its own text.
    let known = expressions.constant(loop.list, scope)
    let elements: [JinjaValue]? =
      switch known {
      case .list(let items)?, .tuple(let items)?: items
      case .dictionary(let pairs)?: pairs.map(\.key)
      default: nil
      }
    if known == nil, let elements = expressions.elements(of: loop.list, scope) {
      guard elements.count <= Self.maximumUnrolled else {
        fail(JinjaFailure(construct: "for"), at: loop.list.range)
        return []
      }
      return withoutNames { $0.unrolled(loop, elements) }
    }
    let before = failures.count
    if let parts = dynamic(loop, isEmpty: elements?.isEmpty == true) {
      guard failures.count > before, let elements, elements.count <= Self.maximumUnrolled else {
        return parts
      }
      failures.removeSubrange(before...)
    } else if elements == nil {
      return []
    }
    guard let elements, elements.count <= Self.maximumUnrolled else {
      fail(JinjaFailure(construct: "for"), at: loop.list.range)
      return []
    }
    failures.removeSubrange(before...)
    let literals = elements.map { element in
      (loop.targets.count == 1 ? [element] : element.elements ?? []).map { value in
        (JinjaExpression(kind: .literal(value), range: loop.list.range), scope)
      }
    }
    return withoutNames { $0.unrolled(loop, literals) }
  }

  private static let maximumUnrolled = 100

  /// A loop of ours; nil if there can't be one.
  private mutating func dynamic(_ loop: JinjaNode.Loop, isEmpty: Bool) -> [ImportedPart]? {
    guard loop.targets.count == 1, !isEmpty, let target = loop.targets.first else {
      if loop.targets.count > 1 { fail(JinjaFailure(construct: "for a, b"), at: loop.list.range) }
      return nil
    }
    var list: ImportedValue
    do throws(JinjaFailure) {
      list = try expressions.value(loop.list, scope)
      if list.isOptional, case .list = list.kind { list = list.present(or: "[]") }
      if list.kind == .text {
        let text = list.present(or: "''")
        list = ImportedValue(
          "lists.range(size(\(text.code))).map(it, \(text.code(at: .primary)).charAt(it))",
          .list(.text))
      }
      guard case .list(let kind) = list.kind, [.text, .integer, .boolean].contains(kind) else {
        throw JinjaFailure(construct: "for")
      }
      let name = elementName(target)
      context.given?.note(loop: name)
      var inner = scope
      let element: ImportedValue.Kind = if case .list(let kind) = list.kind { kind } else { .text }
      inner.bind(
        target, to: .imported(.value(ImportedValue(name, element))), number: names.nextAssignment())
      if let filter = loop.filter {
        let condition = try expressions.condition(filter, inner)
        list = ImportedValue(
          "\(list.code(at: .primary)).filter(\(name), \(condition.code))", list.kind)
      }
      inner.bind("loop", to: .imported(.loop(name, list)), number: names.nextAssignment())
      let parts = own { $0.nested(loop.nodes, inner, $0.source) }
      let last = loop.otherwise
      let otherwise = last.isEmpty ? [] : self.withoutNames { $0.inner { $0.parts(of: last) } }
      let whole = parts.isEmpty ? [] : [ImportedPart.loop(name, list, parts)]
      guard !otherwise.isEmpty else { return whole }
      let condition = ImportedValue("size(\(list.code)) == 0", .boolean, .relation)
      return whole + [.branches([(condition, otherwise)], otherwise: [])]
    } catch {
      fail(error, at: loop.list.range)
      return nil
    }
  }

  /// A name for an element that hides no answer.
  private func elementName(_ wanted: String) -> String {
    var name = wanted.asNameInExpressions.withoutReservedNames
    while context.ids.contains(name) || context.ids.contains(name + "_index") || isBound(name)
      || context.given?.takes(name) == true
    {
      name += "_"
    }
    return name
  }

  /// Whether an element of a loop around the current place has a name.
  private func isBound(_ name: String) -> Bool {
    scope.bindings.values.contains { binding in
      if case .imported(.value(let value)) = binding.meaning { value.code == name } else { false }
    }
  }

  private mutating func unrolled(
    _ loop: JinjaNode.Loop, _ elements: [[(JinjaExpression, TemplateScope)]]
  ) -> [ImportedPart] {
    func literal(_ value: JinjaValue) -> JinjaExpression {
      JinjaExpression(kind: .literal(value), range: loop.list.range)
    }
    var kept: [TemplateScope] = []
    for values in elements {
      var inner = scope
      guard values.count == loop.targets.count else {
        fail(JinjaFailure(construct: "for"), at: loop.list.range)
        return []
      }
      for (target, (value, outer)) in zip(loop.targets, values) {
        inner.bind(target, to: .value(value, outer), number: names.nextAssignment())
      }
      guard let filter = loop.filter else {
        kept.append(inner)
        continue
      }
      guard let isKept = expressions.constant(filter, inner) else {
        fail(JinjaFailure(construct: "for … if"), at: filter.range)
        return []
      }
      if isKept.isTrue { kept.append(inner) }
    }
    guard !kept.isEmpty else { return inner { $0.parts(of: loop.otherwise) } }
    return kept.enumerated().flatMap { index, scope in
      var inner = scope
      let facts: [(String, JinjaValue)] = [
        ("index", .int(Int64(index + 1))), ("index0", .int(Int64(index))),
        ("first", .bool(index == 0)), ("last", .bool(index == kept.count - 1)),
        ("length", .int(Int64(kept.count))), ("revindex", .int(Int64(kept.count - index))),
        ("revindex0", .int(Int64(kept.count - index - 1))),
      ]
      let value = JinjaValue.dictionary(facts.map { .init(key: .string($0.0), value: $0.1) })
      inner.bind("loop", to: .value(literal(value), scope), number: names.nextAssignment())
      return nested(loop.nodes, inner, source)
    }
  }

  // MARK: Files and macros

  private func path(of expression: JinjaExpression) -> String? {
    guard case .string(let path)? = try? expressions.value(expression, scope).constant else {
      return nil
    }
    return path
  }

  private mutating func include(
    _ name: JinjaExpression, _ ignoresMissing: Bool
  ) -> [ImportedPart] {
    do throws(JinjaFailure) {
      guard let path = path(of: name), depth < ExpressionImporter.maximumDepth else {
        throw JinjaFailure(construct: "include")
      }
      guard let (file, nodes) = try context.files.included(path) else {
        if ignoresMissing { return [] }
        throw JinjaFailure(construct: "include of '\(path)'")
      }
      let source = JinjaSource(file)
      return used(path, nodes, source).map { [$0] } ?? nested(nodes, scope, source)
    } catch {
      fail(error, at: name.range)
      return []
    }
  }

  private mutating func imports(_ file: JinjaExpression, _ imported: [JinjaNode.Import]) {
    do throws(JinjaFailure) {
      guard let path = path(of: file), depth < ExpressionImporter.maximumDepth,
        let (found, nodes) = try context.files.included(path)
      else { throw JinjaFailure(construct: "import") }
      // An imported file sees no names of the template.
      var importer = TextImporter(context, JinjaSource(found), depth: depth + 1)
      importer.givesNames = false
      _ = importer.parts(of: nodes)
      failures += importer.failures
      for name in imported {
        guard let wanted = name.name else {
          bind(name.alias, .imported(.module(importer.scope)))
          continue
        }
        guard let meaning = importer.scope[wanted] else {
          throw JinjaFailure(construct: "import of '\(wanted)'")
        }
        bind(name.alias, meaning)
      }
    } catch {
      fail(error, at: file.range)
      for name in imported { bind(name.alias, .anything) }
    }
  }

  private mutating func call(
    _ parameters: [JinjaNode.Parameter], _ call: JinjaExpression, _ nodes: [JinjaNode]
  ) -> [ImportedPart] {
    do throws(JinjaFailure) {
      guard case .call(let function, let arguments) = call.kind,
        let (macro, inner) = try expressions.macro(function, arguments, scope)
      else { throw JinjaFailure(construct: "call") }
      var scope = inner
      let caller = ImportedName.Macro(
        name: "caller", parameters: parameters, nodes: nodes, scope: self.scope, source: source)
      scope.bind("caller", to: .imported(.macro(caller)), number: names.nextAssignment())
      return nested(macro.nodes, scope, macro.source)
    } catch {
      fail(error, at: call.range)
      return []
    }
  }
}

extension ExpressionImporter {
  /// Returns the text that `{% now 'utc', '%Y' %}` writes.
  fileprivate func now(_ arguments: JinjaExpression) throws(JinjaFailure) -> ImportedValue {
    let failure = JinjaFailure(construct: "now")
    let words: [JinjaExpression]
    if case .tuple(let items) = arguments.kind { words = items } else { words = [arguments] }
    let texts = words.compactMap { word in
      if case .literal(.string(let text)) = word.kind { text } else { nil }
    }
    guard texts.count == words.count, (1...2).contains(texts.count) else { throw failure }
    let isUTC = ["utc", "UTC"].contains(texts[0])
    guard isUTC || texts[0] == "local" else { throw failure }
    return try now(texts.count == 2 ? texts[1] : "%Y-%m-%d", isUTC: isUTC)
  }
}

extension JinjaExpression {
  /// Filters of an empty text, as those of a name.
  fileprivate func filtering(_ name: String) -> JinjaExpression {
    guard case .filter(let operand, let filter, let arguments) = kind else {
      return JinjaExpression(kind: .name(name), range: range)
    }
    return JinjaExpression(
      kind: .filter(operand.filtering(name), filter, arguments), range: range)
  }
}
