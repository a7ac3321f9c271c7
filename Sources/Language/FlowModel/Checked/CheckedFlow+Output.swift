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

  /// The key paths of the values that every output has, or would have if all were asked: ``outputPaths`` without
  /// maps, whose keys differ.
  ///
  /// - Complexity: O(*n*) in the number of values.
  package var outputColumns: [[String]] { paths(of: output, under: [], withMaps: false) }

  /// Returns the same of the records in a list of the output.
  ///
  /// - Parameter path: The key path of the list.
  /// - Returns: The paths in a record; nil if the flow has no such list of records.
  /// - Complexity: O(*n*) in the number of values.
  package func outputColumns(ofRecordsAt path: [String]) -> [[String]]? {
    columns(ofRecordsAt: path[...], in: output)
  }

  private func columns(
    ofRecordsAt path: ArraySlice<String>, in output: CheckedOutput
  ) -> [[String]]? {
    guard let name = path.first else { return nil }
    let rest = path.dropFirst()
    switch output {
    case .everyAnswer(let number):
      guard let answer = scopes[number].answers.first(where: { $0.dataName == name }) else {
        return nil
      }
      if let inner = answer.flow {
        return columns(ofRecordsAt: rest, in: .everyAnswer(scope: inner))
      }
      guard let item = answer.itemScope(in: self.plan), rest.isEmpty else { return nil }
      return paths(of: .everyAnswer(scope: item), under: [], withMaps: false)
    case .expression(let expression):
      return columns(ofRecordsAt: path, in: expression.compiled.type)
    case .map(let entries):
      return entries.first { $0.key == name }.flatMap { columns(under: rest, in: $0.value) }
    case .merged(let base, let entries):
      guard let entry = entries.first(where: { $0.key == name }) else {
        return columns(ofRecordsAt: path, in: base)
      }
      return columns(under: rest, in: entry.value)
    case .list: return nil
    }
  }

  private func columns(under rest: ArraySlice<String>, in output: CheckedOutput) -> [[String]]? {
    if case .expression(let expression) = output {
      return columns(ofRecordsAt: rest, in: expression.compiled.type)
    }
    return columns(ofRecordsAt: rest, in: output)
  }

  private func columns(ofRecordsAt path: ArraySlice<String>, in type: ValueType) -> [[String]]? {
    switch type {
    case .optional(let inner): return columns(ofRecordsAt: path, in: inner)
    case .list(.record(let record)) where path.isEmpty: return paths(of: .record(record), under: [])
    case .record(let record):
      let field = path.first.flatMap { name in record.fields.first { $0.keys.contains(name) } }
      return field.flatMap { columns(ofRecordsAt: path.dropFirst(), in: $0.type) }
    default: return nil
    }
  }

  private func paths(
    of output: CheckedOutput, under path: [String], withMaps: Bool = true
  ) -> [[String]] {
    switch output {
    case .everyAnswer(let number):
      // Those of a used flow are its answers, whatever its output is.
      return scopes[number].answers.flatMap { answer -> [[String]] in
        let inner = path + [answer.dataName]
        if let flow = answer.flow {
          return paths(of: .everyAnswer(scope: flow), under: inner, withMaps: withMaps)
        }
        return withMaps || field(of: answer.origin)?.type != .map ? [inner] : []
      }
    case .expression(let expression): return paths(of: expression.compiled.type, under: path)
    case .map(let entries):
      return entries.flatMap { paths(of: $0.value, under: path + [$0.key], withMaps: withMaps) }
    case .list: return [path]
    case .merged(let base, let entries):
      let names = Set(entries.map(\.key))
      return paths(of: base, under: path, withMaps: withMaps)
        .filter { !names.contains($0[path.count]) }
        + entries.flatMap { paths(of: $0.value, under: path + [$0.key], withMaps: withMaps) }
    }
  }

  private func paths(of type: ValueType, under path: [String]) -> [[String]] {
    switch type {
    case .record(let record):
      record.fields.flatMap { field in
        field.keys.flatMap { paths(of: field.type, under: path + [$0]) }
      }
    case .optional(let inner): paths(of: inner, under: path)
    case .map, .dyn: []
    default: [path]
    }
  }
}
