// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks used flows.
extension FlowChecking {
  mutating func checkSubflow(_ step: StepDefinition, _ subflow: SubflowDefinition) {
    let title = check(step.title, for: .title)
    let arguments = checkArguments(step, subflow)
    let call = plan.count
    plan.append(.itemEnd(of: call))
    let inner = follower?.follower(of: subflow)
    var checking = FlowChecking(subflow.flow, in: &self, follower: inner)
    checking.prefix = prefix + step.id.name + "."
    checking.path = path
    checking.sections = sections
    let (inputs, output, type) = checking.runInside(
      call: call, of: CheckedSection.Place(id: prefix + step.id.name, title: title))
    let known = checking.knownValues(of: output)
    let number = checking.scopeNumber
    swap(&plan, &checking.plan)
    swap(&scopes, &checking.scopes)
    itemTypes = checking.itemTypes
    diagnostics += checking.allowedDiagnostics
    if !isTyping { self.step.map { index.usedFlows[$0] = checking.index } }
    plan[call] = .call(
      CheckedSubflow(
        arguments: inputs.map { arguments[$0.name] }, inputs: inputs, place: subflow.use.place))
    let result = plan.count
    plan.append(.result(output))
    if checking.isAfterEnd {
      isAfterEnd = true
      follower?.pass(flow: step.id)
    }
    let origin = NameOrigin.compute(plan: result)
    declare(step.id, as: type, origin: origin, isRequired: true, knownValues: known)
    scopes[scopeNumber].answers.append(
      ScopeAnswer(name: step.id.name, key: step.key?.name, origin: origin, flow: number))
    follower?.declare(step.id, as: type, .flow(subflow), knowing: known)
    if !repeats.isEmpty { checkFitsItem(subflow.flow.steps, in: step) }
  }

  /// Checks a used flow at the place where it's used.
  private mutating func runInside(
    call: Int, of place: CheckedSection.Place
  ) -> ([CheckedInput], CheckedOutput, ValueType) {
    let number = scopeNumber
    checkFunctions()
    checkIDs()
    checkKeys()
    typeItems()
    let inputs = checkInputs { .argument(plan: call, index: $0) }
    // The step that uses the flow can override its title.
    let own = check(definition.title, for: .flowTitle)
    if let title = place.title ?? own {
      sections.append(CheckedSection(id: place.id, title: title))
    }
    checkSteps(definition.steps)
    let (output, type) = checkOutput(definition.output)
    index.resolveLostNames()
    guard case .everyAnswer = output else { return (inputs, output, type) }
    return (inputs, .everyAnswer(scope: number), recordType(of: number))
  }

  /// Checks the inputs of a used flow.
  ///
  /// Every input without a default must be given, with the right type.
  private mutating func checkArguments(
    _ step: StepDefinition, _ subflow: SubflowDefinition
  ) -> [String: CheckedOutput] {
    var arguments: [String: CheckedOutput] = [:]
    let inputs = subflow.flow.inputs
    let inputsByName = Dictionary(inputs.map { ($0.name.name, $0) }) { first, _ in first }
    for argument in subflow.arguments {
      let (value, type) = check(argument.value, for: .flowInput(argument.key.name))
      let known = knownValues(of: value)
      if let number = self.step, !isTyping {
        index.add(
          NameUse(
            argument.key.name, name: inputs.firstIndex { $0.name.name == argument.key.name },
            at: argument.key.place, .input(ofFlowAt: number)))
      }
      guard let input = inputsByName[argument.key.name] else {
        reportUnknownInput(argument.key, subflow)
        continue
      }
      arguments[argument.key.name] = value
      checkFits(type, known, input, argument)
    }
    let given = Set(subflow.arguments.map(\.key.name))
    for input in inputs where input.defaultValue == nil && !given.contains(input.name.name) {
      report(
        Diagnostic(
          "missing-input",
          "the flow '\(subflow.use.name)' needs '\(input.name)'; give it in 'with'",
          at: subflow.use.place, notes: [.init("it is asked for here", at: input.name.place)]))
    }
    return arguments
  }

  private mutating func checkFits(
    _ type: ValueType, _ known: KnownValues?, _ input: InputDefinition,
    _ argument: OutputDefinition.Entry
  ) {
    var given = type
    if case .optional(let inner) = type {
      given = inner
      if input.defaultValue == nil {
        report(
          Diagnostic(
            "missing-input",
            "this may have no value, but the input '\(input.name)' needs one",
            at: argument.value.place ?? argument.key.place,
            notes: [.init("it has no default here", at: input.name.place)]))
        return
      }
    }
    guard !input.type.valueType.accepts(given, knowing: known) else {
      if let form = unprovenForm(of: input.type, known) {
        reportUnproven(form, known, input, argument)
      }
      return
    }
    report(
      Diagnostic(
        "wrong-type",
        "the input '\(input.name)' must be \(input.type.described), but this is "
          + given.described
          + (given.holdsMaps && input.type.holdsRecords
            ? "; write it in YAML, with an expression for each value" : ""),
        at: argument.value.place ?? argument.key.place,
        notes: [.init("its type is given here", at: input.name.place)]))
  }

  /// Returns the form that the text of an input must have, if the given value can't be proven to
  /// have it.
  private func unprovenForm(of type: InputType, _ known: KnownValues?) -> TextForm? {
    switch type {
    case .field(let field): field.form.flatMap { known?.proves($0) == true ? nil : $0 }
    case .list(let element): unprovenForm(of: element, known?.element)
    // The values of a map are unknown, so readers must convert them to dates.
    case .map: nil
    case .record(let parts):
      parts.lazy.compactMap { unprovenForm(of: $0.type, known?[$0.name]) }.first
    }
  }

  private mutating func reportUnproven(
    _ form: TextForm, _ known: KnownValues?, _ input: InputDefinition,
    _ argument: OutputDefinition.Entry
  ) {
    guard case .field = input.type, case .expression(let source) = argument.value else {
      report(
        Diagnostic(
          "wrong-type",
          "the input '\(input.name)' must be \(input.type.described), but this may hold any text; "
            + "write `\(form.function)(…)` around each text",
          at: argument.value.place ?? argument.key.place,
          notes: [.init("its type is given here", at: input.name.place)]))
      return
    }
    reportUnprovenForm(form, of: source, known)
    diagnostics[diagnostics.count - 1].notes.append(
      .init("the type of '\(input.name)' is given here", at: input.name.place))
  }

  private mutating func reportUnknownInput(_ key: Identifier, _ subflow: SubflowDefinition) {
    let names = subflow.flow.inputs.map(\.name.name)
    let near = nearMisses.match(for: key.name, in: names)
    let hint =
      near.map { "; did you mean '\($0.name)'?" }
      ?? (names.isEmpty ? "; it has none" : "; it has \(Self.first(of: names))")
    report(
      Diagnostic(
        "unknown-input", "the flow '\(subflow.use.name)' has no input '\(key.name)'\(hint)",
        at: key.place,
        fixIts: near.map {
          [FixIt("write '\($0.name)'", [.init(key.place.range, $0.name)], isSafe: $0.isClear)]
        } ?? []))
  }

  /// Returns the first of some names, as a list.
  private static func first(of names: [String]) -> String {
    let shown = names.prefix(16).joined(separator: ", ")
    return names.count > 16 ? "\(shown)…" : shown
  }
}

extension ValueType {
  /// Whether it's a map, not a record, or its elements are.
  fileprivate var holdsMaps: Bool {
    switch self {
    case .map: true
    case .list(let element): element.holdsMaps
    default: false
    }
  }
}

extension InputType {
  /// Whether it's a record, or its elements are.
  fileprivate var holdsRecords: Bool {
    switch self {
    case .record: true
    case .list(let element), .map(let element): element.holdsRecords
    default: false
    }
  }
}
