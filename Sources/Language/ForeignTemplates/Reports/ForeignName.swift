// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
package import SourceDiagnostics

/// A question of a foreign template, or a value that's read like one, and where the template reads it.
package struct ForeignName: Sendable {
  /// The name.
  package let name: String

  /// Where it's declared, without quotes.
  package let place: SourcePlace

  /// A description of its type: `a text`.
  package let words: String

  /// The values of a choice; empty for others.
  package let choices: [String]

  /// The condition under which it's asked, as the template writes it; nil if it always is.
  package let condition: String?

  /// Where the name is read in the content of files, each once.
  package let uses: [SourcePlace]

  /// Where the name is read in the name of a file or a folder, which no edit of a text changes; nil if it isn't.
  package let pathUse: SourcePlace?

  /// The prefix that templates write before it, such as `cookiecutter.`.
  package let prefix: String

  /// Creates what's known about a question.
  init(_ question: ForeignQuestion, in names: TemplateNames) {
    let (id, declared) = (question.name, question.name.place.file)
    name = id.name
    place = SourcePlace(declared, declared.rangeInsideQuotes(of: id.place.range))
    condition = question.when.map { String($0.place.file[$0.place.range]) }
    prefix = names.dialect.prefix
    (words, choices) =
      switch question.kind {
      case .text: ("a text", [])
      case .integer: ("a whole number", [])
      case .boolean: ("yes or no", [])
      case .choice(let texts): ("one of \(texts.count)", texts)
      case .choices(let texts): ("some of \(texts.count)", texts)
      case .computed: ("computed, and not asked", [])
      case .anything: ("any value", [])
      }
    let found = names.uses[id.name] ?? []
    var seen: Set<String> = []
    uses = found.filter { use in
      !use.isInName && seen.insert("\(use.place.range.lowerBound) \(use.place.file.name)").inserted
    }.map(\.place)
    pathUse = found.first(where: \.isInName)?.place
  }
}

/// The filters, tests, and delimiters that a template can use, and the prefix of its questions.
package struct ForeignWords: Sendable {
  /// The prefix that's written before the name of a question, such as `cookiecutter.`.
  package let prefix: String
  package let filters: [String]
  package let tests: [String]

  /// The meanings of filters and tests, by their names.
  package let filterMeanings: [String: String]
  package let testMeanings: [String: String]

  /// How outputs and blocks are written.
  let jinja: JinjaDelimiters

  /// The delimiters of outputs and blocks.
  package var delimiters: [(start: String, end: String)] {
    [(jinja.variableStart, jinja.variableEnd), (jinja.blockStart, jinja.blockEnd)]
  }

  /// Creates the words of a template that isn't read.
  init() {
    (prefix, filters, tests, jinja) = ("", [], [], JinjaDelimiters())
    (filterMeanings, testMeanings) = ([:], [:])
  }

  init(_ names: TemplateNames, _ delimiters: JinjaDelimiters) {
    prefix = names.dialect.prefix
    filters = names.dialect.filters.union(names.otherFilters).sorted()
    tests = ForeignDialect.tests.filter { $0.isNameInExpressions }.sorted()
    filterMeanings = names.dialect.filterMeanings
    testMeanings = ForeignDialect.testMeanings
    jinja = delimiters
  }
}

/// A place at which a template reads a question.
struct QuestionUse {
  let place: SourcePlace

  /// Whether it's in the name of a file.
  let isInName: Bool
}

extension TemplateNames {
  /// Notes that an expression reads a question.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - expression: The name, or the part of `cookiecutter`, as which it's read.
  ///   - source: The template.
  func noteUse(of question: ForeignQuestion, _ expression: JinjaExpression, in source: JinjaSource)
  {
    let name = Array(question.name.name.utf8)
    let whole = source.place(expression.range)
    let bytes = Array(whole.file[whole.range].utf8)
    // The name is at the end, before a bracket and a quote at most.
    guard
      let start = (0...max(0, bytes.count - name.count)).last(where: {
        bytes[$0...].starts(with: name)
      })
    else { return }
    let lower = whole.range.lowerBound + start
    note(
      QuestionUse(
        place: SourcePlace(whole.file, SourceRange(lower, lower + name.count)),
        isInName: source.isName),
      of: question)
  }
}
