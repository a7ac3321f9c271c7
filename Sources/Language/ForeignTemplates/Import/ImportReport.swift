// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The contents of `IMPORT.md`, an import's report about itself.
struct ImportReport {
  /// The parts of the template that aren't in the flow, with their places.
  private(set) var left: [Line] = []

  /// The parts that became something of another kind, or differ in rare cases.
  private(set) var changed: [Line] = []

  /// The result of each line of a hook, and of each task.
  private(set) var commands: [Line] = []

  /// The lines and tasks that became nothing.
  private(set) var leftCommands: [Line] = []

  /// Whether a slug of python-slugify was translated.
  var isSlugUsed = false

  struct Line {
    let place: SourcePlace?
    let words: String

    /// The line in Markdown, with the file and the line of the template.
    var text: String {
      guard let place else { return "- \(words)\n" }
      let line = place.file.text.isEmpty ? "" : ":\(place.start.line)"
      return "- `\(place.file.name)\(line)`: \(words)\n"
    }
  }

  mutating func leave(_ words: String, at place: SourcePlace?) {
    left.append(Line(place: place, words: words.onOneLine))
  }

  mutating func change(_ words: String, at place: SourcePlace?) {
    changed.append(Line(place: place, words: words.onOneLine))
  }

  /// Notes what a line of a hook or a task became.
  mutating func note(command words: String, _ result: String, at place: SourcePlace?) {
    let line = Line(place: place, words: "`\(words.onOneLine)`: \(result)")
    commands.append(line)
    if result == "left" {
      leftCommands.append(Line(place: place, words: "`\(words.onOneLine)` isn't done"))
    }
  }

  /// The text of `IMPORT.md`.
  func text(
    of name: String, from folder: String, program: String, files: (all: Int, written: Int),
    questions: (all: Int, written: Int)
  ) -> String {
    var text = """
      # \(name)

      Imported from a template of \(program): \(questions.written) of \(questions.all) questions, and \
      \(files.written) of \(files.all) files. Nothing of the template was run.


      """
    text += "## What's left\n\n"
    let allLeft = left + leftCommands
    text += allLeft.isEmpty ? "Nothing.\n" : allLeft.map(\.text).joined()
    if !commands.isEmpty {
      text += "\n## What became of hooks and tasks\n\n" + commands.map(\.text).joined()
    }
    var differences = changed.map(\.text)
    if isSlugUsed {
      differences.append(
        "- `slugify` became `slug`, which differs for letters that aren't Latin, for quotation marks, and for commas in numbers\n"
      )
    }
    differences.append(
      "- An empty answer to a text without a default is refused.\n")
    text += "\n## What differs\n\n" + differences.joined()
    return text
  }
}

extension String {
  /// The text without line breaks and marks of Markdown's code, at most 200 characters long.
  fileprivate var onOneLine: String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 200 ? line.prefix(199) + "…" : line
  }
}
