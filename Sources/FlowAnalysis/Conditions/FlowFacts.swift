// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// What is known of a flow's names and conditions, gathered while it is checked.
///
/// It is a class because the checker, the prover and the lints share one; nothing outside a check
/// sees it.
final class FlowFacts {
  var terms = TermTable()
  var formulas = FormulaTable()

  /// The names by their numbers, in the order in which they are asked.
  var names: [NameFacts] = []

  /// From an id to the name's number.
  var numbers: [String: Int] = [:]

  /// For each list, from an id to the name's number at the end of its items, by the list's place.
  var itemNumbers: [SourcePlace: NameTable] = [:]

  /// Names that refer to something else outside the current item: they are part of what an atom
  /// that is not looked into says.
  var itemNames: Set<String> = []

  /// Tells the current item from all others; 0 outside items.
  var itemMark = 0

  /// What names refer to at a place.
  struct NameTable {
    var numbers: [String: Int]
    var itemNames: Set<String>
    var itemMark: Int
  }

  /// What names refer to at the current place.
  var nameTable: NameTable {
    get { NameTable(numbers: numbers, itemNames: itemNames, itemMark: itemMark) }
    set {
      (numbers, itemNames, itemMark) = (newValue.numbers, newValue.itemNames, newValue.itemMark)
    }
  }

  /// The conditions by their numbers.
  var conditions: [PathCondition] = []

  /// From the place of a condition to its number.
  var conditionNumbers: [SourcePlace: Int] = [:]

  /// The stops, in the file's order.
  var stops: [StopFacts] = []

  /// The first stop that nothing passes; nil: there is none.
  var firstUnconditionalStop: Int?

  /// For each name, the stops whose conditions read it.
  var stopsReading: [Int: [Int]] = [:]

  /// For each stop, the names that its condition reads, the nearest of many.
  var stopNames: [[Int]] = []

  /// The checked expressions, by their place.
  private var expressions: [SourcePlace: CompiledExpression] = [:]

  /// When a name is asked and has a value; by the name's number.
  var presences: [FormulaID] = []

  /// The term that replaces a compute; by the name's number.
  var computed: [Int: TermID] = [:]

  /// The formula that replaces a compute of a bool; by the name's number.
  var computedConditions: [Int: FormulaID] = [:]

  /// The number of evaluations told apart by `now` so far.
  var moments = 0

  /// What holds of a field's answer whenever it has one; by the name's number, where there is such.
  var axioms: [Int: [FormulaID]] = [:]

  /// What holds of terms whatever was answered, such as that a list with an element isn't empty; by
  /// each term that it speaks of.
  private(set) var lemmas: [TermID: [FormulaID]] = [:]

  /// Comparisons of terms that were read.
  var comparisons: [Comparison: FormulaID] = [:]

  /// The conditions that terms are true.
  var truths: [TermID: FormulaID] = [:]

  /// The sizes of terms.
  var sizes: [TermID: TermID] = [:]

  /// A comparison of two terms.
  struct Comparison: Hashable {
    let binary: BinaryOperator
    let left: TermID
    let right: TermID
  }

  /// How many questions that set the language were passed: each may change every label.
  var languageChanges = 0

  /// The last name that each formula reads; -1: none.
  private var lastNames: [Int] = []

  /// At the output, how many stops that complete the flow were passed.
  var completedStopsPassed: Int?

  func remember(_ expression: CompiledExpression, at source: ExpressionSource) {
    expressions[source.place] = expression
  }

  /// The names that any expression reads.
  ///
  /// - Complexity: O(*n*) in the number of expressions and of the names in them.
  var readNames: Set<String> {
    var names: Set<String> = []
    for expression in expressions.values {
      for name in expression.freeNames {
        let isLabel = name.hasPrefix("label(") && name.hasSuffix(")")
        names.insert(isLabel ? String(name.dropFirst(6).dropLast()) : name)
      }
    }
    return names
  }

  /// The checked expression of a source; nil when it has mistakes.
  func compiled(_ source: ExpressionSource) -> CompiledExpression? { expressions[source.place] }

  /// The last name that a formula reads; -1: none.
  ///
  /// What it says depends on no later answer.
  func lastName(of id: FormulaID) -> Int {
    // The parts of a formula are numbered before it.
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

  /// Remembers what holds of two terms.
  func remember(_ lemma: FormulaID, of terms: TermID...) {
    guard lemma != FormulaTable.true else { return }
    for term in terms where lemmas[term]?.contains(lemma) != true {
      lemmas[term, default: []].append(lemma)
    }
  }

  /// The conjunction of the conditions on a path, stops apart.
  func formula(of path: FlowPath) -> FormulaID {
    formulas.all(path.conditions.map { conditions[$0].formula })
  }

  /// Whether a name has a value at the current place.
  func presence(of name: Int) -> FormulaID {
    if let passed = completedStopsPassed, names[name].completedStopsBefore > passed {
      return FormulaTable.false
    }
    return presences[name]
  }
}
