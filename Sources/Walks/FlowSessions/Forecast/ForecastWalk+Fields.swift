// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import SourceDiagnostics

// Forecasts of fields.
extension ForecastWalk {
  /// Adds a field whose step was submitted.
  func tell(
    _ told: inout FlowForecast.Step, _ field: CheckedField, submitted value: Value?,
    _ origin: AnswerOrigin
  ) {
    told.fate = FlowForecast.Fate(origin)
    answer(&told, field, value)
  }

  /// Adds a field that wasn't reached, or is being asked.
  mutating func tell(
    _ told: inout FlowForecast.Step, _ field: CheckedField, ahead origin: NameOrigin,
    isCertain: Bool
  ) {
    // An answer that was given and refused is still in its field.
    let stands = session.phase.step?.field(told.id).map { $0.draft != .untouched } ?? false
    let isUsedUp = session.consumed.contains(told.id) && !stands
    let given = isUsedUp || !told.isGiven ? nil : session.given[told.id]
    if told.isGiven { scope.reads?.noteGiven(told.id, isUsed: isUsedUp) }
    told.isPassed = given != nil
    told.fate = .perhaps
    if isBrief, given != nil || !session.mayTakeDefault(field.knownPriority(in: scope)) {
      if isCertain { told.fate = given == nil ? .asked : .given }
      return
    }
    // The offered answer depends on more than names.
    scope.reads?.noteOther()
    var state = FieldState(blank: field, id: told.id)
    let isRequired: Bool? =
      switch field.settings[.required] {
      case nil: true
      case .known(let value): value != .bool(false)
      case .computed(let expression): (try? expression.value(in: scope)).map { $0 != .bool(false) }
      }
    let choices = try? session.choices(of: field, in: scope)
    // Constraints that depend on later answers are checked once those are known.
    let constraints = field.constraints.flatMap {
      (try? session.constraints([$0], of: field.type, in: scope)) ?? []
    }
    state.texts = FieldTexts(
      of: field, id: told.id, choices: choices ?? [],
      other: session.otherTexts(
        of: field, beside: choices ?? [],
        labeled: field.texts[.other].map {
          (try? $0.text(in: scope, language: session.language)) ?? ""
        }), items: try? session.itemRules(of: field, in: scope), isRequired: isRequired ?? true,
      priority: field.knownPriority(in: scope),
      constraints: constraints, zone: session.options.zone,
      catalog: (try? session.words(of: field, in: scope)) ?? session.catalog)
    let isOfferKnown = offer(
      &told, field, in: &state, areChoicesKnown: choices != nil || field.choices == nil)
    guard let given else {
      return takeUnasked(
        &told, field, &state, isOfferKnown: isOfferKnown, at: origin, isCertain: isCertain)
    }
    told.fate = isCertain ? .given : .perhaps
    if choices == nil, field.choices != nil {
      if case .text(let text) = given, !field.isSecret { told.answerText = text }
      return
    }
    take(given, in: &state, of: field, &told, at: origin, isRequired, isCertain: isCertain)
  }

  /// Tells what becomes of an answer that was given.
  private mutating func take(
    _ given: FieldInput, in state: inout FieldState, of field: CheckedField,
    _ told: inout FlowForecast.Step, at origin: NameOrigin, _ isRequired: Bool?, isCertain: Bool
  ) {
    state.draft = state.draft(given: given)
    do {
      try session.resolve(&state, of: field, in: scope)
    } catch {
      // Whatever depends on later answers, or on a file, is checked when the step is reached.
      return
    }
    if let problem = state.found.first(where: { $0.severity == .error }) {
      // Whether it may be left empty depends on later answers.
      if isRequired == nil, [.required, .constraint(.minItems)].contains(problem.rule) { return }
      if isCertain {
        told.fate = .refused
        collect(field, told.id)
      }
      told.problem = problem.message
      return
    }
    answer(&told, field, state.value, state)
    scope.ahead?.learn(origin, state.value)
  }

  /// Collects a field that will be asked, if everything about it is known.
  private mutating func collect(_ field: CheckedField, _ id: String) {
    guard collectsFields else { return }
    var state = FieldState(blank: field, id: id)
    guard (try? session.build(&state, of: field, in: scope)) != nil else { return }
    fields.append(state)
  }

  /// Determines whether a field without an answer given in advance is asked.
  private mutating func takeUnasked(
    _ told: inout FlowForecast.Step, _ field: CheckedField, _ state: inout FieldState,
    isOfferKnown: Bool, at origin: NameOrigin, isCertain: Bool
  ) {
    told.fate = isCertain ? formFate ?? .asked : .perhaps
    guard formFate == nil else { return }
    guard !session.isDrawnUnasked(state) else {
      if isCertain { told.fate = .defaulted }
      told.isDrawn = true
      told.isPassed = true
      return
    }
    let isChecked = (try? session.resolve(&state, of: field, in: scope)) != nil
    if isOfferKnown, isChecked, session.isTakenUnasked(state) {
      if isCertain { told.fate = .defaulted }
      told.isPassed = true
      answer(&told, field, state.value == "" ? nil : state.value, state)
      scope.ahead?.learn(origin, state.value)
    } else if !isOfferKnown, session.mayTakeDefault(field.knownPriority(in: scope)),
      !session.wasAnswered(told.id)
    {
      // Whether the default will be acceptable depends on the names that it reads.
      told.fate = .perhaps
      told.isPassed = true
    }
    if told.fate == .asked { collect(field, told.id) }
  }

  /// Sets what a field offers; without its choices, nothing says whether a default is one of them.
  ///
  /// - Returns: Whether its default is known, and whether it's acceptable.
  private func offer(
    _ told: inout FlowForecast.Step, _ field: CheckedField, in state: inout FieldState,
    areChoicesKnown: Bool
  ) -> Bool {
    var given: Value?
    var isKnown = areChoicesKnown
    do {
      given = try field.defaultValue(in: scope)
    } catch {
      isKnown = false
      if case .computed(let expression)? = field.settings[.default] {
        told.defaultText = expression.source.text.trimmed
      }
    }
    let offers =
      areChoicesKnown
      ? try? session.offers(for: state, of: field, default: given, in: scope) : nil
    state.offered = offers?.offers ?? FieldOffers(hasRefusedDefault: given != nil)
    told.refusedDefault = state.refusedDefault
    guard let found = state.defaultValue else { return isKnown }
    told.defaultValue = field.isSecret ? .string(AnswerText.mask) : found
    told.defaultText = state.answerText.shown(found)
    return isKnown
  }

  private func answer(
    _ told: inout FlowForecast.Step, _ field: CheckedField, _ value: Value?,
    _ state: FieldState? = nil
  ) {
    guard let value else { return }
    told.answer = field.isSecret ? .string(AnswerText.mask) : value
    let choices = state?.choices ?? (try? session.choices(of: field, in: scope)) ?? []
    told.answerText = AnswerText(
      type: field.type, choices: choices, items: field.items.known, zone: session.options.zone,
      catalog: (try? session.words(of: field, in: scope)) ?? session.catalog
    ).shown(value)
  }

  // MARK: Flows inside the flow

  /// Records the known inputs of a used flow.
  mutating func learnArguments(of call: CheckedSubflow, at index: Int) {
    for (number, (input, argument)) in zip(call.inputs, call.arguments).enumerated() {
      var value = input.definition.defaultValue?.value
      if let argument {
        guard let given = known(argument) else { continue }
        // A name without a value leaves the default.
        value = given?.unwrapped ?? value
      }
      let fitted = value.flatMap { input.definition.type.fitted($0) }
      scope.ahead?.learn(.argument(plan: index, index: number), fitted)
    }
  }

  /// Returns the value of an output, an inner nil if it has none, or nil if it isn't known.
  func known(_ output: CheckedOutput) -> Value?? {
    if case .expression = output {} else { scope.reads?.noteOther() }
    guard isKnown(output) else { return nil }
    do {
      return .some(try session.value(of: output, in: scope))
    } catch {
      return nil
    }
  }

  /// Returns whether everything that a value reads is known.
  private func isKnown(_ output: CheckedOutput) -> Bool {
    switch output {
    case .everyAnswer(let number):
      flow.scopes[number].answers.allSatisfy { scope.ahead?.isUnknown($0.origin) == false }
    case .expression(let expression): (try? expression.value(in: scope)) != nil
    case .map(let entries): entries.allSatisfy { isKnown($0.value) }
    case .list(let items): items.allSatisfy { isKnown($0) }
    case .merged(let base, let entries): isKnown(base) && entries.allSatisfy { isKnown($0.value) }
    }
  }
}
