// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// The names of a whole template, and what's found in its files.
///
/// It's a class because the translations of all files of a template share one.
final class TemplateNames {
  let dialect: ForeignDialect

  /// The questions by name.
  private(set) var questions: [String: ForeignQuestion] = [:]

  /// The questions in their order.
  private(set) var order: [ForeignQuestion] = []

  /// The names that are there without a question, such as those of an extension in the template.
  var otherNames: Set<String>

  /// The filters and tests of the template's own extensions.
  var otherFilters: Set<String> = []

  /// Whether an extension that isn't part of the template may add names, filters, and tests.
  var isOpen = false

  /// The names that some place tests for being there, so that they may be missing everywhere.
  var testedNames: Set<String> = []

  /// Where the questions are read, by name.
  private(set) var uses: [String: [QuestionUse]] = [:]

  /// The findings of the translation.
  private(set) var diagnostics: [Diagnostic] = []

  /// The inputs that stand for conditions that aren't analyzed.
  private(set) var inputs: [InputDefinition] = []

  private var inputsByCondition: [JinjaExpression: String] = [:]
  private var assignments = 0

  /// The names of the questions by their names in our expressions.
  private var ids: [String: String] = [:]

  /// The maximum number of conditions that aren't analyzed.
  private static let maximumInputs = 3_000

  /// The beginning of the names of conditions that aren't analyzed.
  static let inputPrefix = "_unknown_"

  init(dialect: ForeignDialect) {
    self.dialect = dialect
    otherNames = dialect.names
  }

  /// Adds a question, after those that were added before.
  func add(_ question: ForeignQuestion) {
    var question = question
    if !question.id.isNameInExpressions || question.id.hasPrefix(Self.inputPrefix)
      || ids.updateValue(question.name.name, forKey: question.id) ?? question.name.name
        != question.name.name
    {
      question.kind = .anything
      question.when = nil
    }
    if questions.updateValue(question, forKey: question.name.name) != nil {
      order.removeAll { $0.name.name == question.name.name }
    }
    order.append(question)
  }

  /// The work that translating may still cost: for the whole template, and for one condition.
  private var left = (whole: 5_000_000, condition: 0)

  /// Begins to translate a condition.
  func beginCondition() { left.condition = min(20_000, left.whole) }

  /// Counts a step of work, and returns whether there's any left for more.
  func work() -> Bool {
    left.whole -= 1
    left.condition -= 1
    return left.condition > 0
  }

  func note(_ use: QuestionUse, of question: ForeignQuestion) {
    uses[question.name.name, default: []].append(use)
  }

  func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Whether a name means something in our expressions.
  func isTaken(_ name: String) -> Bool { ids[name] != nil || name.hasPrefix(Self.inputPrefix) }

  /// A new number for an assignment.
  func nextAssignment() -> Int {
    assignments += 1
    return assignments
  }

  /// Returns the name of an input that stands for a condition.
  ///
  /// - Parameter condition: The condition if it has the same value wherever it occurs; otherwise nil.
  /// - Returns: The name; nil if there are too many.
  func input(for condition: JinjaExpression?) -> String? {
    if let condition, let known = inputsByCondition[condition] { return known }
    guard inputs.count < Self.maximumInputs else { return nil }
    let name = Self.inputPrefix + String(inputs.count)
    inputs.append(InputDefinition(name: Identifier(name), type: .field(.boolean)))
    if let condition { inputsByCondition[condition] = name }
    return name
  }

  /// The question that an expression reads; nil if it reads none, or something else as well.
  func question(_ expression: JinjaExpression, in scope: TemplateScope) -> ForeignQuestion? {
    switch (dialect, expression.kind) {
    case (.copier, .name(let name)):
      return scope[name] == nil ? questions[name] : nil
    case (.cookiecutter, .attribute(let operand, let name)):
      guard isCookiecutter(operand, in: scope) else { return nil }
      return questions[name]
    case (.cookiecutter, .item(let operand, let key)):
      guard isCookiecutter(operand, in: scope), case .literal(.string(let name)) = key.kind else {
        return nil
      }
      return questions[name]
    default: return nil
    }
  }

  /// The expression that gives a name its value, if it's one that isn't asked.
  func computed(
    _ expression: JinjaExpression, in scope: TemplateScope
  ) -> (value: JinjaExpression, isTruth: Bool)? {
    guard case .computed(let value, let isTruth)? = question(expression, in: scope)?.kind else {
      return nil
    }
    return (value, isTruth)
  }

  /// Whether an expression is the name `cookiecutter`.
  func isCookiecutter(_ expression: JinjaExpression, in scope: TemplateScope) -> Bool {
    guard dialect == .cookiecutter, case .name("cookiecutter") = expression.kind else {
      return false
    }
    return scope["cookiecutter"] == nil
  }
}
