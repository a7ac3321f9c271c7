// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel
package import FlowSessions
package import SourceDiagnostics
package import TerminalCells

/// A scripted test of a flow: the commands of a walk, and expectations along the way.
///
/// Steps are identified by id, never by position. A script is strict both ways: it fails at a
/// question that has no scripted answer, and it fails if a scripted answer is never asked for.
public struct FlowScript: Hashable, Sendable {
  /// The name of the test, which says what it shows.
  public var name: String

  /// The time of all events, or nil for 2026-01-01T00:00:00Z.
  package var clock: Timestamp?

  /// The values of inputs, by name.
  package var inputs: [String: Value]

  /// The language of the texts, or nil for the flow's own.
  var language: String?

  /// The answers given in advance.
  package var given: [ScriptAnswer]

  /// Whether defaults are accepted without asking.
  var takesDefaults: Bool

  /// The lowest priority of the questions that are asked; those below it take their defaults.
  var priority = FieldPriority.low

  /// The values for `{ secret: NAME }`, by name.
  var secrets: [String: String]

  /// The places of the secrets, by name.
  var secretPlaces: [String: SourcePlace] = [:]

  /// The results of commands and actions, by the ids of their steps.
  ///
  /// Nothing is actually run.
  package var runs: [String: ScriptedRun] = [:]

  /// The contents of the files that exist at the start, by path.
  package var files: [String: String] = [:]

  /// The commands of the walk.
  package var commands: [ScriptCommand]

  /// The expected outcome, or nil for `completed`.
  package var outcome: Expected<String>?

  /// The complete expected output, or nil to accept any.
  package var output: Expected<Value>?

  /// Where another output is written; nil if none can be.
  var outputSlot: TextSlot?

  /// Whether it's the row of a table, whose values aren't written where they're used.
  var isRow = false

  /// The place of the test.
  package var place: SourcePlace

  /// The range of the test's own document; nil if the test wasn't read from a file.
  ///
  /// A place outside of it belongs to a beginning, which other tests share: this one may leave it unused.
  var document: SourceRange?

  /// Whether something is the test's own, and not its beginning's.
  func isOwn(_ place: SourcePlace) -> Bool {
    document.map {
      place.range.lowerBound >= $0.lowerBound && place.range.lowerBound <= $0.upperBound
    }
      ?? true
  }

  /// An expected value, with its place.
  package struct Expected<Wanted: Hashable & Sendable>: Hashable, Sendable {
    /// The expected value.
    var value: Wanted

    /// Where it is.
    var place: SourcePlace

    /// Creates an expectation.
    package init(_ value: Wanted, at place: SourcePlace) {
      self.value = value
      self.place = place
    }
  }

  /// Creates a script.
  package init(
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
package struct ScriptAnswer: Hashable, Sendable {
  /// The id of the field or step.
  package var id: Identifier

  /// The input.
  package var input: ScriptInput

  /// The place of the value.
  package var place: SourcePlace

  /// Creates an answer.
  package init(id: Identifier, input: ScriptInput, place: SourcePlace) {
    self.id = id
    self.input = input
    self.place = place
  }
}

/// The input of a script for a field.
package enum ScriptInput: Hashable, Sendable {
  /// Source text, as if a user typed it.
  case typed(String)

  /// A list or a map, as data.
  case data(Value)

  /// `null`, which leaves the field empty.
  case empty

  /// `{ secret: NAME }`, a secret that can be supplied from outside the script.
  case secret(String)
}

/// A command of a script, with its place.
package struct ScriptCommand: Hashable, Sendable {
  /// The action of the command.
  package var action: Action

  /// Where it is.
  package var place: SourcePlace

  /// How a user performs it on a screen; empty for the usual keys of the face.
  var gestures: [ScriptGesture] = []

  /// Creates a command.
  package init(_ action: Action, at place: SourcePlace) {
    self.action = action
    self.place = place
  }

  /// The action of a command.
  package enum Action: Hashable, Sendable {
    /// Answers questions by id, in the order in which the flow asks them.
    case answer([ScriptAnswer])

    /// Gives answers that must be refused without changing anything.
    case reject([ScriptAnswer])

    /// Accepts what's offered, as Enter alone does.
    case acceptOffered

    /// Takes the default, though an earlier answer is offered.
    case acceptDefault

    /// Accepts suggestions; fails if there are none.
    case acceptSuggestions

    /// Goes back a number of visible steps.
    case back(steps: Int)

    /// Goes back to a step.
    case backTo(String)

    /// Accepts the warning of a field.
    case confirm(String)

    /// Makes the delegate deny the next request of this kind.
    case deny(Denial)

    /// Retries a failed step.
    case retry(String)

    /// Ends the session.
    case leave(LeaveReason)

    /// Compares the session with expectations.
    case expect([Expectation])

    /// Adds an item to a list of records, and answers its questions.
    ///
    /// The ids of the answers begin with the id of the list and `[].`.
    case add(list: String, [ScriptAnswer])

    /// Edits an item, identified by the id of its list and its 0-based position.
    case edit(list: String, position: Int, [ScriptAnswer])

    /// Removes an item, at a 0-based position.
    case remove(list: String, position: Int)

    /// Puts the item of a list that was removed last back.
    case restore(list: String)

    /// Moves an item to another 0-based position.
    case move(list: String, from: Int, to: Int)

    /// Submits a list as it is.
    case done(list: String)

    /// Changes the size of the window.
    case resize(CellSize)

    /// Compares the screen with expectations.
    case screen([ScreenExpectation])
  }

  /// A denial of a request that's still to come.
  package struct Denial: Hashable, Sendable {
    /// Whether it denies a push; otherwise, it denies a pop.
    var isPush: Bool

    /// The reason to show the user.
    var reason: String?

    /// Creates a denial.
    init(isPush: Bool, reason: String?) {
      self.isPush = isPush
      self.reason = reason
    }
  }
}

/// Something that must be true at a point of the walk.
package struct Expectation: Hashable, Sendable {
  /// The expected state.
  var subject: Subject

  /// The place in the script.
  package var place: SourcePlace

  /// Creates an expectation.
  init(_ subject: Subject, at place: SourcePlace) {
    self.subject = subject
    self.place = place
  }

  /// The state that an expectation describes.
  ///
  /// Maps match as subsets, lists match exactly, and texts match as substrings.
  package enum Subject: Hashable, Sendable {
    /// The id of the top step.
    case at(String)

    /// The id of the focused field.
    case field(String)

    /// Ids that have no answer.
    case absent([String])

    /// Submitted answers.
    case answers([String: Value])

    /// The origins of submitted answers.
    case origins([String: AnswerOrigin])

    /// Suggestions that are offered on the top step.
    case suggests([String: Value])

    /// Defaults that are offered on the top step.
    case defaults([String: Value])

    /// The values of the choices of the focused field, or of fields by id.
    case choices([String?: [Value]])

    /// A substring of the label of the focused field.
    case label(String)

    /// A substring of the title or text of the top step.
    case text(String)

    /// Substrings of the errors of fields, by id; a nil id stands for any field.
    case error([String?: String])

    /// Substrings of the warnings of fields, by id; a nil id stands for any field.
    case warning([String?: String])

    /// A substring of the reason why the last move was denied.
    case refused(String)

    /// Whether it's possible to go back.
    case canGoBack(Bool)

    /// The ids of visible steps that it's possible to go back to.
    case canGoBackTo([String])

    /// Substrings of the contents of files, by path; nil means that there's no such file.
    case files([String: String?])

    /// The ids of the commands and actions that ran so far, in order.
    case ran([String])

    /// The ids of the steps that were undone so far, in order.
    case undone([String])
  }
}
