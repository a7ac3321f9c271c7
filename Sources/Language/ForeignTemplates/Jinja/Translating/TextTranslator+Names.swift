// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

// Names, filters, and tests that don't exist.
extension TextTranslator {
  /// Checks a name, which copier takes for false where it's missing and only tested.
  func checkName(_ name: String, at range: SourceRange, isCondition: Bool) {
    guard scope[name] == nil, !names.otherNames.contains(name), !names.isOpen,
      !names.testedNames.contains(name), !isGivenLater(name), !isOptional
    else { return }
    if names.dialect == .cookiecutter, names.questions[name] != nil {
      names.report(
        Diagnostic(
          "unknown-name", "unknown name '\(name)'; did you mean 'cookiecutter.\(name)'?",
          at: source.place(range)))
      return
    }
    let known = names.dialect == .copier ? names.order.map(\.name.name) : ["cookiecutter"]
    report(
      "unknown-name", "name", name, among: known + scope.bindings.keys.sorted(), at: range,
      isTolerated: isCondition && names.dialect == .copier)
  }

  /// Checks a part of `cookiecutter`.
  func checkPart(_ name: String, at range: SourceRange) {
    guard !ForeignDialect.cookiecutterParts.contains(name), !names.otherNames.contains(name),
      !names.isOpen, !names.testedNames.contains(name)
    else { return }
    report("unknown-name", "name", name, among: names.order.map(\.name.name), at: range)
  }

  func checkFilter(_ name: String, at range: SourceRange) {
    guard !names.dialect.filters.contains(name), !names.otherFilters.contains(name), !names.isOpen
    else { return }
    report("unknown-function", "filter", name, among: names.dialect.filters.sorted(), at: range)
  }

  func checkTest(_ name: String, at range: SourceRange) {
    guard !ForeignDialect.tests.contains(name), !names.otherFilters.contains(name), !names.isOpen
    else { return }
    report("unknown-function", "test", name, among: ForeignDialect.tests.sorted(), at: range)
  }

  /// Reports a question that's asked later than it's read.
  func reportLater(_ question: ForeignQuestion, at range: SourceRange) {
    let name = question.name.name
    guard !names.testedNames.contains(name) else { return }
    names.report(
      Diagnostic(
        "forward-reference", "'\(name)' is asked later than it is used here",
        at: source.place(range),
        notes: [.init("'\(name)' is asked here", at: question.name.place)]))
  }

  private func report(
    _ id: DiagnosticID, _ what: String, _ name: String, among known: [String],
    at range: SourceRange, isTolerated: Bool = false
  ) {
    let near = NearMiss.nearest(to: name, in: known)
    var notes: [Diagnostic.Note] = []
    if let near, let question = names.questions[near] {
      notes.append(.init("'\(near)' is asked here", at: question.name.place))
    }
    if isTolerated, near == nil {
      names.report(
        Diagnostic(
          id, .warning,
          "no question is called '\(name)', so it's false unless '--data' gives it a value",
          at: source.place(range)))
      return
    }
    names.report(
      Diagnostic(
        id, "unknown \(what) '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
        at: source.place(range), notes: notes))
  }
}
