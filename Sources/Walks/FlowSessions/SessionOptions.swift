// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import Localization

/// The options of a session.
public struct SessionOptions: Sendable {
  /// The answers given in advance, by field id.
  ///
  /// Each is used once, when its step is reached.
  public var answers: [String: FieldInput]

  /// Whether to take acceptable defaults without asking.
  public var takesDefaults: Bool

  /// The lowest priority to ask.
  ///
  /// Questions with a lower priority take their default. By default, everything is asked.
  public var priorityThreshold: FieldPriority

  /// Answers of an earlier walk, by field id.
  ///
  /// Each is offered for editing when its question is asked, if it's still acceptable.
  ///
  /// A suggestion is never taken without asking, even if ``takesDefaults`` would take the default.
  /// Secrets, fields with `remember: false`, and lists over data aren't offered.
  public var suggestions: [String: FieldInput]

  /// Whether checks with `level: warning` refuse answers, as those with `level: error` do.
  public var refusesWarnings: Bool

  /// The language tag of the texts, or nil for the flow's own language.
  public var language: String?

  /// The program's own words; nil: the built-in catalog of the language in which the flow speaks.
  ///
  /// That's English where none is built in. An answer with `sets: language` also changes this language,
  /// if a catalog for it is built in.
  public var catalog: MessageCatalog?

  /// The time zone of `today`, and of times without an offset.
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
