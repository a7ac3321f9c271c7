// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// The known facts about the output before a walk.
extension CheckedFlow {
  /// The key paths of the values that the flow can return, in the order of the file.
  ///
  /// A list counts as one value. A map with computed keys has no paths.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var outputPaths: [[String]] { paths(of: output, under: []) }

  private func paths(of output: CheckedOutput, under path: [String]) -> [[String]] {
    switch output {
    case .everyAnswer(let number):
      // Those of a used flow are its answers, whatever its output is.
      return scopes[number].answers.flatMap { answer -> [[String]] in
        let inner = path + [answer.dataName]
        return answer.flow.map { paths(of: .everyAnswer(scope: $0), under: inner) } ?? [inner]
      }
    case .expression(let expression): return paths(of: expression.compiled.type, under: path)
    case .map(let entries):
      return entries.flatMap { paths(of: $0.value, under: path + [$0.key]) }
    case .list: return [path]
    case .merged(let base, let entries):
      let names = Set(entries.map(\.key))
      return paths(of: base, under: path).filter { !names.contains($0[path.count]) }
        + entries.flatMap { paths(of: $0.value, under: path + [$0.key]) }
    }
  }

  private func paths(of type: ValueType, under path: [String]) -> [[String]] {
    switch type {
    case .record(let record):
      record.fields.flatMap { paths(of: $0.type, under: path + [$0.key ?? $0.name]) }
    case .optional(let inner): paths(of: inner, under: path)
    case .map, .dyn: []
    default: [path]
    }
  }
}
