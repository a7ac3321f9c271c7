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

  /// Where the flow comes from, for the record of what a flow with `updatable` makes; nil: the name of its file.
  public var source: FlowSource? {
    get { knownSource?.value }
    set { knownSource = newValue.map { CopyOnWrite($0) } }
  }

  /// The source, apart so that sessions without one stay small.
  private var knownSource: CopyOnWrite<FlowSource>?

  /// Creates options.
  public init(
    answers: [String: FieldInput] = [:], takesDefaults: Bool = false,
    priorityThreshold: FieldPriority = .low, suggestions: [String: FieldInput] = [:],
    refusesWarnings: Bool = false, language: String? = nil,
    catalog: MessageCatalog? = nil, zone: ZoneRules = .utc, source: FlowSource? = nil
  ) {
    self.answers = answers
    self.takesDefaults = takesDefaults
    self.priorityThreshold = priorityThreshold
    self.suggestions = suggestions
    self.refusesWarnings = refusesWarnings
    self.language = language
    self.catalog = catalog
    self.zone = zone
    self.source = source
  }
}

/// Where a flow comes from, as a record of what it makes says it.
public struct FlowSource: Hashable, Sendable {
  /// The path of the flow file, relative to the folder in which files are written, or an address.
  var location: String

  /// The commit of an address; nil for a path.
  var commit: String?

  /// The version of the program that walks the flow; nil if it's unknown.
  public var program: String?

  /// Whether the location is already as a record says it: relative to the folder of the project.
  package var isRecorded = false

  /// Creates a source.
  public init(location: String, commit: String? = nil, program: String? = nil) {
    self.location = location
    self.commit = commit
    self.program = program
  }
}
