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
    let outer = names
    defer { names = outer }
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
      case .binding(let binding):
        if let part = check(binding, for: role) { checked.append(part) }
      case .file(let file):
        if let part = check(file, for: role, depth: depth) { checked.append(part) }
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
    checkName(loop.name, giving: [loop.name.name, loop.indexName], "in this block")
    if let value = loop.value {
      checkName(value, giving: [value.name], "in this block")
      if value.name == loop.name.name {
        report(
          Diagnostic("duplicate-id", "'\(value)' is the name of the key already", at: value.place))
      }
    }
    let type = list?.compiled.type ?? .unknown
    let (key, element) =
      loop.value == nil ? (.unknown, type.elementType) : type.entryTypes ?? (.unknown, .unknown)
    var given = [
      loop.value == nil
        ? BoundName(
          loop.name.name, element, of: loop.name, .element, from: number,
          knownValues: list?.compiled.knownValues?.element,
          isElementOf: list?.compiled.elementsOf)
        : BoundName(loop.name.name, key, of: loop.name, .elementKey, from: number),
      BoundName(loop.indexName, .int, of: loop.name, .elementPosition, from: number),
    ]
    if let value = loop.value {
      given.append(BoundName(value.name, element, of: value, .element, from: number))
    }
    let outer = names
    guard bind(given, at: loop.name.place) else { return nil }
    let parts = check(loop.parts, for: role, depth: depth + 1)
    names = outer
    return list.map {
      .loop(
        CheckedText.Loop(
          name: loop.name.name, valueName: loop.value?.name, indexName: loop.indexName, list: $0,
          parts: parts))
    }
  }

  private mutating func checkList(
    of loop: TextTemplate.Loop, for role: IndexedRole
  ) -> FlowExpression? {
    guard let list = check(loop.list, for: role, in: .list) else { return nil }
    let type = list.compiled.type
    switch (type.entryTypes, loop.value) {
    case (_?, _?): return list
    case (nil, let value?):
      if case .list = type.withoutOptional {
        report(
          Diagnostic(
            "wrong-type",
            "two names are for a map, but '\(loop.list.text)' is a list; write `for \(value) in "
              + "\(loop.list.text)`, where '\(value)_index' is the position",
            at: loop.list.place))
        return nil
      }
      return fits(list, .map(.dyn, .dyn)) ? list : nil
    case (_?, nil):
      report(
        Diagnostic(
          "wrong-type",
          "expected a list, but '\(loop.list.text)' is a map; write `for \(loop.name), value in "
            + "\(loop.list.text)`",
          at: loop.list.place))
      return nil
    default: return fits(list, .list(.dyn)) ? list : nil
    }
  }

  // MARK: Names for values

  private mutating func check(
    _ binding: TextTemplate.Binding, for role: IndexedRole
  ) -> CheckedText.Part? {
    let value = check(binding.value, for: role, in: .binding)
    let number = lastExpression
    checkName(binding.name, giving: [binding.name.name], "from here on")
    let name = BoundName(binding.name, for: value, from: number)
    guard bind([name], at: binding.name.place) else { return nil }
    return value.map { .binding(name: binding.name.name, $0) }
  }

  // MARK: Files

  private mutating func check(
    _ file: TextTemplate.UsedFile, for role: IndexedRole, depth: Int
  ) -> CheckedText.Part? {
    guard let text = file.text else {
      report(
        Diagnostic(
          "unreadable-file", "'\(file.path)' cannot be read: this flow has no folder",
          at: file.path.place))
      return nil
    }
    var values: [(name: String, value: FlowExpression)] = []
    var given: [BoundName] = []
    for argument in file.arguments ?? [] {
      let name = argument.name.name
      let value = check(argument.value, for: role, in: .binding)
      if given.contains(where: { $0.variable.name == name }) {
        report(
          Diagnostic("duplicate-id", "'\(name)' is given twice", at: argument.name.place))
      } else if name != "item", Self.reservedNames.contains(name) {
        reportReserved(argument.name)
      }
      given.append(BoundName(argument.name, for: value, from: lastExpression))
      if let value { values.append((name, value)) }
    }
    let outer = (used, sight, scope, meanings, loopFacts)
    defer { (used, sight, scope, meanings, loopFacts) = outer }
    used = file.path.place
    if file.arguments != nil {
      sight = { "'\(file.path)' sees only what follows 'with'; add '\($0) = \($0)' there" }
      scope = FlowNames(nearMisses: scope.nearMisses)
      meanings = Meanings(conditions: meanings.conditions, given: meanings.given)
      loopFacts = []
      guard bind(given, at: file.path.place) else { return nil }
    }
    warnOfForeignText(text)
    let parts = check(text.parts, for: role, depth: depth + 1)
    return .file(CheckedText.UsedFile(arguments: values, parts: parts, place: file.path.place))
  }

  private mutating func reportReserved(_ id: Identifier) {
    report(
      Diagnostic(
        "reserved-id",
        "'\(id)' is a word of the expression language; pick another, such as '\(id)_'",
        at: id.place))
  }

  /// Reports names that a text gives, if they have another meaning in expressions.
  private mutating func checkName(
    _ id: Identifier, giving names: [String], _ where: String
  ) {
    let name = id.name
    if name != "item", Self.reservedNames.contains(name) { return reportReserved(id) }
    let hidden = names.first { scope.variable(named: $0) != nil }
    guard let hidden else { return }
    report(
      Diagnostic(
        "hidden-name", .warning, "'\(hidden)' hides another '\(hidden)' \(`where`)",
        at: id.place,
        notes: declaration(of: hidden).map { [.init("the other one is here", at: $0.place)] } ?? [])
    )
  }

  /// Gives names to values, until ``names`` are what they were before.
  ///
  /// - Returns: Whether there aren't too many names.
  private mutating func bind(_ given: [BoundName], at place: SourcePlace) -> Bool {
    guard scope.bound.count + given.count <= TextTemplate.maximumNames else {
      report(
        Diagnostic(
          "too-many-expressions",
          "at most \(TextTemplate.maximumNames) names can be given at a place of a text", at: place)
      )
      return false
    }
    // Facts about others with the same names say nothing of these.
    let new = Set(given.map(\.variable.name))
    loopFacts.removeAll { !$0.expression.namesRead.isDisjoint(with: new) }
    bind(given)
    return true
  }

  /// The names that the text gives at the current place: their meanings, and the facts known of
  /// them.
  private var names: TextNames {
    get { TextNames(count: scope.bound.count, meanings: meanings, facts: loopFacts) }
    set {
      scope.unbind(scope.bound.count - newValue.count)
      (meanings, loopFacts) = (newValue.meanings, newValue.facts)
    }
  }
}

/// The names that a text has given up to a place.
private struct TextNames {
  let count: Int
  let meanings: FlowChecking.Meanings
  let facts: [Guard]
}

extension FlowChecking.BoundName {
  /// Creates the name of a value, which may have none if it's an optional.
  fileprivate init(_ id: Identifier, for value: FlowExpression?, from number: Int) {
    self.init(
      id.name, value?.compiled.type ?? .unknown, of: id, .binding, from: number,
      knownValues: value?.compiled.knownValues)
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
