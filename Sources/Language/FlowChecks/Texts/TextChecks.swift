// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks texts: their values, and their blocks with what their conditions prove.
extension FlowChecking {
  /// Checks a text in every language.
  mutating func check(_ text: LocalizedText?, for role: IndexedRole) -> CheckedText? {
    guard let text else { return nil }
    note(text, for: role)
    var variants: [(language: String, parts: [CheckedText.Part])] = []
    for variant in text.variants {
      warnOfForeignText(variant.template)
      let parts = check(variant.template.parts, for: role, depth: 0)
      let tag = variant.language ?? definition.language
      if !languages.contains(tag) { languages.append(tag) }
      variants.append((tag, parts))
    }
    // Users whose language has no variant read the flow's own.
    if let own = variants.firstIndex(where: { $0.language == definition.language }), own > 0 {
      variants.insert(variants.remove(at: own), at: 0)
    }
    return CheckedText(variants: variants)
  }

  private mutating func check(
    _ parts: [TextTemplate.Part], for role: IndexedRole, depth: Int
  ) -> [CheckedText.Part] {
    // The reader reports deeper blocks.
    guard depth <= TextTemplate.maximumDepth else { return [] }
    var checked: [CheckedText.Part] = []
    for part in parts {
      switch part {
      case .words(let words): checked.append(.words(words))
      case .expression(let source):
        guard let expression = check(source, for: role, in: .value) else { continue }
        checkCanStandInText(expression)
        checked.append(.expression(expression))
      case .conditional(let conditional):
        checked.append(check(conditional, for: role, depth: depth))
      case .loop(let loop):
        if let part = check(loop, for: role, depth: depth) { checked.append(part) }
      }
    }
    return checked
  }

  // MARK: Conditions

  /// The maximum numbers of facts of conditions in a text to prove something with: that earlier
  /// conditions are false, and all.
  ///
  /// With fewer facts, less is proven.
  private static let maximumFacts = (ofEarlier: 64, all: 256)

  private mutating func check(
    _ conditional: TextTemplate.Conditional, for role: IndexedRole, depth: Int
  ) -> CheckedText.Part {
    let outer = (assumed, loopFacts, meanings)
    defer {
      (assumed, loopFacts, meanings) = outer
      follower?.assume(assumed)
    }
    var branches: [(condition: FlowExpression, parts: [CheckedText.Part])] = []
    for branch in conditional.branches {
      let before = (assumed, loopFacts)
      let condition = check(branch.condition, for: role, in: .condition, expecting: .bool)
      let number = last(condition)
      assume(condition, isTrue: true)
      let parts = inside(number, .block) { $0.check(branch.parts, for: role, depth: depth + 1) }
      (assumed, loopFacts) = before
      assume(condition, isTrue: false)
      follow(number, .block, isTrue: false)
      if let condition { branches.append((condition, parts)) }
    }
    return .conditional(
      branches, otherwise: check(conditional.otherwise, for: role, depth: depth + 1))
  }

  /// Adds the facts that a condition of a text proves.
  private mutating func assume(_ condition: FlowExpression?, isTrue: Bool) {
    guard let root = condition?.compiled.root,
      assumed.count + loopFacts.count
        < (isTrue ? Self.maximumFacts.all : Self.maximumFacts.ofEarlier)
    else { return }
    let names = Set(scope.bound.map(\.name))
    for fact in Guard(root, isTrue: isTrue).conjuncts {
      if names.isEmpty || fact.expression.namesRead.isDisjoint(with: names) {
        assumed.append(fact)
      } else {
        loopFacts.append(fact)
      }
    }
    follower?.assume(assumed)
  }

  // MARK: Loops

  private mutating func check(
    _ loop: TextTemplate.Loop, for role: IndexedRole, depth: Int
  ) -> CheckedText.Part? {
    let list = checkList(of: loop, for: role)
    let number = lastExpression
    checkNames(of: loop)
    let outer = loopFacts
    // Facts about outer elements with the same names say nothing of these.
    let names: Set<String> = [loop.name.name, loop.indexName]
    loopFacts.removeAll { !$0.expression.namesRead.isDisjoint(with: names) }
    let outside = bind(
      loop, over: number,
      [
        VariableDeclaration(
          loop.name.name, list?.compiled.type.elementType ?? .unknown,
          knownValues: list?.compiled.knownValues?.element),
        VariableDeclaration(loop.indexName, .int),
      ])
    let parts = check(loop.parts, for: role, depth: depth + 1)
    unbind(outside)
    loopFacts = outer
    return list.map {
      .loop(
        CheckedText.Loop(name: loop.name.name, indexName: loop.indexName, list: $0, parts: parts))
    }
  }

  private mutating func checkList(
    of loop: TextTemplate.Loop, for role: IndexedRole
  ) -> FlowExpression? {
    guard let list = check(loop.list, for: role, in: .list) else { return nil }
    switch list.compiled.type {
    case .map, .optional(.map):
      let proposal =
        switch list.compiled.root.kind {
        case .name, .select: "\(loop.list.text.trimmed).map(key, key)"
        default: "(…).map(key, key)"
        }
      report(
        Diagnostic(
          "wrong-type",
          "expected a list, but '\(loop.list.text)' is a map, whose keys are the list `\(proposal)`",
          at: loop.list.place))
      return nil
    default: return fits(list, .list(.dyn)) ? list : nil
    }
  }

  /// Reports names of a loop that have another meaning in expressions.
  private mutating func checkNames(of loop: TextTemplate.Loop) {
    let name = loop.name.name
    if name != "item", Self.reservedNames.contains(name) {
      let proposal = "\(name)_"
      report(
        Diagnostic(
          "reserved-id",
          "'\(name)' is a word of the expression language; pick another, such as '\(proposal)'",
          at: loop.name.place))
      return
    }
    let hidden = [name, loop.indexName].first { scope.variable(named: $0) != nil }
    guard let hidden else { return }
    report(
      Diagnostic(
        "hidden-name", .warning, "'\(hidden)' hides another '\(hidden)' in this block",
        at: loop.name.place,
        notes: scope.isBound(hidden)
          ? [] : declared[hidden].map { [.init("the other one is here", at: $0.place)] } ?? []))
  }
}

extension Guard {
  /// The facts that it consists of.
  fileprivate var conjuncts: [Guard] {
    var found: [Guard] = []
    var open = [self]
    while let next = open.popLast() {
      switch next.expression.kind {
      case .logical(.and, let operands) where next.isTrue,
        .logical(.or, let operands) where !next.isTrue:
        open += operands.reversed().map { Guard($0, isTrue: next.isTrue) }
      case .not(let operand): open.append(Guard(operand, isTrue: !next.isTrue))
      default: found.append(next)
      }
    }
    return found
  }
}
