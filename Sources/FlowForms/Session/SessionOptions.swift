// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import Localization

/// What a session is given at its start.
public struct SessionOptions: Sendable {
  /// Answers given in advance, by field id; each is consumed once, when its step is reached.
  public var answers: [String: FieldInput]

  /// Whether questions with an acceptable default aren't asked.
  public var takesDefaults: Bool

  /// Questions below it take their default; the default asks everything.
  public var priorityThreshold: FieldPriority

  /// Answers of an earlier walk, by field id: each is offered, ready to be edited, when its question
  /// is asked and the answer is still acceptable.
  ///
  /// A suggestion is never taken without asking, not even where ``takesDefaults`` would take the
  /// default. Secrets, fields with `remember: false`, and lists over data aren't offered.
  public var suggestions: [String: FieldInput]

  /// Whether a check with `level: warning` refuses an answer, as one with `level: error` does.
  public var refusesWarnings: Bool

  /// The language tag of the texts; nil: the flow's own.
  public var language: String?

  /// The program's own words; nil: the built-in catalog of the language in which the flow speaks.
  ///
  /// That's English where none is built in. An answer with `sets: language` also changes this language,
  /// if a catalog for it is built in.
  public var catalog: MessageCatalog?

  /// The zone in which `today` is a date.
  public var zone: ZoneRules

  /// Creates options.
  public init(
    answers: [String: FieldInput] = [:], takesDefaults: Bool = false,
    priorityThreshold: FieldPriority = .low, suggestions: [String: FieldInput] = [:],
    refusesWarnings: Bool = false, language: String? = nil,
    catalog: MessageCatalog? = nil, zone: ZoneRules = .utc
  ) {
    self.answers = answers
    self.takesDefaults = takesDefaults
    self.priorityThreshold = priorityThreshold
    self.suggestions = suggestions
    self.refusesWarnings = refusesWarnings
    self.language = language
    self.catalog = catalog
    self.zone = zone
  }
}
