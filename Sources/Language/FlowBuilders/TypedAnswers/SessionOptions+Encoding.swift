// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
internal import SourceDiagnostics

extension SessionOptions {
  /// Gives answers in advance, from the properties of a value.
  ///
  /// Each property is the answer of the question with its name in data: the key or else the id. Properties that are nil aren't given, so
  /// they're asked; a property that encodes null explicitly is left empty. A property that's a record has
  /// the answers of a used flow. Earlier answers with the same names are replaced.
  ///
  /// ```swift
  /// struct Known: Encodable {
  ///   var name: String
  ///   var port: Int?
  /// }
  /// var options = SessionOptions.system
  /// try options.encode(Known(name: "billing", port: nil), for: flow)
  /// let runner = try FlowRunner(flow: flow, options: options)
  /// ```
  ///
  /// The answers are checked when their questions are reached, in the same way as typed ones.
  ///
  /// - Parameters:
  ///   - answers: The answers. ``AnswerDecoder`` lists which types fit which answer.
  ///   - flow: The flow, to find the answers by their keys, and names of properties that no answer has; nil if
  ///     each name is an id.
  /// - Throws: ``AnswerError`` if the value isn't a record, can't be encoded, or has unknown names.
  public mutating func encode<T: Encodable>(
    _ answers: T, for flow: CheckedFlow? = nil
  ) throws(AnswerError) {
    self.answers.merge(try Self.inputs(from: answers, for: flow)) { $1 }
  }

  private static func inputs(
    from answers: some Encodable, for flow: CheckedFlow?
  ) throws(AnswerError) -> [String: FieldInput] {
    var inputs: [String: FieldInput] = [:]
    let value = try AnswerEncoder().encode(answers)
    guard case .map(let map) = value else {
      throw .mismatch(at: AnswerPath(), value, expected: "a record")
    }
    add(map, under: "", to: &inputs)
    guard let flow else { return inputs }
    var answers: [String: FieldInput] = [:]
    for (name, input) in inputs.sorted(by: { $0.key < $1.key }) {
      guard let id = flow.id(ofAnswerNamed: name), flow.takesAnswer(id) else {
        throw unknown(name, in: flow)
      }
      guard case .value(let data) = input else {
        answers[id] = input
        continue
      }
      let (value, misnamed) = flow.answer(from: data, for: id)
      if let first = misnamed.first { throw unknown(first, in: flow) }
      answers[id] = .value(value)
    }
    return answers
  }

  private static func unknown(_ name: String, in flow: CheckedFlow) -> AnswerError {
    if let meant = flow.dataName(meantBy: name) {
      return AnswerError(
        .unknown, at: name,
        message: "the answer of '\(name)' has another name in data; use '\(meant)'")
    }
    let nearest = NearMiss.nearest(to: name, in: flow.answerIDs.map { flow.dataName(of: $0) })
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
    return AnswerError(.unknown, at: name, message: "the flow has no question '\(name)'\(hint)")
  }

  /// Adds the answers of a record.
  ///
  /// Only those of a used flow are a record themselves.
  private static func add(
    _ map: ValueMap, under prefix: String, to inputs: inout [String: FieldInput]
  ) {
    for entry in map {
      let name = prefix + entry.key.plainText
      switch entry.value {
      case .map(let inner): add(inner, under: name + ".", to: &inputs)
      case .null: inputs[name] = FieldInput.empty
      default: inputs[name] = .value(entry.value)
      }
    }
  }
}

extension [String: Value] {
  /// Creates the inputs of a flow from the properties of a value.
  ///
  /// ```swift
  /// struct Region: Encodable { var id: String, name: String }
  /// struct Inputs: Encodable { var regions: [Region] }
  /// let inputs = Inputs(regions: [Region(id: "fra", name: "Frankfurt")])
  /// let runner = try FlowRunner(flow: flow, inputs: [String: Value](encoding: inputs))
  /// ```
  ///
  /// - Parameter value: The value; properties that are nil are omitted.
  /// - Throws: ``AnswerError`` if the value isn't a record, or can't be encoded.
  public init<T: Encodable>(encoding value: T) throws(AnswerError) {
    let encoded = try AnswerEncoder().encode(value)
    guard case .map(let map) = encoded else {
      throw .mismatch(at: AnswerPath(), encoded, expected: "a record")
    }
    self.init(map.lazy.map { ($0.key.plainText, $0.value) }) { $1 }
  }
}
