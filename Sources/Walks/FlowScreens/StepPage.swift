// SPDX-License-Identifier: Apache-2.0

package import FlowSessions

/// A step as a value that every face, report, and protocol draws: sections of rows, the field that gets the next line,
/// and the ways to go on.
///
/// A page has the parts that it's made of, and no others, so that a face that draws it draws all of it:
///
///     let page = question.page([.heading, .fields, .refusals])
///     for row in page.rows { print(row) }
public struct StepPage: Hashable, Sendable {
  /// A part of a step.
  public enum Part: Hashable, Sendable {
    /// How far the walk is.
    case progress

    /// The titles of the parts of the flow that begin with the step.
    case sections

    /// The item of a list that's asked for.
    case item

    /// The title of the matrix of which a row is asked.
    case matrix

    /// The title of the step, and its text.
    case heading

    /// The answers of a review, or the items of a list of records.
    case entries

    /// The notes among the fields.
    case notes

    /// The question of the focused field.
    case question

    /// The description of the focused field.
    case description

    /// The visible fields, with their answers so far.
    case fields

    /// The choices of the focused field.
    case choices

    /// The default of the focused field, where Enter alone takes another answer.
    case otherDefault

    /// The elements of an offered default that can't be taken.
    case lostElements

    /// The problems of the focused field.
    case refusals

    /// The problems of the other fields.
    case problems

    /// The long help of the focused field, once two answers were refused.
    case help

    /// Why the last move was denied, and the problems of the step as a whole.
    case outcome

    /// The answers of a step below the top.
    case answers

    /// A command or a file operation.
    case effect

    /// The last lines that a command has written.
    case output

    /// Whether it says why an input was refused.
    package var isProblem: Bool { self == .refusals || self == .problems || self == .outcome }
  }

  /// The path of a row: the part of the step, or of one of its elements, and the place there, from 0.
  ///
  /// It stays while the text of the row changes.
  package struct Path: Hashable, Sendable {
    /// The part.
    package let part: Part

    /// The index of the element of the step; nil for the step itself.
    let element: Int?

    /// The place of the row in its section.
    let place: Int
  }

  /// The rows of a part, of the step or of one of its elements.
  public struct Section: Hashable, Sendable {
    /// The part.
    public let part: Part

    /// The index of the element of the step; nil for the step itself.
    public let element: Int?

    /// The rows; at least one.
    public let rows: [ScreenRow]

    /// The path of a row.
    package func path(_ place: Int) -> Path { Path(part: part, element: element, place: place) }
  }

  /// A way to go on: a button, and what it does.
  public struct Action: Hashable, Sendable {
    /// The label.
    public let label: String

    /// The action of the button.
    public let action: FaceAction

    /// Creates an action.
    package init(_ label: String, _ action: FaceAction) {
      self.label = label
      self.action = action
    }
  }

  /// The sections, in the order in which they're shown.
  public private(set) var sections: [Section] = []

  /// The field that gets the next line; nil if none does.
  public let line: Question.Field?

  /// The ways to go on without a line.
  public let actions: [Action]

  /// Creates an empty page.
  package init(line: Question.Field? = nil, actions: [Action] = []) {
    self.line = line
    self.actions = actions
  }

  /// All rows.
  public var rows: [ScreenRow] { sections.flatMap(\.rows) }

  /// Whether a section is a part of it.
  package func has(_ part: Part) -> Bool { sections.contains { $0.part == part } }

  /// Adds rows below the others; nothing for none.
  mutating func add(_ part: Part, _ rows: [ScreenRow], of element: Int? = nil) {
    if !rows.isEmpty { sections.append(Section(part: part, element: element, rows: rows)) }
  }
}

extension Set<StepPage.Part> {
  /// The parts above the fields: how far the walk is, its titles and texts, and its lists.
  package static let opening: Self = [.progress, .sections, .item, .heading, .entries]

  /// The parts of the whole step, with the question and the choices of the focused field only.
  public static let everything = opening.union([.notes, .question, .description, .choices])
}

extension FlowSession {
  /// The page of a step below the top: a row for each of its answers, and for what it did.
  ///
  /// A note has none, nor a step that did nothing that lasts.
  ///
  /// - Complexity: O(*n*) in the number of the step's answers.
  package func answerPage(at depth: Int) -> StepPage {
    var page = StepPage()
    page.add(.answers, reviewRows(at: depth).map { .answer($0) })
    page.add(.effect, standingEffect(at: depth).map { [.effect($0)] } ?? [])
    return page
  }
}
