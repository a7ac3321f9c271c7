// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowModel
import SourceDiagnostics

/// Translates a template into a text of ours that has the same conditions, and reads the same answers.
///
/// The text is for proofs, not for writing: it has no words, and a value is only there if it may be
/// missing.
struct TextTranslator {
  let names: TemplateNames
  let files: TemplateFiles
  private(set) var source: JinjaSource
  private(set) var scope: TemplateScope

  /// The constructs that weren't understood.
  private(set) var constructs: [String] = []

  /// The questions about whose presence a condition around the current place says something that
  /// isn't analyzed.
  private var tested: Set<String> = []

  /// The names that a macro can read because the rest of its file gives them before it's called.
  private var namesOfFile: Set<String> = []

  /// Whether the current place is in a macro.
  private(set) var isInMacro = false

  /// Whether names may be there that aren't known: below a test of one, and after an unknown tag.
  private(set) var isOptional = false

  /// The paths of the files that include the current one.
  private var including: [String]

  /// The names of the questions that are asked later.
  private var later: Set<String> = []

  /// The number of blocks around the current place.
  private var depth = 0

  /// The maximum number of files that include one another.
  private static let maximumIncludes = 8

  init(
    _ names: TemplateNames, _ files: TemplateFiles, _ source: JinjaSource,
    scope: TemplateScope = TemplateScope(), path: String
  ) {
    self.names = names
    self.files = files
    self.source = source
    self.scope = scope
    including = [path]
  }

  /// Whether a name is given later, but before the macro around the current place is called.
  func isGivenLater(_ name: String) -> Bool { isInMacro && namesOfFile.contains(name) }

  /// Takes questions for not yet asked.
  mutating func expectLater(_ names: Set<String>) { later = names }

  /// Takes names for given, of which nothing else is known.
  mutating func see(_ names: [String]) {
    for name in names { bind(name, to: .anything) }
  }

  /// Says nothing about what may be missing from here on.
  mutating func ignorePresence() { tested.formUnion(names.questions.keys) }

  /// Translates a whole template, or notes why it can't be read.
  ///
  /// - Returns: The text, and the nodes of the template.
  mutating func text() -> (text: TextTemplate, nodes: [JinjaNode]) {
    let whole = source.place(SourceRange(0, source.text.utf8.count))
    do throws(JinjaFailure) {
      let nodes = try JinjaParser.parse(source.text, files.delimiters)
      return (TextTemplate(parts: parts(of: nodes), place: whole), nodes)
    } catch {
      constructs.append(error.construct)
      return (TextTemplate(parts: [], place: whole), [])
    }
  }

  /// Whether nodes show nothing, whatever the answers are.
  func isEmpty(_ nodes: [JinjaNode]) -> Bool {
    guard let expression = nodes.asExpression else { return false }
    names.beginCondition()
    let translator = ConditionTranslator(names, source, scope)
    return translator.constantText(of: expression)?.isEmpty == true
  }

  // MARK: Nodes

  /// Translates nodes.
  mutating func parts(of nodes: [JinjaNode]) -> [TextTemplate.Part] {
    if depth == 0 || namesOfFile.isEmpty { namesOfFile.formUnion(nodes.assignedNames) }
    depth += 1
    defer { depth -= 1 }
    // Deeper blocks aren't checked.
    guard depth <= TextTemplate.maximumDepth else {
      constructs.append("blocks")
      return []
    }
    return nodes.flatMap { parts(of: $0) }
  }

  private mutating func parts(of node: JinjaNode) -> [TextTemplate.Part] {
    switch node {
    // The words themselves prove nothing.
    case .words, .jump: return []
    case .output(let expression, _): return uses(of: expression)
    case .evaluated(let expressions): return expressions.flatMap { uses(of: $0) }
    case .branches(let branches, let otherwise): return conditional(branches, otherwise ?? [])
    case .loop(let loop): return self.loop(loop)
    case .set(let targets, let value):
      let parts = uses(of: value)
      if targets.count == 1, case .name(let name) = targets[0].kind {
        bind(name, to: .value(value, scope))
      } else {
        see(targets.flatMap(\.assignedNames))
      }
      return parts
    case .setBlock(let name, let nodes):
      let parts = inner { $0.parts(of: nodes) }
      bind(name, to: .anything)
      return parts
    case .include(let name, let ignoresMissing): return include(name, ignoresMissing)
    case .imports(let file, let imported):
      noteImport(of: file)
      see(imported.map(\.alias))
      return uses(of: file)
    case .macro(let name, let parameters, let nodes):
      let uses = parameters.compactMap(\.value).flatMap { self.uses(of: $0) }
      bind(name, to: .anything)
      return uses + macro(parameters.map(\.name), nodes)
    case .call(let parameters, let call, let nodes):
      let uses = uses(of: call)
      return uses
        + inner { translator in
          translator.see(parameters.map(\.name))
          return translator.parts(of: nodes)
        }
    case .with(let bindings, let nodes):
      let uses = bindings.flatMap { self.uses(of: $0.value) }
      return uses
        + inner { translator in
          for binding in bindings {
            translator.bind(binding.name, to: .value(binding.value, translator.scope))
          }
          return translator.parts(of: nodes)
        }
    case .scope(let nodes): return inner { $0.parts(of: nodes) }
    case .filtered(let filter, let nodes):
      return inner { translator in translator.uses(of: filter) + translator.parts(of: nodes) }
    case .now(let arguments): return uses(of: arguments)
    case .yield(let name, let list, let nodes):
      let uses = uses(of: list)
      bind(name, to: .anything)
      return uses + parts(of: nodes)
    case .unknown(let tag, _):
      constructs.append(tag)
      // It may give names, or use those of another file.
      isOptional = true
      return []
    }
  }

  /// The parts of a macro's body.
  private mutating func macro(_ parameters: [String], _ nodes: [JinjaNode]) -> [TextTemplate.Part] {
    inner { translator in
      translator.isInMacro = true
      // Where it's called isn't known, and so what was asked there.
      translator.ignorePresence()
      translator.see(parameters + ["varargs", "kwargs", "caller"])
      return translator.parts(of: nodes)
    }
  }

  private mutating func noteImport(of file: JinjaExpression) {
    if let path = path(of: file) {
      // With its context, it also has the names that were given here.
      files.noteLibrary(path, seeing: Set(scope.bindings.keys).union(namesOfFile))
    } else {
      constructs.append("import")
    }
  }

  private mutating func bind(_ name: String, to meaning: TemplateScope.Meaning) {
    scope.bind(name, to: meaning, number: names.nextAssignment())
  }

  /// Translates something whose assignments aren't seen outside.
  private mutating func inner(
    _ translate: (inout TextTranslator) -> [TextTemplate.Part]
  ) -> [TextTemplate.Part] {
    let outer = (scope, tested, isInMacro)
    defer { (scope, tested, isInMacro) = outer }
    return translate(&self)
  }

  /// Translates a condition; nil if nothing is known about it.
  private mutating func condition(_ expression: JinjaExpression) -> TranslatedText? {
    names.beginCondition()
    var translator = ConditionTranslator(names, source, scope)
    let condition = translator.condition(expression)
    constructs += translator.constructs
    return condition
  }

  private mutating func conditional(
    _ branches: [JinjaNode.Branch], _ otherwise: [JinjaNode]
  ) -> [TextTemplate.Part] {
    let (outer, outerTested) = (scope, tested)
    var scopes: [TemplateScope] = []
    var uses: [TextTemplate.Part] = []
    var translated: [(condition: ExpressionSource?, parts: [TextTemplate.Part])] = []
    for branch in branches {
      uses += self.uses(of: branch.condition, isCondition: true)
      let condition = condition(branch.condition)
      noteTested(in: branch.condition)
      let wasOptional = isOptional
      isOptional = isOptional || testsOptionalName(branch.condition)
      let parts = self.parts(of: branch.nodes)
      isOptional = wasOptional
      let source = condition?.expression(in: source, at: branch.condition.range)
      translated.append((source, parts))
      scopes.append(scope)
      scope = outer
    }
    let last = parts(of: otherwise)
    scopes.append(scope)
    (scope, tested) = (outer, outerTested)
    scope.join(scopes, number: names.nextAssignment())
    guard translated.allSatisfy({ $0.condition != nil }) else {
      return uses + translated.flatMap(\.parts) + last
    }
    return uses + [
      .conditional(
        .init(
          translated.compactMap { branch in branch.condition.map { .init(if: $0, branch.parts) } },
          else: last))
    ]
  }

  /// Notes the questions that a condition reads, so that nothing is said about their presence below it.
  private mutating func noteTested(in expression: JinjaExpression) {
    if let question = names.question(expression, in: scope), question.mayBeAbsent {
      tested.insert(question.name.name)
    }
    if case .name(let name) = expression.kind, case .value(let value, _)? = scope[name] {
      tested.formUnion(value.namesRead)
    }
    for child in expression.children { noteTested(in: child) }
  }

  /// Whether a condition tests whether a name is there that can only be given on the command line.
  private func testsOptionalName(_ expression: JinjaExpression) -> Bool {
    if case .test(let operand, "defined", _) = expression.kind,
      case .name(let name) = operand.kind, names.questions[name] == nil, scope[name] == nil
    {
      return true
    }
    return expression.children.contains(where: testsOptionalName)
  }

  private mutating func loop(_ loop: JinjaNode.Loop) -> [TextTemplate.Part] {
    let uses = uses(of: loop.list)
    let outerTested = tested
    noteTested(in: loop.list)
    let list = choices(of: loop)
    let parts = inner { translator in
      for name in loop.targets + ["loop"] { translator.bind(name, to: .anything) }
      if let list, let name = loop.targets.first {
        translator.bind(name, to: .element(of: list.question))
      }
      let filter = loop.filter.map { translator.uses(of: $0, isCondition: true) } ?? []
      if let condition = loop.filter { translator.noteTested(in: condition) }
      return filter + translator.parts(of: loop.nodes)
    }
    let otherwise = inner { $0.parts(of: loop.otherwise) }
    tested = outerTested
    if let list, let name = loop.targets.first {
      let place = source.place(loop.list.range)
      let content = TextTemplate.Loop(Identifier(name, at: place), in: list.source, parts)
      return uses + [.loop(content)] + otherwise
    }
    guard let name = names.input(for: nil) else { return uses + parts + otherwise }
    // It may have no element.
    let condition = TranslatedText(name, at: loop.list.range)
      .expression(in: source, at: SourceRange(at: loop.list.range.lowerBound))
    return uses + [.conditional(.init([.init(if: condition, parts)], else: otherwise))]
  }

  /// The question whose choices a loop goes through, if it does nothing else.
  private func choices(
    of loop: JinjaNode.Loop
  ) -> (question: ForeignQuestion, source: ExpressionSource)? {
    guard loop.targets.count == 1, let question = names.question(loop.list, in: scope),
      case .choices = question.kind, !question.mayBeAbsent
    else { return nil }
    let name = loop.targets[0]
    guard name.isNameInExpressions, name.withoutReservedNames == name,
      !names.isTaken(name), !names.isTaken(name + "_index"), scope[name] == nil
    else { return nil }
    let list = TranslatedText(question.id, at: loop.list.range)
    return (
      question,
      list.expression(in: source, at: SourceRange(at: loop.list.range.lowerBound))
    )
  }

  // MARK: Files

  /// The path that an expression names, if it's the same whatever the answers are.
  private func path(of expression: JinjaExpression) -> String? {
    if case .call(let function, let arguments) = expression.kind,
      case .name("pathjoin") = function.kind, names.dialect == .copier
    {
      let parts = arguments.values.compactMap { part in
        if case .literal(.string(let text)) = part.kind { text } else { nil }
      }
      return parts.count == arguments.values.count ? parts.joined(separator: "/") : nil
    }
    names.beginCondition()
    return ConditionTranslator(names, source, scope).constantText(of: expression)
  }

  private mutating func include(
    _ name: JinjaExpression, _ ignoresMissing: Bool
  ) -> [TextTemplate.Part] {
    let uses = uses(of: name)
    guard let path = path(of: name) else {
      constructs.append("include")
      return uses
    }
    guard including.count <= Self.maximumIncludes, !including.contains(path) else {
      constructs.append("include")
      return []
    }
    do throws(JinjaFailure) {
      guard let (file, nodes) = try files.included(path) else {
        if !ignoresMissing { constructs.append("include") }
        return []
      }
      let outer = (source, scope, including)
      defer { (source, scope, including) = outer }
      source = JinjaSource(file)
      including.append(path)
      namesOfFile.formUnion(nodes.assignedNames)
      return parts(of: nodes)
    } catch {
      constructs.append(error.construct)
      return []
    }
  }

  // MARK: Expressions

  /// Checks the names that an expression reads.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - isCondition: Whether it's only tested, so that a missing value counts as false.
  /// - Returns: Its conditions, and what may be missing.
  mutating func uses(
    of expression: JinjaExpression, isCondition: Bool = false
  ) -> [TextTemplate.Part] {
    if let question = names.question(expression, in: scope) {
      names.noteUse(of: question, expression, in: source)
      if later.contains(question.name.name) { reportLater(question, at: expression.range) }
      guard question.mayBeAbsent, !isCondition, !tested.contains(question.name.name) else {
        return []
      }
      let name = TranslatedText(question.id, at: expression.range)
      return [.expression(name.expression(in: source, at: expression.range))]
    }
    switch expression.kind {
    case .name(let name):
      checkName(name, at: expression.range, isCondition: isCondition)
      return []
    case .attribute(let operand, let name) where names.isCookiecutter(operand, in: scope):
      checkPart(name, at: expression.range)
      return []
    case .item(let operand, let key) where names.isCookiecutter(operand, in: scope):
      if case .literal(.string(let name)) = key.kind { checkPart(name, at: expression.range) }
      return uses(of: key)
    case .test(let operand, let name, let arguments):
      checkTest(name, at: expression.range)
      // A test shows nothing.
      return uses(of: operand, isCondition: true) + arguments.all.flatMap { uses(of: $0) }
    case .filter(let operand, let name, let arguments):
      checkFilter(name, at: expression.range)
      let isDefault = name == "default" || name == "d" || isCondition
      return uses(of: operand, isCondition: isDefault) + arguments.all.flatMap { uses(of: $0) }
    case .comparison, .not:
      return expression.children.flatMap { uses(of: $0, isCondition: true) }
    case .and(let left, let right), .or(let left, let right):
      let first = uses(of: left, isCondition: true)
      let outer = tested
      noteTested(in: left)
      defer { tested = outer }
      return first + uses(of: right, isCondition: isCondition)
    case .conditional(let test, let then, let otherwise):
      return choice(test, then, otherwise, isCondition)
    default: return expression.children.flatMap { uses(of: $0, isCondition: isCondition) }
    }
  }

  private mutating func choice(
    _ test: JinjaExpression, _ then: JinjaExpression, _ otherwise: JinjaExpression?,
    _ isCondition: Bool
  ) -> [TextTemplate.Part] {
    let uses = uses(of: test, isCondition: true)
    let condition = condition(test)
    let outer = tested
    noteTested(in: test)
    defer { tested = outer }
    let yes = self.uses(of: then, isCondition: isCondition)
    let no = otherwise.map { self.uses(of: $0, isCondition: isCondition) } ?? []
    guard let condition else { return uses + yes + no }
    let source = condition.expression(in: source, at: test.range)
    return uses + [.conditional(.init([.init(if: source, yes)], else: no))]
  }
}

extension JinjaExpression {
  /// The names that it reads, without those of parts.
  var namesRead: Set<String> {
    if case .name(let name) = kind { return [name] }
    if case .attribute(_, let name) = kind {
      return children.reduce(into: [name]) { $0.formUnion($1.namesRead) }
    }
    return children.reduce(into: []) { $0.formUnion($1.namesRead) }
  }
}
