// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
import FlowSessions

/// The options of a session as they're saved: those that decide what a replay leads to.
///
/// The words of the program aren't among them; a restored walk speaks the language of its flow, or
/// that of a catalog that you give it.
public struct SavedOptions: Hashable, Sendable {
  /// The answers given in advance, by id.
  package var answers: [String: FieldInput] = [:]

  /// The answers of an earlier walk, by id.
  var suggestions: [String: FieldInput] = [:]

  /// Whether defaults are taken without asking.
  var takesDefaults = false

  /// Whether warnings refuse answers.
  var refusesWarnings = false

  /// The lowest priority to ask.
  var priorityThreshold = FieldPriority.low

  /// The language tag of the texts, or nil for the flow's own language.
  package var language: String?

  /// The name of the time zone, such as `Europe/Amsterdam` or `UTC`.
  public var zone = ZoneRules.utc.name

  /// Creates the default options.
  init() {}

  /// Saves the options of a session.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - flow: The flow, which knows which answers are secret.
  ///   - keepsSecrets: Whether secret answers are included.
  init(_ options: SessionOptions, of flow: CheckedFlow, keepingSecrets keepsSecrets: Bool) {
    let isKept: (String) -> Bool = { keepsSecrets || !flow.takesSecret($0) }
    answers = options.answers.filter { isKept($0.key) }
    suggestions = options.suggestions.filter { isKept($0.key) }
    takesDefaults = options.takesDefaults
    refusesWarnings = options.refusesWarnings
    priorityThreshold = options.priorityThreshold
    language = options.language
    zone = options.zone.name
  }

  /// Returns the options of the restored session.
  ///
  /// - Parameter zone: The rules of the time zone.
  /// - Returns: The options.
  func sessionOptions(zone: ZoneRules) -> SessionOptions {
    SessionOptions(
      answers: answers, takesDefaults: takesDefaults, priorityThreshold: priorityThreshold,
      suggestions: suggestions, refusesWarnings: refusesWarnings, language: language, zone: zone)
  }
}
