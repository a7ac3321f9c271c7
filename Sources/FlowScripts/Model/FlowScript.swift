// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms
public import SourceDiagnostics

/// A scripted test of a flow: a walk, and what is expected on the way.
///
/// Steps are addressed by id, never by order. A script is strict both ways: a question without a
/// scripted answer fails it, and so does a scripted answer that no one asks for.
public struct FlowScript: Hashable, Sendable {
  /// What the test shows.
  public var name: String

  /// The time of every event; nil: 2026-01-01T00:00:00Z.
  public var clock: Timestamp?

  /// The inputs' values.
  public var inputs: [String: Value]

  /// The language of the texts; nil: the flow's own.
  public var language: String?

  /// Answers given in advance.
  public var given: [ScriptAnswer]

  /// Whether questions with a default aren't asked.
  public var takesDefaults: Bool

  /// Values for `{ secret: NAME }`.
  public var secrets: [String: String]

  /// Where the secrets are, by their names.
  public var secretPlaces: [String: SourcePlace] = [:]

  /// What commands and actions give, by the ids of their steps; none is run.
  public var runs: [String: ScriptedRun] = [:]

  /// The texts of the files that are there at the start, by their path.
  public var files: [String: String] = [:]

  /// The walk.
  public var commands: [ScriptCommand]

  /// How the session must end; nil: completed.
  public var outcome: Expected<String>?

  /// The whole output; nil: not looked at.
  public var output: Expected<Value>?

  /// Where the test is.
  public var place: SourcePlace

  /// Something expected, with its place.
  public struct Expected<Wanted: Hashable & Sendable>: Hashable, Sendable {
    /// What is expected.
    public var value: Wanted

    /// Where it is.
    public var place: SourcePlace

    /// Creates an expectation.
    public init(_ value: Wanted, at place: SourcePlace) {
      self.value = value
      self.place = place
    }
  }

  /// Creates a script.
  public init(
    name: String, clock: Timestamp? = nil, inputs: [String: Value] = [:], language: String? = nil,
    given: [ScriptAnswer] = [], takesDefaults: Bool = false, secrets: [String: String] = [:],
    commands: [ScriptCommand] = [], outcome: Expected<String>? = nil,
    output: Expected<Value>? = nil, place: SourcePlace
  ) {
    self.name = name
    self.clock = clock
    self.inputs = inputs
    self.language = language
    self.given = given
    self.takesDefaults = takesDefaults
    self.secrets = secrets
    self.commands = commands
    self.outcome = outcome
    self.output = output
    self.place = place
  }
}

/// An answer of a script.
public struct ScriptAnswer: Hashable, Sendable {
  /// The id of the field or step.
  public var id: Identifier

  /// What is put in.
  public var input: ScriptInput

  /// Where the value is.
  public var place: SourcePlace

  /// Creates an answer.
  public init(id: Identifier, input: ScriptInput, place: SourcePlace) {
    self.id = id
    self.input = input
    self.place = place
  }
}

/// What a script puts into a field.
public enum ScriptInput: Hashable, Sendable {
  /// A scalar is what a person types: its source text.
  case typed(String)

  /// A list or a map is data.
  case data(Value)

  /// `null` leaves the field empty.
  case empty

  /// `{ secret: NAME }` is supplied from outside the script.
  case secret(String)
}

/// A command of a script, with its place.
public struct ScriptCommand: Hashable, Sendable {
  /// What it does.
  public var action: Action

  /// Where it is.
  public var place: SourcePlace

  /// Creates a command.
  public init(_ action: Action, at place: SourcePlace) {
    self.action = action
    self.place = place
  }

  /// What a command does.
  public enum Action: Hashable, Sendable {
    /// Answers ids, in the order in which the flow asks for them.
    case answer([ScriptAnswer])

    /// The answer must be refused, and nothing changes.
    case reject([ScriptAnswer])

    /// As Enter alone.
    case acceptOffered

    /// As "accept suggestions"; fails when it moves nothing.
    case acceptSuggestions

    /// A request to go back a number of shown steps.
    case back(Int)

    /// A request to go back to a step.
    case backTo(String)

    /// Accepts the warning of a field.
    case confirm(String)

    /// The delegate denies the next request of this kind.
    case deny(Denial)

    /// A step that failed is tried again.
    case retry(String)

    /// Ends the session.
    case leave(LeaveReason)

    /// What must be so.
    case expect([Expectation])

    /// A new item of a list of records is asked for and answered.
    ///
    /// The ids of the answers begin with that of the list and `[].`.
    case add(list: String, [ScriptAnswer])

    /// An item, by the id of its list and its position from 0, is asked for again and answered.
    case edit(list: String, position: Int, [ScriptAnswer])

    /// An item is removed.
    case remove(list: String, position: Int)

    /// An item goes to another position.
    case move(list: String, from: Int, to: Int)

    /// A list is submitted as it is.
    case done(list: String)
  }

  /// A denial that waits for its request.
  public struct Denial: Hashable, Sendable {
    /// Whether it denies a push; otherwise a pop.
    public var isPush: Bool

    /// The reason for the person.
    public var reason: String?

    /// Creates a denial.
    public init(isPush: Bool, reason: String?) {
      self.isPush = isPush
      self.reason = reason
    }
  }
}

/// Something that must be so at a point of the walk.
public struct Expectation: Hashable, Sendable {
  /// What is looked at.
  public var subject: Subject

  /// Where it is.
  public var place: SourcePlace

  /// Creates an expectation.
  public init(_ subject: Subject, at place: SourcePlace) {
    self.subject = subject
    self.place = place
  }

  /// What is looked at.
  ///
  /// Maps match as subsets, lists exactly, texts as parts.
  public enum Subject: Hashable, Sendable {
    /// The id of the top step.
    case at(String)

    /// The id of the focused field.
    case field(String)

    /// Ids that have no answer.
    case absent([String])

    /// Submitted answers.
    case answers([String: Value])

    /// Suggestions that are offered on the top step.
    case suggests([String: Value])

    /// Defaults that are offered on the top step.
    case defaults([String: Value])

    /// The values of the choices of the focused field, or of fields by id.
    case choices([String?: [Value]])

    /// A part of the label of the focused field.
    case label(String)

    /// A part of the title or text of the top step.
    case text(String)

    /// Parts of the errors of fields, by id; a nil id is any field.
    case error([String?: String])

    /// Parts of the warnings of fields, by id; a nil id is any field.
    case warning([String?: String])

    /// A part of the reason for which the last move was denied.
    case refused(String)

    /// Whether one can go back.
    case canGoBack(Bool)

    /// Ids of shown steps to which one can go back.
    case canGoBackTo([String])

    /// Parts of the texts of files by their path; nil: there is no such file.
    case files([String: String?])

    /// The ids of the commands and actions that were reached so far, in order.
    case ran([String])

    /// The ids of the steps that were undone so far, in order.
    case undone([String])
  }
}
