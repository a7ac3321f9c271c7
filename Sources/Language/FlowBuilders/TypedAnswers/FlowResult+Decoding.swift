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
