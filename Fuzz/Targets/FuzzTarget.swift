// SPDX-License-Identifier: Apache-2.0

/// A reader of what strangers write, with what must hold for every input.
///
/// `Scripts/fuzz` feeds them by libFuzzer; the tests feed them the inputs that once did harm.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Parsing, checking and evaluating expressions under a cost limit.
  case expression

  /// Regular expressions, on a text of the input's own.
  case pattern

  /// Loading flow files, and walking what could be loaded.
  case flow

  /// Loading scripted tests, and running those that could be loaded.
  case script

  /// Reading YAML as data, as a flow and as a stream of documents.
  case yaml

  /// JSON, answers in `NAME=value` lines, times and addresses.
  case data

  /// Laying out and mending files, drawing flows and writing their schemas.
  case mend

  /// Feeds an input.
  ///
  /// - Returns: What did not hold; nil when everything did.
  public func violation(for bytes: [UInt8]) -> String? {
    switch self {
    case .expression: ExpressionFuzzing.violation(for: bytes)
    case .pattern: PatternFuzzing.violation(for: bytes)
    case .flow: FlowFuzzing.violation(for: bytes)
    case .script: ScriptFuzzing.violation(for: bytes)
    case .yaml: YAMLFuzzing.violation(for: bytes)
    case .data: DataFuzzing.violation(for: bytes)
    case .mend: MendFuzzing.violation(for: bytes)
    }
  }
}
