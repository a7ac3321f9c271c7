// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// A rule that's checked for a whole flow.
protocol FlowLint {
  /// The kind of its findings, which `Documentation/Findings.md` explains.
  static var id: DiagnosticID { get }

  /// Whether some of its findings are errors.
  static var findsErrors: Bool { get }

  /// Returns the findings in a flow.
  static func check(_ flow: LintedFlow) -> [Diagnostic]
}

extension FlowLint {
  static var findsErrors: Bool { false }
}

/// A flow to lint: its definition, and what the prover knows about its paths.
struct LintedFlow {
  let definition: FlowDefinition

  /// The prover, which decides conditions.
  let prover: PathProver

  /// Every step and every element of a form with the path to it, in file order.
  let steps: [PlacedStep]

  /// Whether every expression was checked without errors.
  let isFullyChecked: Bool

  /// Whether another flow uses it, so that its answers are those of a record there.
  let isUsed: Bool

  /// The names and conditions.
  var facts: FlowFacts { prover.facts }

  init(_ definition: FlowDefinition, _ prover: PathProver, isFullyChecked: Bool, isUsed: Bool) {
    self.isFullyChecked = isFullyChecked
    self.isUsed = isUsed
    self.definition = definition
    self.prover = prover
    var walk = StepWalk(facts: prover.facts)
    walk.visit(definition.steps, under: [], parent: nil, isInForm: false)
    steps = walk.steps
  }

  static var lints: [any FlowLint.Type] {
    [
      UnreachableStepLint.self, ConstantConditionLint.self, UnpickableChoiceLint.self,
      ImpossibleConstraintLint.self, EmptyChoicesLint.self, SecretLeakLint.self,
      MissingTranslationLint.self, TranslationDiffersLint.self, UnusedAnswerLint.self,
      NoWayOnLint.self, UnmarkedSecretLint.self, UndecidedLint.self, ShellVariableLint.self,
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
    var low = 0
    var high = steps.count
    while low < high {
      let middle = low + (high - low) / 2
      if steps[middle].extent.start <= place.range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low > 0 && steps[low - 1].extent.contains(place)
      && steps[low - 1].step.allow.contains(id)
  }
}

/// A step with the path to it.
struct PlacedStep {
  let step: StepDefinition

  /// The path to its condition.
  let outer: FlowPath

  /// The path to the step itself.
  let path: FlowPath

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
}

/// Visits the steps of a definition in the same order as the checker.
private struct StepWalk {
  let facts: FlowFacts
  var steps: [PlacedStep] = []
  private var stops = 0

  private var table: FlowFacts.NameTable

  init(facts: FlowFacts) {
    self.facts = facts
    table = facts.nameTable
  }

  mutating func visit(
    _ list: [StepDefinition], under conditions: [Int], parent: Int?, isInForm: Bool
  ) {
    for step in list {
      let condition = step.when.flatMap { facts.conditionNumbers[$0.place] }
      let inner = conditions + (condition.map { [$0] } ?? [])
      let index = steps.count
      if let last = steps.indices.last { steps[last].extent.end = step.place.range.lowerBound }
      steps.append(
        PlacedStep(
          step: step, outer: FlowPath(conditions: conditions, stopsBefore: stops),
          path: FlowPath(conditions: inner, stopsBefore: stops), condition: condition,
          parent: parent, isInForm: isInForm, table: table,
          extent: .init(
            file: step.place.file, start: step.place.range.lowerBound,
            end: step.place.file.utf8Count)))
      switch step.kind {
      case .group(let steps): visit(steps, under: inner, parent: index, isInForm: false)
      case .form(let elements, let checks):
        visit(elements, under: inner, parent: index, isInForm: true)
        stops += facts.refusingChecks(checks).count
      case .repeat(let list):
        let outer = table
        table = facts.itemNumbers[step.id.place] ?? table
        visit(list.steps, under: inner, parent: index, isInForm: false)
        table = outer
      case .stop:
        // A stop in a form is a mistake, and isn't passed.
        if stops < facts.stops.count, facts.stops[stops].id.place == step.id.place { stops += 1 }
      default: break
      }
    }
  }
}
