// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
import SourceDiagnostics

// Checks the data of choices, which expressions read as `data(answer).key`.
extension FlowChecking {
  /// Returns the type of the data of a field's choices, in which a key that some lack is optional; nil if there's none.
  mutating func dataType(of field: FieldDefinition) -> RecordType? {
    guard case .listed(let choices)? = field.choices,
      choices.contains(where: { !$0.data.isEmpty })
    else { return nil }
    var found: [String: (type: ValueType, count: Int, place: SourcePlace)] = [:]
    var keys: [String] = []
    for choice in choices {
      for datum in choice.data {
        guard let type = type(of: datum) else { continue }
        let key = datum.key.name
        guard let first = found[key] else {
          keys.append(key)
          found[key] = (type, 1, datum.value.place)
          continue
        }
        guard let joined = first.type.joinedAsData(with: type) else {
          report(
            Diagnostic(
              "wrong-type", "'\(key)' has another type in the data of another choice",
              at: datum.value.place, notes: [.init("the other one is here", at: first.place)]))
          continue
        }
        found[key] = (joined, first.count + 1, first.place)
      }
    }
    return RecordType(
      keys.compactMap { key in
        found[key].map {
          RecordType.Field(
            key, $0.type, isOptional: $0.count < choices.count || field.takesOthers)
        }
      })
  }

  /// Returns the type of a key's value, and reports one that has none.
  private mutating func type(of datum: ChoiceDatum) -> ValueType? {
    if let type = ValueType(ofData: datum.value.value) { return type }
    report(
      Diagnostic(
        "wrong-type",
        "'\(datum.key.name)' must be a text, a number, true or false, or a list or a map of these",
        at: datum.value.place))
    return nil
  }
}

extension FieldDefinition {
  /// Returns the functions of its answer, such as `data(kind)`, as an expression reads them.
  ///
  /// A key of the data has the type of its first value.
  package func calls(of name: String) -> [VariableDeclaration] {
    var data: [RecordType.Field] = []
    if case .listed(let choices)? = self.choices {
      for datum in choices.flatMap(\.data) {
        guard !data.contains(where: { $0.name == datum.key.name }),
          let type = ValueType(ofData: datum.value.value)
        else { continue }
        data.append(RecordType.Field(datum.key.name, type))
      }
    }
    var names = FlowNames(readsTime: false)
    names.declareFunctions(
      of: name, type, takesOthers: takesOthers, data: data.isEmpty ? nil : RecordType(data))
    return NameFunction.allCases.compactMap { names.variable(named: "\($0.rawValue)(\(name))") }
  }
}

extension ValueType {
  /// The type of a literal; nil if it's null, or a list of several types.
  fileprivate init?(ofData value: Value) {
    switch value {
    case .list(let values):
      var element: ValueType?
      for value in values {
        guard let type = ValueType(ofData: value),
          let joined = element.map({ $0.joinedAsData(with: type) }) ?? type
        else { return nil }
        element = joined
      }
      // An empty list has elements of any type, of which there's none.
      self = .list(element ?? .string)
    case .map(let map):
      var fields: [RecordType.Field] = []
      for entry in map {
        guard case .string(let name) = entry.key, let type = ValueType(ofData: entry.value) else {
          return nil
        }
        fields.append(RecordType.Field(name, type))
      }
      self = .record(RecordType(fields))
    case .string, .int, .double, .bool: self = value.type
    default: return nil
    }
  }

  /// Returns the type of values of this type or another, in which a key that one of two maps lacks is optional; nil if
  /// they're too different.
  fileprivate func joinedAsData(with other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.list(let one), .list(let two)): return one.joinedAsData(with: two).map { .list($0) }
    case (.record(let one), .record(let two)):
      var fields: [RecordType.Field] = []
      for field in one.fields {
        guard let same = two[field.name] else {
          fields.append(RecordType.Field(field.name, field.type, isOptional: true))
          continue
        }
        guard let type = field.type.joinedAsData(with: same.type) else { return nil }
        fields.append(
          RecordType.Field(
            field.name, type, isOptional: field.isOptional || same.isOptional))
      }
      fields += two.fields.filter { one[$0.name] == nil }
        .map { RecordType.Field($0.name, $0.type, isOptional: true) }
      return .record(RecordType(fields))
    default: return self == other ? self : nil
    }
  }
}
