// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
public import FlowSessions

extension FlowResult {
  /// Returns the output of the flow as a type of the program.
  ///
  /// The names of properties are those of the output, which by default are the keys of the questions, or else their ids.
  /// A question that may be skipped needs an optional property; what the type doesn't mention is
  /// ignored.
  ///
  /// ```swift
  /// struct Service: Decodable {
  ///   enum Kind: String, Decodable { case http, worker }
  ///   var name: String
  ///   var kind: Kind
  ///   var port: UInt16?
  /// }
  /// if case .finished(let result) = runner.state {
  ///   let service = try result.decode(Service.self)
  ///   print(service.name, service.port ?? 0)
  /// }
  /// ```
  ///
  /// - Parameter type: The type to decode. ``AnswerDecoder`` lists what fits which answer.
  /// - Returns: The decoded value.
  /// - Throws: ``AnswerError`` with the code `unfinished` if the walk ended before it had an output, or
  ///   another one if the output doesn't fit the type.
  /// - Complexity: O(*n*) in the size of the output.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws(AnswerError) -> T {
    if output == .null, outcome != .completed {
      throw AnswerError(
        .unfinished, at: "", expected: "a completed walk",
        message: "the walk ended as '\(outcome.word)', so it has no result")
    }
    return try AnswerDecoder().decode(type, from: output)
  }
}

extension FlowSession {
  /// Returns the answers submitted so far as a type of the program, whatever the flow's output is.
  ///
  /// Answers go by their names in data. Those of a used flow are a record under its name, and those of a list of records are an array.
  ///
  /// - Parameter type: The type to decode. Its properties are optional, unless their questions have
  ///   been answered.
  /// - Returns: The decoded value.
  /// - Throws: ``AnswerError`` if an answer is missing, or doesn't fit the type.
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  public func decodeAnswers<T: Decodable>(_ type: T.Type = T.self) throws(AnswerError) -> T {
    try AnswerDecoder().decode(type, from: answerRecord)
  }
}
