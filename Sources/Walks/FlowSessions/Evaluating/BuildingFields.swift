// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import Localization
import RegularExpressions
import SourceDiagnostics
import StackFlowCore

// Evaluates the fields of a step, and what surrounds it.
extension FlowSession {
  /// Returns the titled groups and used flows that contain a step, outermost first.
  func sections(of step: CheckedStep, in scope: SessionScope) throws(FlowFailure) -> [StepSection] {
    var sections: [StepSection] = []
    for section in step.sections {
      let title = try section.title.text(in: scope, language: language)
      sections.append(StepSection(id: instance(section.id, of: step), title: title))
    }
    return sections
  }

  /// Returns the item that contains a step, or nil outside lists.
  func itemPlace(of step: CheckedStep, in scope: SessionScope) throws(FlowFailure) -> ItemPlace? {
    guard let repeatIndex = step.repeats.last, let list = flow.step(at: repeatIndex),
      let frame = scope.frame(of: repeatIndex)
    else { return nil }
    let isOverElements = flow.repeat(at: repeatIndex)?.over != nil
    return ItemPlace(
      list: id(of: list), title: try list.title?.text(in: scope, language: language),
      description: isOverElements
        ? try list.description?.text(in: scope, language: language) : nil,
      number: frame.position + 1,
      heading: try flow.repeat(at: repeatIndex)?.matrix.map { (matrix) throws(FlowFailure) in
        try heading(of: matrix, in: frame, scope)
      })
  }

  /// Evaluates the elements from an index on, in order.
  func rebuild(
    _ state: inout StepState, of step: CheckedStep, planIndex: Int, from start: Int,
    in scope: consuming SessionScope
  ) throws(FlowFailure) {
    for index in start..<step.elements.count {
      scope.read(state, of: step, at: planIndex)
      let element = step.elements[index]
      let isWaiting = isWaiting(element, in: state)
      var isVisible = !isWaiting
      if isVisible, let when = element.when { isVisible = try when.isTrue(in: scope) }
      state.elements[index].isWaiting = isWaiting
      state.elements[index].isVisible = isVisible
      state.elements[index].otherwise = nil
      guard isVisible else {
        if !isWaiting { state.elements[index].otherwise = try element.field?.otherwise(in: scope) }
        continue
      }
      switch element.kind {
      case .note(let text):
        state.elements[index].content = .note(try text.text(in: scope, language: language))
      case .compute(let expression):
        state.elements[index].content = .computed(try expression.value(in: scope))
      case .capture: break
      case .field(let field):
        var isRequired = true
        try state.elements[index].changeField { (state) throws(FlowFailure) in
          try build(&state, of: field, in: scope)
          isRequired = state.isRequired
          // Its problems may have depended on the answers that have changed.
          if !state.problems.isEmpty { state.problems = state.found }
        }
        if !isRequired { state.elements[index].otherwise = try field.otherwise(in: scope) }
      }
    }
  }

  /// Returns whether an element reads a name without a value yet, even if only because that element
  /// is waiting itself.
  private func isWaiting(_ element: CheckedElement, in state: StepState) -> Bool {
    element.readsElements.contains { index in
      let read = state.elements[index]
      guard read.isVisible, let field = read.field else { return read.isWaiting }
      // An optional field that's left empty has an answer, unlike one that's refused or not yet
      // answered.
      return field.value == nil && (field.isRequired || !field.found.isEmpty)
    }
  }

  /// Evaluates everything about a field.
  func build(
    _ state: inout FieldState, of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) {
    let language = language
    let isRequired =
      try field.settings[.required].map { (setting) throws(FlowFailure) in
        try setting.value(in: scope) != .bool(false)
      } ?? true
    let words = try field.texts.mapped { (text) throws(FlowFailure) in
      try text.text(in: scope, language: language)
    }
    let choices = try choices(of: field, in: scope)
    state.texts = FieldTexts(
      of: field, id: state.id, dataName: flow.dataName(of: state.id), words: words,
      choices: choices, other: otherTexts(of: field, beside: choices, labeled: words[.other]),
      items: try itemRules(of: field, in: scope),
      completions: try completions(of: field, in: scope), isRequired: isRequired,
      priority: try field.priority(in: scope),
      constraints: try constraints(field.constraints, of: field.type, in: scope),
      zone: options.zone,
      catalog: catalog(answering: words))
    let (offers, warnings) = try offers(
      for: state, of: field, default: try field.defaultValue(in: scope), in: scope)
    state.offered = offers.beside(unfinished(at: state, of: field))
    try resolve(
      &state, of: field, knowing: state.draft == .untouched ? warnings : nil, in: scope)
  }

  /// Returns the program's words with a field's own words for yes and no.
  func words(of field: CheckedField, in scope: SessionScope) throws(FlowFailure) -> MessageCatalog {
    guard field.texts[.yes] != nil || field.texts[.no] != nil else { return catalog }
    var words: FieldTable<FieldText, String> = [:]
    for key in [FieldText.yes, .no] {
      words[key] = try field.texts[key]?.text(in: scope, language: language)
    }
    return catalog(answering: words)
  }

  private func catalog(answering words: FieldTable<FieldText, String>) -> MessageCatalog {
    guard words[.yes] != nil || words[.no] != nil else { return catalog }
    return catalog.answering(yes: words[.yes]?.trimmed, no: words[.no]?.trimmed)
  }

  /// Returns what a field offers, given its texts and limits, and the warnings about what Enter alone accepts; nil if
  /// that's nothing.
  func offers(
    for state: FieldState, of field: CheckedField, default given: Value?, in scope: SessionScope
  ) throws(FlowFailure) -> (offers: FieldOffers, warnings: [Problem]?) {
    let typed = typed(in: state, of: field)
    let suggestion = suggestion(for: state, of: field)
    guard given != nil || typed != nil || suggestion != nil else { return (.none, nil) }
    // A computed time such as 'now' is offered in whole seconds, if that's acceptable.
    var judged: Judgment?
    if let whole = given?.inWholeSeconds {
      judged = try judgment(of: whole, for: state, of: field, in: scope)
    }
    if given != nil, judged?.acceptable == nil {
      judged = try judgment(of: given, for: state, of: field, in: scope)
    }
    let accepted = judged?.acceptable
    var refusal: RefusedDefault?
    if let given = given?.unwrapped, given != "", let problem = judged?.problem {
      refusal = RefusedDefault(
        text: field.isSecret ? AnswerText.mask : state.answerText.shown(given),
        message: problem.message, rule: problem.rule)
    }
    let lost = accepted.map { given?.unwrapped?.elements(notIn: $0) ?? [] } ?? []
    func offers(
      _ offered: Judgment? = nil, from source: FieldState.Offer.Source = .default,
      refused: Value? = nil, isLeftEmpty: Bool = false
    ) -> (FieldOffers, [Problem]?) {
      let offers = FieldOffers(
        defaultValue: accepted,
        offer: offered?.acceptable.map { FieldState.Offer(value: $0, source: source) },
        hasRefusedDefault: given != nil && accepted == nil,
        refusal: refusal, lost: lost, refused: refused, isLeftEmpty: isLeftEmpty)
      return (offers, offered?.warnings)
    }
    if typed == .null, !state.isRequired { return offers(isLeftEmpty: true) }
    if typed != nil {
      let again = try judgment(of: typed, for: state, of: field, in: scope)
      if again?.acceptable != nil { return offers(again, from: .typed) }
      if let refused = again?.refusedInPart { return offers(refused: refused) }
    }
    if suggestion != nil {
      let suggested = try judgment(of: suggestion, for: state, of: field, in: scope)
      if suggested?.acceptable != nil { return offers(suggested, from: .suggestion) }
      // Where no one is asked, what's refused in a part counts as refused.
      if let refused = suggested?.refusedInPart,
        accepted == nil || !mayTakeDefault(state.priority)
      {
        return offers(refused: refused)
      }
    }
    return offers(judged, refused: judged?.refusedInPart)
  }

  private func completions(
    of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> [String] {
    guard let value = try field.settings[.suggest]?.value(in: scope).unwrapped,
      case .list(let values) = value
    else { return [] }
    return values.map(\.plainText)
  }

  /// Returns the rules for the items of a field in a scope.
  func itemRules(
    of field: CheckedField, in scope: SessionScope
  ) throws(FlowFailure) -> ItemRules {
    guard field.type.hasItems else { return .anyText }
    return ItemRules(
      type: field.items.type,
      constraints: try constraints(field.items.constraints, of: field.items.type, in: scope),
      names: try constraints(field.items.names, of: .string, in: scope))
  }

  func constraints(
    _ constraints: [CheckedConstraint], of type: FieldType, in scope: SessionScope
  ) throws(FlowFailure) -> [ConstraintCheck] {
    var checks: [ConstraintCheck] = []
    checks.reserveCapacity(constraints.count)
    for constraint in constraints {
      switch constraint {
      case .known(let check): checks.append(check.fitted(to: type, in: options.zone))
      case .computed(let kind, let expression):
        guard let value = try expression.value(in: scope).unwrapped else { continue }
        guard let limit = kind.limit(value, for: type, in: options.zone) else {
          throw FlowFailure(
            message: catalog.text(
              .computedLimitWrong,
              [
                "name": .quoted(kind.rawValue),
                "need": .text(kind.valueType(for: type).need.described),
                "value": .quoted(value.plainText),
              ]),
            place: expression.source.place)
        }
        do {
          checks.append(try ConstraintCheck(kind, limit))
        } catch {
          throw FlowFailure(
            message: catalog.text(.computedPatternWrong, ["reason": .text(error.message)]),
            place: expression.source.place)
        }
      }
    }
    return checks
  }
}

extension ElementState {
  /// Creates an element that hasn't been evaluated.
  init(blank element: CheckedElement, id: String) {
    self.id = id
    isVisible = false
    switch element.kind {
    case .note: content = .note("")
    case .compute, .capture: content = .computed(nil)
    case .field(let field): content = .field(FieldState(blank: field, id: id))
    }
  }
}

extension FieldState {
  /// Creates a field that hasn't been evaluated.
  init(blank field: CheckedField, id: String) {
    self.init(FieldTexts(of: field, id: id))
  }
}

extension Value {
  /// The elements of a list that another list lacks; none for any other value.
  fileprivate func elements(notIn other: Value) -> [Value] {
    guard case .list(let values) = self, case .list(let others) = other,
      values.count != others.count
    else { return [] }
    let known = Set(others.lazy.map(\.comparedAsData))
    return values.filter { !known.contains($0.comparedAsData) }
  }

  /// A timestamp without its fraction of a second; nil for any other value.
  fileprivate var inWholeSeconds: Value? {
    guard case .timestamp(let time) = self, time.nanosecond != 0,
      let whole = try? Timestamp(secondsSinceEpoch: time.secondsSinceEpoch)
    else { return nil }
    return .timestamp(whole)
  }
}
