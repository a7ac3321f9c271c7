// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks expressions and texts at the current place.
extension FlowChecking {
  /// Checks an expression; reports errors and returns nil if it has any.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - role: What it's for; nil for a part of an expression that was checked.
  ///   - use: What it's for in a text.
  ///   - type: The required type.
  /// - Returns: The expression.
  mutating func check(
    _ source: ExpressionSource, for role: IndexedRole?, in use: TextTemplate.Use.Role? = nil,
    expecting type: ValueType? = nil
  ) -> FlowExpression? {
    var result = environment.compile(
      source.text, expecting: type, scope: scope, prover: prover)
    var checked: FlowExpression?
    defer { note(source, for: role, in: use, checked, result.reading) }
    if let broken = result.mistakes.lazy.compactMap({ source.lineBreak(that: $0) }).first {
      // The rest was misread because of it.
      report(broken)
      return nil
    }
    for mistake in result.mistakes { report(diagnostic(for: mistake, in: source)) }
    if result.expression == nil, isTyping {
      result = environment.compile(
        source.text, expecting: type, scope: scope, prover: HopefulProver())
    }
    if let expression = result.expression { follower?.checked(source, expression) }
    checked = result.expression.map {
      FlowExpression(
        source: source, compiled: $0, scope: scopeNumber, readsEarlierItems: readsEarlierItems)
    }
    return checked
  }

  /// Checks an expression that decides what's asked in a record or answered there, so `items` has only the
  /// records before it.
  mutating func checkAsked(
    _ source: ExpressionSource, for role: IndexedRole, expecting type: ValueType? = nil
  ) -> FlowExpression? {
    readsEarlierItems = true
    defer { readsEarlierItems = false }
    return check(source, for: role, expecting: type)
  }

  /// Decides which names have a value at the current place.
  var prover: any PresenceProver {
    ScopeProver(
      declared: declared, proven: proven, local: scope.local?.name, assumed: assumed,
      loopNames: Set(scope.bound.map(\.name)), loopFacts: loopFacts, isAtEnd: isAtEnd,
      follower: follower)
  }

  /// Reports a value that has no text.
  mutating func checkCanStandInText(_ expression: FlowExpression) {
    let type = expression.compiled.type
    let complaint: String
    switch type {
    case .optional where scope.isBound(expression.source.namedAnswer):
      complaint = "may have no value; give one with `.orValue(…)`"
    case .optional where scope.local?.name == expression.source.namedAnswer:
      return reportLeftEmpty(expression)
    case .optional where declared[expression.source.namedAnswer] != nil:
      return reportMayBeUnasked(expression)
    case .optional: complaint = "may have no value; give one with `.orValue(…)`"
    case .map, .record: complaint = "is a map, which has no text of its own; pick a part of it"
    case .bytes: complaint = "is bytes, which have no text of their own"
    case .null: complaint = "is null, which has no text"
    case .type: complaint = "is a type, which has no text"
    case .dyn where !expression.compiled.isKnownScalar,
      .list(.dyn) where !expression.compiled.isKnownScalar:
      return reportUnsureText(expression.source)
    case .list(let element):
      guard let elements = Self.complaint(aboutElements: element) else { return }
      complaint = elements
    default: return
    }
    report(
      Diagnostic(
        "not-a-text", "'\(expression.source.text)' \(complaint)", at: expression.source.place))
  }

  /// Returns the reason why a list of a type has no text, or nil if it has one.
  static func complaint(aboutElements type: ValueType) -> String? {
    switch type {
    case .optional:
      "is a list of values that may be missing; give each one with `.map(x, x.orValue(…))`"
    case .map, .record:
      "is a list of maps, which have no text of their own; pick a part of each with `.map(x, …)`"
    case .list: "is a list of lists, which have no text of their own"
    case .bytes: "is a list of bytes, which have no text of their own"
    case .null: "is a list of nulls, which have no text"
    case .type: "is a list of types, which have no text"
    default: nil
    }
  }

  /// Reports text that contains a value of unknown type.
  mutating func reportUnsureText(_ source: ExpressionSource) {
    report(
      Diagnostic(
        "not-a-text",
        "'\(source.text)' may be of any type, and not each has a text; write `toJson(\(source.text))`",
        at: source.place))
  }

  /// Reports a message for a missing answer that contains the candidate.
  private mutating func reportLeftEmpty(_ expression: FlowExpression) {
    let source = expression.source
    let isText = expression.compiled.type == .optional(.string)
    report(
      Diagnostic(
        "may-be-unasked",
        Self.leftEmpty(
          source.namedAnswer, "\(source.text).orValue(\(isText ? "'…'" : "…"))"),
        at: source.place))
  }

  /// Reports an expression that must have a value, but may have none.
  mutating func reportMayBeMissing(_ expression: FlowExpression) {
    let source = expression.source
    if declaration(of: source.namedAnswer) != nil { return reportMayBeUnasked(expression) }
    report(
      Diagnostic(
        "may-be-unasked", "'\(source.text)' may have no value; give one with `.orValue(…)`",
        at: source.place))
  }

  /// Reports a name that may have no value there.
  private mutating func reportMayBeUnasked(_ expression: FlowExpression) {
    let name = expression.source.namedAnswer
    guard let declaration = declared[name] else { return }
    let isText = expression.compiled.type == .optional(.string)
    let proposal = "\(expression.source.text).orValue(\(isText ? "'…'" : "…"))"
    var diagnostic = Diagnostic(
      "may-be-unasked",
      "'\(name)' may be \(absence(of: name, declaration)) here; write `\(proposal)`",
      at: expression.source.place,
      notes: [declarationNote(name, declaration)])
    follower?.explain(
      &diagnostic, name: name, at: expression.compiled.root.range, in: expression.source)
    report(diagnostic)
  }

  /// Returns why a name may have no value, as the end of "may be …".
  private func absence(of name: String, _ declaration: Declaration) -> String {
    guard !declaration.isRequired, declaration.conditions.isEmpty else { return "unasked" }
    return named[name]?.isCapture == true ? "absent" : "left empty"
  }

  // MARK: Mistakes

  /// Returns the diagnostic for a mistake in an expression, at its place in the file.
  private func diagnostic(
    for mistake: ExpressionMistake, in source: ExpressionSource
  ) -> Diagnostic {
    var diagnostic = source.withPartialFixes(mistake).diagnostic(in: source.file, map: source.map)
    let name = source.text(of: mistake.range)
    switch mistake.subject {
    case .unknownName(let name, let meant): explainUnknown(name, meant, &diagnostic)
    case .mayBeMissing(let missing):
      if let local = scope.local, local.name == name {
        diagnostic.message = Self.leftEmpty(name, missing.replacement)
      } else if let declaration = declaration(of: name) {
        if missing.isName {
          diagnostic.message = missing.message(absence: absence(of: name, declaration))
        }
        diagnostic.notes.append(declarationNote(name, declaration))
        follower?.explain(&diagnostic, name: name, at: mistake.range, in: source)
      }
    case .unfitName(let name):
      if let declaration = declaration(of: name) {
        diagnostic.notes.append(declarationNote(name, declaration))
      }
    case .otherForm(let text, let form): propose(&diagnostic, for: text, as: form)
    case nil:
      if mistake.id == "syntax-error", explainShellExpansion(source, &diagnostic) { break }
      if mistake.id == "dynamic-value", let declaration = declaration(of: name) {
        diagnostic.notes.append(declarationNote(name, declaration))
      }
    }
    return diagnostic
  }

  /// Returns the declaration of a name, unless it's hidden by one that a text gives.
  func declaration(of name: String) -> Declaration? { scope.isBound(name) ? nil : declared[name] }

  /// Returns the note that says where a name gets its value.
  private func declarationNote(_ name: String, _ declaration: Declaration) -> Diagnostic.Note {
    .init("'\(name)' is \(named[name]?.verb ?? "asked") here", at: declaration.place)
  }

  /// Returns the message about a candidate in the message for a missing answer.
  private static func leftEmpty(_ name: String, _ replacement: String) -> String {
    "'\(name)' was left empty where this message is shown; leave it out, or write `\(replacement)`"
  }

  /// Explains an unknown name in terms of the flow: a later answer, or a similar name.
  private func explainUnknown(
    _ name: String, _ meant: ExpressionMistake.Meaning?, _ diagnostic: inout Diagnostic
  ) {
    if let sight,
      named[name] != nil || TimeNames.declarations.contains(where: { $0.name == name })
    {
      diagnostic.id = "unknown-answer"
      diagnostic.message = sight(name)
      (diagnostic.fixIts, diagnostic.notes) = ([], [])
      return
    }
    if let own = hidden.last?.hiding[name] {
      diagnostic.id = "forward-reference"
      diagnostic.fixIts = []
      diagnostic.message =
        (name == present
          ? "'\(name)' is being \(own.verb) here, and has no value yet"
          : "'\(name)' is \(own.verb) later in this item than it is used here")
        + "; it hides the outer '\(name)'"
      diagnostic.notes = [.init("'\(name)' is \(own.verb) here", at: own.place)]
      return
    }
    if let named = named[name], declared[name] == nil {
      explainUnread(name, named, &diagnostic)
      return
    }
    diagnostic.id = "unknown-answer"
    var literal = ["true", "false", "null"].first { $0 == name.lowercased() }
    if case .literal(let meant)? = meant { literal = meant }
    if let literal {
      diagnostic.message = "unknown answer '\(name)'; did you mean \(literal)?"
      diagnostic.fixIts = [
        FixIt(
          "write \(literal)", [.init(diagnostic.place.range, literal)], isSafe: literal != "null")
      ]
      return
    }
    // Keep the fix that quotes it.
    guard meant != .text else { return }
    diagnostic.message = "unknown answer '\(name)'"
    diagnostic.notes = []
    if let element = scope.element(with: name) {
      diagnostic.message += "; did you mean '\(element).\(name)'?"
      diagnostic.fixIts = [
        FixIt(
          "write '\(element).\(name)'", [.init(diagnostic.place.range, "\(element).\(name)")],
          isSafe: true)
      ]
      return
    }
    // The fix that was found writes the name that was meant.
    guard case .name(let near)? = meant else { return proposeLiteral(name, &diagnostic) }
    diagnostic.message += "; did you mean '\(near)'?"
    guard let declaration = declaration(of: near) else { return }
    let verb = named[near]?.verb ?? "asked"
    diagnostic.notes = [.init("'\(near)' is \(verb) here", at: declaration.place)]
  }

  /// Explains why an id of the flow can't be read at the current place.
  private func explainUnread(_ name: String, _ named: Named, _ diagnostic: inout Diagnostic) {
    diagnostic.fixIts = []
    diagnostic.notes = []
    guard named.hasValue else {
      let keyword = named.keyword?.rawValue ?? ""
      let article = keyword.first.map { "aeiou".contains($0) } == true ? "an" : "a"
      diagnostic.id = "no-answer"
      diagnostic.message =
        "'\(name)' is \(article) '\(keyword)' step, which has no value"
      diagnostic.notes = [.init("'\(name)' is here", at: named.place)]
      return
    }
    if let list = named.list, !prefix.includes("\(list)[].") {
      diagnostic.id = "inside-item"
      diagnostic.message =
        "'\(name)' is \(named.verb) for each item of '\(list)'; outside them read the list '\(list)'"
      diagnostic.notes = [.init("'\(name)' is \(named.verb) here", at: named.place)]
      return
    }
    diagnostic.id = "forward-reference"
    guard name != present else {
      diagnostic.message = "'\(name)' is being \(named.verb) here, and has no value yet"
      return
    }
    diagnostic.message = "'\(name)' is \(named.verb) later than it is used here"
    diagnostic.notes = [.init("'\(name)' is \(named.verb) here", at: named.place)]
  }

}

extension ExpressionSource {
  /// Returns a mistake with fixes that replace only parts of the expression.
  ///
  /// A replacement of a whole scalar is taken as YAML, and isn't quoted.
  fileprivate func withPartialFixes(_ mistake: ExpressionMistake) -> ExpressionMistake {
    let count = text.utf8.count
    guard count > 1, text.utf8.first.map({ $0 < 0x80 }) == true else { return mistake }
    var mistake = mistake
    for index in mistake.fixIts.indices {
      mistake.fixIts[index].edits = mistake.fixIts[index].edits.flatMap { edit in
        edit.range == SourceRange(0, count)
          ? [
            FixIt.Edit(SourceRange(0, 1), edit.replacement), FixIt.Edit(SourceRange(1, count), ""),
          ]
          : [edit]
      }
    }
    return mistake
  }

  /// The name, if the expression is a name or a function of one; otherwise the whole text.
  fileprivate var namedAnswer: String { text.nameFunction?.name ?? text }

  /// Returns the diagnostic for a line break inside a string of the expression that the file writes
  /// as an escape.
  ///
  /// The escape was meant for the expression, but the YAML quotes around it decoded it.
  fileprivate func lineBreak(that mistake: ExpressionMistake) -> Diagnostic? {
    guard mistake.id == "unterminated-text" else { return nil }
    let end = mistake.range.upperBound
    let place = place(of: SourceRange(end, end + 1))
    let escape = String(file[place.range])
    guard escape.first == "\\" else { return nil }
    return Diagnostic(
      "unterminated-text",
      "in double quotes YAML reads '\(escape)' as a line break, which this text cannot hold; write "
        + "'\\\(escape)'", at: place,
      fixIts: [
        // A fix writes the text of the expression. The file escapes it again.
        FixIt("write '\\\(escape)'", [.init(place.range, escape)], isSafe: true)
      ])
  }
}

extension CompiledExpression {
  /// Whether its value, or each element of it, is known to have a text.
  fileprivate var isKnownScalar: Bool {
    switch knownValues {
    case .oneOf, .written, .within, .list(.oneOf?, _), .list(.written?, _), .list(.within?, _): true
    default: false
    }
  }
}
