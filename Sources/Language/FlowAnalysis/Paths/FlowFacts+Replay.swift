// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions

// The names that a replay must walk.
extension FlowFacts {
  /// Returns names in order, with those that decide whether they're asked, and those that they're
  /// computed from.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - limit: The maximum number of names to return, and of names to look for in conditions of
  ///     other names.
  /// - Returns: The numbers of the names.
  func including(namesReadBy names: Set<Int>, limit: Int) -> [Int] {
    var found = names
    var open = names.sorted()
    var examined: Set<Int> = []
    var budget = limit
    while budget > 0, let number = open.popLast() {
      let name = self.names[number]
      var read: [String] = []
      for condition in name.path.conditions where examined.insert(condition).inserted {
        read += conditions[condition].expression.freeNames
      }
      if case .compute(let source) = name.kind, let compiled = compiled(source) {
        read += compiled.freeNames
      }
      budget -= read.count + 1
      // A name depends on those before it; another one hides the name that was meant.
      open += read.compactMap { numbers[$0] }.filter { $0 < number && found.insert($0).inserted }
    }
    return Array(found.sorted().prefix(limit))
  }

  /// Returns the name whose value, or whose value's size, a term is.
  func nameRead(by term: TermID) -> Int? {
    switch terms[term] {
    case .name(let name): name
    case .call("size()", let operands): operands.first.flatMap { nameRead(by: $0) }
    default: nil
    }
  }
}
