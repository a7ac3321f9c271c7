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

  /// Names that stand for something else outside the present item: they are part of what an atom
  /// that is not looked into says.
  var itemNames: Set<String> = []

  /// Tells the present item from all others; 0 outside items.
  var itemMark = 0

  /// What names stand for at a place.
  struct NameTable {
    var numbers: [String: Int]
    var itemNames: Set<String>
    var itemMark: Int
  }

  /// What names stand for at the present place.
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

  /// What a compute stands for; by the name's number.
  var computed: [Int: TermID] = [:]

  /// What a compute of a bool stands for; by the name's number.
  var computedConditions: [Int: FormulaID] = [:]

  /// The number of evaluations told apart by `now` so far.
  var moments = 0

  /// What holds of a field's answer whenever it has one; by the name's number, where there is such.
  var axioms: [Int: [FormulaID]] = [:]

  /// At the output, how many stops that complete the flow were passed.
  var completedStopsPassed: Int?

  func remember(_ expression: CompiledExpression, at source: ExpressionSource) {
    expressions[source.place] = expression
  }

  /// The checked expression of a source; nil when it has mistakes.
  func compiled(_ source: ExpressionSource) -> CompiledExpression? { expressions[source.place] }

  /// The conjunction of the conditions on a path, stops apart.
  func formula(of path: FlowPath) -> FormulaID {
    formulas.all(path.conditions.map { conditions[$0].formula })
  }

  /// Whether a name has a value at the present place.
  func presence(of name: Int) -> FormulaID {
    if let passed = completedStopsPassed, names[name].completedStopsBefore > passed {
      return FormulaTable.false
    }
    return presences[name]
  }
}
