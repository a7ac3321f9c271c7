// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

// The JSON Schema of each type of field.
extension FieldType {
  /// Returns the schema of its answers, given that of its choices or items.
  package func schema(choice: @autoclosure () -> ValueMap) -> ValueMap {
    switch self {
    // An answer can't be empty or have several lines.
    case .string:
      ValueMap([
        ("type", "string"), ("minLength", 1),
        ("not", .map(ValueMap([("pattern", "[\\n\\r]")]))),
      ])
    case .text, .path:
      ValueMap([
        ("type", "string"), ("minLength", 1), ("x-stackflow-type", .string(rawValue)),
      ])
    case .secret:
      ValueMap([
        ("type", "string"), ("minLength", 1), ("writeOnly", true), ("x-stackflow-type", "secret"),
      ])
    case .integer: ValueType.int.schema
    case .number: ValueMap([("type", "number")])
    case .boolean: ValueMap([("type", "boolean")])
    case .date, .time, .datetime, .duration: timeKind?.schema ?? ValueMap()
    case .choice: choice()
    case .choices:
      ValueMap([("type", "array"), ("items", .map(choice())), ("uniqueItems", true)])
    case .list: ValueMap([("type", "array"), ("items", .map(choice()))])
    case .map: ValueMap([("type", "object"), ("additionalProperties", .map(choice()))])
    }
  }

  /// Whether a result has the value of a literal as it's written in a flow.
  var writesLiteralsAsResults: Bool { timeKind == nil || form != nil }
}

extension TimeKind {
  /// The schema of its values in the notation of results.
  var schema: ValueMap {
    let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    let clock = "([01][0-9]|2[0-3]):[0-5][0-9]"
    var schema = ValueMap([("type", "string")])
    switch self {
    case .date:
      schema["format"] = "date"
      schema["pattern"] = .string("^\(day)$")
    case .datetime:
      schema["format"] = "date-time"
      schema["pattern"] = .string(
        "^\(day)T\(clock):[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]\(clock))$")
    case .time:
      schema["pattern"] = .string("^\(clock)(:[0-5][0-9])?$")
      schema["x-stackflow-type"] = "time"
    case .duration:
      schema["pattern"] = .string(
        "^-?PT(?=[0-9])([0-9]{1,8}H)?([0-9]{1,9}M)?([0-9]{1,9}(\\.[0-9]{1,9})?S)?$")
      schema["x-stackflow-type"] = "duration"
    }
    return schema
  }
}
