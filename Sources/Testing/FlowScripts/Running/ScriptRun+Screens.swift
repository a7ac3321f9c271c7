// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks
import SourceDiagnostics
import TerminalCells

// Keys, clicks, resizes, and pictures of a script.
extension ScriptRun {
  /// Performs a command: by its gestures if it has some and there's a screen.
  mutating func performOnStage(
    _ command: ScriptCommand, isRefusalExpected: Bool, _ runner: FlowRunner
  ) throws(ScriptFailure) {
    let result: Result<Void, ScriptFailure>
    do throws(ScriptFailure) {
      if let screen, !command.gestures.isEmpty, screen.takes(command.gestures) {
        try performByHand(command, isRefusalExpected: isRefusalExpected, runner, on: screen)
      } else {
        unperformed += command.gestures.count
        try perform(command, isRefusalExpected: isRefusalExpected, runner)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // A missing key is the cause of what follows from it.
    if let fault = screen?.fault {
      throw ScriptFailure("not-typeable", fault, at: command.place)
    }
    try result.get()
  }

  /// Makes the gestures of a command, which must come to the same as the command.
  private mutating func performByHand(
    _ command: ScriptCommand, isRefusalExpected: Bool, _ runner: FlowRunner,
    on screen: any ScreenDriver
  ) throws(ScriptFailure) {
    let wanted: FlowSession
    let comparesAfter: Bool
    switch command.action {
    case .expect, .screen, .resize: (wanted, comparesAfter) = (runner.session, true)
    default:
      comparesAfter = false
      wanted = try session(after: command, isRefusalExpected: isRefusalExpected, runner)
      approver.denialAtFailure = nil
    }
    for gesture in command.gestures { try make(gesture, on: screen) }
    let table = Self.comparison(expected: wanted, found: runner.session)
    if table.contains(where: \.isDifferent) {
      let words = command.gestures.map(\.words).joined(separator: " and ")
      let name = command.place.file[command.place.range]
      let what = comparesAfter ? "the walk has changed" : "the walk isn't where '\(name)' leads"
      throw ScriptFailure(
        "wrong-keys", "after \(words), \(what)",
        at: command.gestures[0].place, notes: SideBySide.lines(table).map { .init($0, at: nil) })
    }
    if comparesAfter { try perform(command, isRefusalExpected: isRefusalExpected, runner) }
  }

  private func make(
    _ gesture: ScriptGesture, on screen: any ScreenDriver
  ) throws(ScriptFailure) {
    switch gesture.action {
    case .keys(let text): screen.type(ScriptKeys(text))
    case .click(let column, let row):
      let size = screen.setting.size
      guard column < size.columns, row < size.rows else {
        throw ScriptFailure(
          "outside-window",
          "[\(column), \(row)] is outside of the window, which has \(size.columns) columns and "
            + "\(size.rows) rows", at: gesture.place)
      }
      screen.click(column: column, row: row)
    case .clickText(let text):
      let rows = screen.rows
      for (row, line) in rows.enumerated() {
        guard let column = line.column(of: text) else { continue }
        return screen.click(column: column, row: row)
      }
      throw ScriptFailure(
        "wrong-screen", "no row of the screen contains '\(text)', so it can't be clicked",
        at: gesture.place, notes: rows.notes)
    }
  }

  /// Returns the session that a command leads to without a screen.
  private func session(
    after command: ScriptCommand, isRefusalExpected: Bool, _ runner: FlowRunner
  ) throws(ScriptFailure) -> FlowSession {
    var double = self
    double.outside = ScriptedEffects(copying: outside)
    double.approver = ScriptedApproval()
    double.approver.denials = approver.denials
    let other = double.runner(of: runner.session)
    // An attempt isn't coverage.
    let unseen = TraceRecorder()
    other.report(to: unseen)
    double.driver = SessionDriver(runner: other)
    try double.perform(command, isRefusalExpected: isRefusalExpected, other)
    return withExtendedLifetime((unseen, double)) { other.session }
  }

  /// Compares what is asked, what's wrong with it, and the answers so far.
  private static func comparison(expected: FlowSession, found: FlowSession) -> [SideBySide.Row] {
    func row(_ name: String, _ expected: String?, _ found: String?, _ isDifferent: Bool? = nil)
      -> SideBySide.Row
    {
      SideBySide.Row(
        "\(name): \(expected ?? "nothing")", "\(name): \(found ?? "nothing")",
        isDifferent: isDifferent ?? (expected != found))
    }
    var rows = [row("asked", expected.askedNow, found.askedNow)]
    if expected.problemsNow != found.problemsNow {
      rows.append(row("refused", expected.problemsNow, found.problemsNow))
    }
    let answers = expected.answers.map(\.id) + found.answers.map(\.id)
    var seen: Set<String> = []
    for id in answers where seen.insert(id).inserted {
      guard expected.answer(id) != found.answer(id) else { continue }
      rows.append(
        row(
          id, expected.maskedAnswer(id).map(ValueDifference.text),
          found.maskedAnswer(id).map(ValueDifference.text), true))
    }
    return rows + entered(expected: expected, found: found)
  }

  /// Compares what's in the fields of a form that isn't submitted yet.
  private static func entered(
    expected: FlowSession, found: FlowSession
  ) -> [SideBySide.Row] {
    guard case .asking(let one) = expected.state, case .asking(let other) = found.state,
      one.id == other.id, one.kind == .form
    else { return [] }
    return one.visibleFields.compactMap { field in
      guard let twin = other.field(field.id), twin.value != field.value else { return nil }
      func words(_ field: FieldState) -> String {
        guard let value = field.value else { return "nothing" }
        return field.isSecret ? "a secret" : ValueDifference.text(value)
      }
      return SideBySide.Row(
        "\(field.id): \(words(field))", "\(field.id): \(words(twin))", isDifferent: true)
    }
  }

  // MARK: Windows and pictures

  mutating func resize(to size: CellSize, _ place: SourcePlace) throws(ScriptFailure) {
    guard let screen else {
      unperformed += 1
      return
    }
    screen.resize(to: size)
  }

  /// Compares the screen with all expectations that count at its face and size.
  mutating func compareScreen(with expected: [ScreenExpectation]) {
    for one in expected {
      guard let screen, one.setting.map({ $0 == screen.setting }) ?? true else {
        unperformed += 1
        continue
      }
      let rows = screen.rows
      switch one.content {
      case .contains(let text):
        guard !rows.contains(where: { $0.includes(text) }) || text.isEmpty else { continue }
        failures.append(
          Diagnostic(
            "wrong-screen", "no row of the screen contains '\(text)'", at: one.place,
            notes: rows.notes + unrevised(one.place, because: "a part of a screen")))
      case .picture(let text):
        let pattern = ScreenPattern(text)
        guard !pattern.matches(rows) else { continue }
        if let slot = one.slot, revises(one.place) {
          revisions.append(ScriptRevision(pattern.revised(for: rows), at: one.place, in: slot))
          continue
        }
        failures.append(
          Diagnostic(
            "wrong-screen", "the screen at \(screen.setting) differs", at: one.place,
            notes: pattern.sideBySide(rows).map { .init($0, at: nil) } + unrevised(one.place)))
      }
    }
  }

  /// Whether what's expected at a place is revised if it differs: not in a row of a table, or in a beginning.
  func revises(_ place: SourcePlace) -> Bool {
    isRevising && !script.isRow && script.isOwn(place)
  }

  /// Returns why what's expected at a place isn't revised.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - reason: What's there that isn't revised wherever it is; nil for nothing.
  /// - Returns: A note; none where nothing is revised, and where no reason is known.
  func unrevised(_ place: SourcePlace, because reason: String? = nil) -> [Diagnostic.Note] {
    guard isRevising else { return [] }
    let what =
      script.isRow
      ? "a row of a table" : script.isOwn(place) ? reason : "a beginning that tests share"
    return what.map { [.init("\($0) isn't updated; change it by hand", at: nil)] } ?? []
  }

  /// Fails if the program on a screen ended otherwise than the session.
  mutating func checkProgram(_ runner: FlowRunner) throws(ScriptFailure) {
    guard let screen else { return }
    unperformed += screen.unperformed
    let result: FlowResult? = if case .finished(let result) = runner.state { result } else { nil }
    if let difference = screen.difference(from: result) {
      throw ScriptFailure("wrong-program", difference, at: script.place)
    }
  }
}

extension ScreenDriver {
  /// Whether its face takes gestures: lines take no clicks.
  fileprivate func takes(_ gestures: [ScriptGesture]) -> Bool {
    setting.face != "line"
      || gestures.allSatisfy { if case .keys = $0.action { true } else { false } }
  }
}

extension FlowSession {
  /// The question, or how the walk ended.
  fileprivate var askedNow: String {
    switch state {
    case .asking(let step): step.focusedField?.id ?? step.id
    case .finished(let result): "nothing; the flow ended as \(result.outcome.word)"
    case .failed(let failure): "nothing; it failed: \(failure.message)"
    case .needs, .notStarted: "nothing yet"
    }
  }

  /// The problems of the top step; nil for none.
  fileprivate var problemsNow: String? {
    guard case .asking(let step) = state else { return nil }
    let problems = step.problems + step.visibleFields.flatMap(\.problems)
    return problems.isEmpty ? nil : problems.map(\.message).joined(separator: "; ")
  }
}

extension [String] {
  /// The rows of a screen as notes, without empty ones at the end.
  fileprivate var notes: [Diagnostic.Note] {
    let rows = self.reversed().drop(while: \.isEmpty).reversed()
    return rows.isEmpty
      ? [.init("the screen is empty", at: nil)] : rows.map { .init("│ \($0)", at: nil) }
  }
}

extension String {
  /// The first cell of a part, from 0; nil if it isn't in this line.
  fileprivate func column(of part: String) -> Int? {
    guard !part.isEmpty else { return nil }
    var rest = self[...]
    var column = 0
    while let character = rest.first {
      if rest.hasPrefix(part) { return column }
      column += character.cellWidth
      rest = rest.dropFirst()
    }
    return nil
  }
}
