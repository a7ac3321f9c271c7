// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

/// The known facts about a flow's names and conditions, collected while the flow is checked.
///
/// It's a class because the checker, the prover, and the lints share an instance, which is never
/// used outside a check.
final class FlowFacts {
  var terms = TermTable()
  var formulas = FormulaTable()

  /// The names by number, in the order in which they're asked.
  var names: [NameFacts] = []

  /// The numbers of names, by id.
  var numbers = NameNumbers()

  /// For each list, by its place, what names refer to at the end of an item.
  var itemNumbers: [SourcePlace: NameTable] = [:]

  /// The names that refer to something else outside the current item, which atoms that aren't
  /// analyzed depend on.
  var itemNames = NameSet()

  /// The number of the current item, counted from 1; 0 outside items.
  var itemMark = 0

  /// The items of lists, each of which stands for all items of its list.
  var items: [ItemFacts] = []

  /// The known facts about the items of a list.
  struct ItemFacts {
    /// The name of the list.
    let name: String

    /// The meanings of names outside the item.
    let outer: NameTable
  }

  /// The meanings of names at a place.
  struct NameTable {
    var numbers: NameNumbers
    var itemNames: NameSet
    var itemMark: Int
  }

  var nameTable: NameTable {
    get { NameTable(numbers: numbers, itemNames: itemNames, itemMark: itemMark) }
    set {
      (numbers, itemNames, itemMark) = (newValue.numbers, newValue.itemNames, newValue.itemMark)
    }
  }

  /// The conditions by number.
  var conditions: [PathCondition] = []

  /// The numbers of conditions, by place.
  var conditionNumbers: [SourcePlace: Int] = [:]

  /// The stops and the checks of forms, in file order.
  var stops: [StopFacts] = []

  /// The stops in each item by its number, and those outside items.
  var stopsInItems: [Int: [StopFacts]] = [:]

  /// The number of the first stop that ends every path; nil if there's none.
  var firstUnconditionalStop: Int?

  /// The numbers of the stops whose conditions read a name, by the number of the name, except those
  /// that only certain values of the name trigger.
  var stopsReading: [Int: [Int]] = [:]

  /// The numbers of the names that the condition of each stop reads; of too many, the latest.
  var stopNames: [[Int]] = []

  /// The checked expressions, by place.
  private var expressions: [SourcePlace: CompiledExpression] = [:]

  /// The conditions under which names are asked and have a value, by the number of the name.
  var presences: [FormulaID] = []

  /// The terms that replace computed values, by the number of the name.
  var computed: [Int: TermID] = [:]

  /// The formulas that replace computed bools, by the number of the name.
  var computedConditions: [Int: FormulaID] = [:]

  /// The numbers of the names that have a value where they aren't asked.
  var withOtherwise: Set<Int> = []

  /// The number of evaluation moments so far, each with its own `now`.
  var moments = 0

  /// The conditions that hold whenever a name has a value, by the number of the name, except those
  /// that only certain values trigger.
  var axioms: [Int: [FormulaID]] = [:]

  /// The rules that only matter if an atom is true, by the atom.
  var triggered: [Atom: [TriggeredRule]] = [:]

  /// The numbers of the names whose values trigger rules.
  var triggeringNames: Set<Int> = []

  /// The first rules of each name, by its number.
  var ruleFormulas: [Int: [FormulaID]] = [:]

  /// The numbers of the names that the rules of a name read, for the names that were needed.
  var ruleNames: [Int: Set<Int>] = [:]

  /// The domains of the names that were needed.
  private var domains: [Int: AnswerDomain] = [:]

  /// The known values of the terms that were needed.
  var knownTerms: [TermID: KnownValues?] = [:]

  /// The positions of the values of the needed names with listed values; nil for
  /// other names.
  private var positions: [Int: [Value: Int]?] = [:]

  /// For each name with listed values, the number of first values that trigger rules, where it
  /// was needed.
  private var ruledValues: [Int: Int] = [:]

  /// The facts that hold for terms regardless of the answers, such as that a list with an element
  /// isn't empty, by each term that they concern.
  private(set) var lemmas: [TermID: [FormulaID]] = [:]

  /// The facts in ``lemmas``, with their terms.
  private var rememberedLemmas: Set<Lemma> = []

  private struct Lemma: Hashable {
    let term: TermID
    let formula: FormulaID
  }

  /// The formulas of comparisons that were read.
  var comparisons: [Comparison: FormulaID] = [:]

  /// The formulas that terms are true.
  var truths: [TermID: FormulaID] = [:]

  var sizes: [TermID: TermID] = [:]

  /// A comparison of two terms.
  struct Comparison: Hashable {
    let binary: BinaryOperator
    let left: TermID
    let right: TermID
  }

  /// The number of questions so far that set the language, each of which may change every label.
  var languageChanges = 0

  /// The number of the last name that each formula reads; -1 if it reads none.
  private var lastNames: [Int] = []

  /// At the output, the number of stops that complete the flow and were passed.
  var completedStopsPassed: Int?

  /// The functions of the flow, by name.
  var functions: [String: (parameters: [String], body: ParsedExpression)] = [:]

  /// The expressions that calls of functions stand for, by the call; nil for those that can't be unfolded.
  private var unfoldings: [ParsedExpression: ParsedExpression?] = [:]

  /// The number of parts of the calls that were unfolded.
  private var unfoldedParts = 0

  /// The maximum number of parts that unfolding adds to the expressions of a flow.
  static let maximumUnfoldedParts = 200_000

  /// The maximum number of parts of what one call stands for.
  private static let maximumUnfolding = 2_000

  /// Whether half of the parts are unfolded.
  var isNearLimits: Bool { 2 * unfoldedParts > Self.maximumUnfoldedParts }

  /// Returns what a call of a function of the flow stands for: its value, with the arguments in it.
  ///
  /// - Returns: The expression; nil for anything else, and past the limit, where nothing is known of a call.
  func unfolded(_ expression: ParsedExpression) -> ParsedExpression? {
    guard !functions.isEmpty, case .call(target: nil, let name, let arguments) = expression.kind,
      let function = functions[name], function.parameters.count == arguments.count,
      unfoldedParts < Self.maximumUnfoldedParts
    else { return nil }
    let value: ParsedExpression?
    if let known = unfoldings[expression] {
      value = known
    } else {
      let values = Dictionary(zip(function.parameters, arguments)) { first, _ in first }
      value = function.body.replacing(values, limit: Self.maximumUnfolding)
      unfoldings[expression] = value
    }
    unfoldedParts += (value ?? expression).partCount
    return value
  }

  func remember(_ expression: CompiledExpression, at source: ExpressionSource) {
    expressions[source.place] = expression
  }

  /// Returns the checked expression of a source, or nil if it has mistakes.
  func compiled(_ source: ExpressionSource) -> CompiledExpression? { expressions[source.place] }

  /// The checked expressions, in the order of the file.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  var compiledExpressions: [CompiledExpression] {
    expressions.sorted { one, other in
      (one.key.file.name, one.key.range.lowerBound)
        < (other.key.file.name, other.key.range.lowerBound)
    }.map(\.value)
  }

  /// Returns the number of the last name that a formula reads, or -1 if it reads none.
  ///
  /// The formula doesn't depend on any later answer.
  func lastName(of id: FormulaID) -> Int {
    // Subformulas have lower numbers than the formula.
    for formula in formulas.formulas[lastNames.count...] {
      switch formula {
      case .constant: lastNames.append(-1)
      case .atom(let atom): lastNames.append(terms.names(of: atom.term).last ?? -1)
      case .not(let operand): lastNames.append(lastNames[operand.number])
      case .all(let operands), .any(let operands):
        lastNames.append(operands.reduce(-1) { max($0, lastNames[$1.number]) })
      }
    }
    return lastNames[id.number]
  }

  /// Records a fact about terms.
  func remember(_ lemma: FormulaID, of terms: TermID...) {
    guard lemma != FormulaTable.true else { return }
    for term in terms
    where rememberedLemmas.insert(Lemma(term: term, formula: lemma)).inserted {
      lemmas[term, default: []].append(lemma)
    }
  }

  /// Returns whether a stop is known to be passed at the current place, if it's before it.
  ///
  /// A fact about an item isn't one about the list: it may be empty.
  func applies(_ stop: Int) -> Bool {
    let item = stops[stop].itemMark
    var current = itemMark
    while item != 0, current != item {
      guard current != 0 else { return false }
      current = items[current - 1].outer.itemMark
    }
    return true
  }

  /// Returns those checks of a form that refuse answers.
  func refusingChecks(_ validations: [ValidationDefinition]) -> [StopFacts.Check] {
    validations.filter { $0.level == .error }.compactMap { validation in
      compiled(validation.check).map { .init(expression: $0, place: validation.check.place) }
    }
  }

  /// Returns the values that a name can have.
  func domain(ofName name: Int) -> AnswerDomain {
    if let known = domains[name] { return known }
    let domain = AnswerDomain(of: names[name])
    domains[name] = domain
    return domain
  }

  /// Returns the positions of the values that a name can have, if they're listed, and texts, whole
  /// numbers, or bools.
  func positions(ofName name: Int) -> [Value: Int]? {
    if let known = positions[name] { return known }
    var found: [Value: Int]?
    switch domain(ofName: name) {
    case .values(let values), .listOf(let values):
      if values.allSatisfy(\.isPlain) {
        found = Dictionary(values.enumerated().map { ($1, $0) }) { first, _ in first }
      }
    default: break
    }
    positions[name] = .some(found)
    return found
  }

  /// Returns the position of the first of some listed values that triggers no rule, or nil if all
  /// do.
  ///
  /// - Complexity: O(1) amortized: values that trigger rules are examined once.
  func firstWithoutRules(_ values: [Value], ofName name: Int) -> Int? {
    let term = terms.number(.name(name))
    var position = ruledValues[name] ?? 0
    while position < values.count, !rules(of: term, being: values[position]).isEmpty {
      position += 1
    }
    ruledValues[name] = position
    return position < values.count ? position : nil
  }

  /// Returns the conjunction of the conditions on a path, ignoring stops.
  func formula(of path: FlowPath) -> FormulaID {
    formulas.all(path.conditions.map { conditions[$0].formula })
  }

  /// Returns the condition under which a name has a value at the current place.
  func presence(of name: Int) -> FormulaID {
    if let passed = completedStopsPassed, names[name].completedStopsBefore > passed {
      return FormulaTable.false
    }
    return withOtherwise.contains(name) ? FormulaTable.true : presences[name]
  }
}

extension Value {
  /// Whether it's a text, a whole number, or a bool, which equals only values of its type that are
  /// the same, apart from numbers of other types.
  var isPlain: Bool {
    switch self {
    case .string, .int, .bool: true
    default: false
    }
  }
}
