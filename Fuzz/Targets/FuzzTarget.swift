// SPDX-License-Identifier: Apache-2.0

/// A reader of untrusted input, with properties that must hold for every input.
///
/// `Scripts/fuzz` runs them with libFuzzer; the tests run them with inputs that once caused
/// failures.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Parsing, checking, and evaluating expressions with a cost limit.
  case expression

  /// Regular expressions, with a text from the same input.
  case pattern

  /// Loading flow files, and walking the loaded flows.
  case flow

  /// Loading scripted tests, and running them.
  case script

  /// Reading YAML as data, as a flow, and as a stream of documents.
  case yaml

  /// JSON, answers in `NAME=value` lines, times, and addresses.
  case data

  /// Formatting and fixing files, drawing flows, and writing their schemas.
  case fix

  /// Reading saved walks, journals, and tokens, and restoring the walks.
  case walk

  /// Messages to a server of flows.
  case server

  /// Messages to a server of the Model Context Protocol.
  case context

  /// Runs an input.
  ///
  /// - Returns: The property that didn't hold, or `nil` if all did.
  public func violation(for bytes: [UInt8]) -> String? {
    switch self {
    case .expression: ExpressionFuzzing.violation(for: bytes)
    case .pattern: PatternFuzzing.violation(for: bytes)
    case .flow: FlowFuzzing.violation(for: bytes)
    case .script: ScriptFuzzing.violation(for: bytes)
    case .yaml: YAMLFuzzing.violation(for: bytes)
    case .data: DataFuzzing.violation(for: bytes)
    case .fix: FixFuzzing.violation(for: bytes)
    case .walk: WalkFuzzing.violation(for: bytes)
    case .server: ServerFuzzing.violation(for: bytes)
    case .context: ContextFuzzing.violation(for: bytes)
    }
  }
}
