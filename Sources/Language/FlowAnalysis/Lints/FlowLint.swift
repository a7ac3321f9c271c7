// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// A rule that's checked for a whole flow.
struct FlowLint: Sendable {
  /// The kind of its findings, which `Documentation/Findings.md` explains.
  let id: DiagnosticID

  /// Whether some of its findings are errors.
  var findsErrors = false

  /// Returns the findings in a flow.
  let check: @Sendable (LintedFlow) -> [Diagnostic]
}

/// A flow to lint: what the checker knows about it, and what the prover knows about its paths.
struct LintedFlow {
  let index: FlowIndex

  /// The index of the outermost flow.
  let whole: FlowIndex

  /// The prover, which decides conditions.
  let prover: PathProver

  /// Every step and every element of a form with the path to it, in file order.
  let steps: [PlacedStep]

  /// The conditions in texts that can be decided, by the index of their step.
  let textConditions: [Int: [IndexedExpression]]

  /// Whether every expression was checked without errors.
  let isFullyChecked: Bool

  /// Whether another flow uses it, so that its answers are those of a record there.
  let isUsed: Bool

  /// The names and conditions.
  var facts: FlowFacts { prover.facts }

  /// The definition of the flow.
  var definition: FlowDefinition { index.definition }

  /// Creates a flow, which another one may use.
  init(
    _ index: FlowIndex, _ prover: PathProver, isFullyChecked: Bool, in whole: FlowIndex? = nil
  ) {
    self.isFullyChecked = isFullyChecked
    isUsed = whole != nil
    self.index = index
    self.whole = whole ?? index
    self.prover = prover
    steps = PlacedStep.all(in: index, prover.facts)
    textConditions = Self.textConditions(in: index)
  }

  static var lints: [FlowLint] {
    [
      .unreachableStep, .constantCondition, .unpickableChoice, .impossibleConstraint, .emptyChoices,
      .secretLeak, .missingTranslation, .translationDiffers, .unusedAnswer, .noWayOn,
      .unmarkedSecret, .undecided, .shellVariable, .savedAnswer,
    ]
  }

  /// Resolves names as at a step, until another step is entered.
  func enter(_ placed: PlacedStep) { facts.nameTable = placed.table }

  /// Runs the lints.
  ///
  /// - Parameter includesWarnings: Whether to run lints that find only warnings.
  /// - Returns: The findings, without warnings that the flow or the step allows.
  func findings(includesWarnings: Bool) -> [Diagnostic] {
    let allowed = Set(definition.allow)
    let quiet = QuietSteps(steps)
    let outer = facts.nameTable
    // Run lints that find errors first, so that the work for warnings never affects them.
    let lints =
      Self.lints.filter { $0.findsErrors }
      + (includesWarnings ? Self.lints.filter { !$0.findsErrors } : [])
    let found = lints.flatMap { lint in
      facts.nameTable = outer
      return lint.check(self)
    }
    facts.nameTable = outer
    return found.filter { diagnostic in
      guard diagnostic.severity == .warning else { return true }
      if allowed.contains(diagnostic.id) { return false }
      if quiet.allow(diagnostic.id, at: diagnostic.place) { return false }
      // A translation is in a separate file, and its note names the place in the flow.
      return diagnostic.place.file == definition.file
        || !diagnostic.notes.compactMap(\.place).contains { quiet.allow(diagnostic.id, at: $0) }
    }
  }
}

/// The steps that allow warnings.
private struct QuietSteps {
  /// The steps by the start of their extents, which don't overlap.
  private let steps: [PlacedStep]

  init(_ steps: [PlacedStep]) {
    self.steps = steps.filter { !$0.step.allow.isEmpty }
      .sorted { $0.extent.start < $1.extent.start }
  }

  /// Returns whether the step at a place allows a warning.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  func allow(_ id: DiagnosticID, at place: SourcePlace) -> Bool {
    let next = steps.partitioningIndex { $0.extent.start > place.range.lowerBound }
    return next > 0 && steps[next - 1].extent.contains(place)
      && steps[next - 1].step.allow.contains(id)
  }
}

/// A step with the path to it.
struct PlacedStep {
  let step: StepDefinition

  /// The path to its condition.
  let outer: FlowPath

  /// The path to the step itself.
  let path: FlowPath

  /// Its index.
  let number: Int

  /// The number of its condition; nil if it has none, or one with mistakes.
  let condition: Int?

  /// The index of the group, list, or form that contains it.
  let parent: Int?

  /// Whether it's an element of a form.
  let isInForm: Bool

  let table: FlowFacts.NameTable

  /// The part of the file from this step to the next one.
  var extent: Extent

  /// A part of a file.
  struct Extent {
    let file: SourceFile
    let start: Int
    var end: Int

    func contains(_ place: SourcePlace) -> Bool {
      place.file == file && place.range.lowerBound >= start && place.range.lowerBound < end
    }
  }

  /// The field, if the step is a question.
  var field: FieldDefinition? {
    guard case .ask(let field) = step.kind else { return nil }
    return field
  }

  /// Returns the steps of a flow with the paths to them, which the checker took.
  static func all(in index: FlowIndex, _ facts: FlowFacts) -> [PlacedStep] {
    var placed: [PlacedStep] = []
    placed.reserveCapacity(index.steps.count)
    var stops = 0
    var openForms: [(end: Int, checks: [ValidationDefinition])] = []
    for (number, outlined) in index.steps.enumerated() {
      while let form = openForms.last, form.end <= number {
        stops += facts.refusingChecks(form.checks).count
        openForms.removeLast()
      }
      let step = outlined.step
      let outer = outlined.parent.map { placed[$0].path.conditions } ?? []
      let condition = step.when.flatMap { facts.conditionNumbers[$0.place] }
      let start = step.place.range.lowerBound
      if let last = placed.indices.last { placed[last].extent.end = start }
      placed.append(
        PlacedStep(
          step: step, outer: FlowPath(conditions: outer, stopsBefore: stops),
          path: FlowPath(
            conditions: outer + (condition.map { [$0] } ?? []), stopsBefore: stops),
          number: number, condition: condition, parent: outlined.parent,
          isInForm: outlined.isElement,
          table: outlined.list.map { list in
            facts.itemNumbers[placed[list].step.id.place] ?? placed[list].table
          } ?? facts.nameTable,
          extent: .init(file: step.place.file, start: start, end: step.place.file.utf8Count)))
      switch step.kind {
      case .form(_, let checks): openForms.append((outlined.end, checks))
      case .stop:
        // A stop in a form is a mistake, and isn't passed.
        if stops < facts.stops.count, facts.stops[stops].id.place == step.id.place { stops += 1 }
      default: break
      }
    }
    return placed
  }
}
