// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import TerminalIO
import Testing

@testable import StackFlowShell

/// A few choices side by side.
@Suite struct ChoiceButtonsWidgetTests {
  private static let sizes = """
    type: choice, widget: buttons, choices: [
      { value: s, label: Small, hint: one core }, { value: m, label: Medium },
      { value: xl, label: More, disabledWhen: "true", disabled: sold out } ]
    """

  private func buttons(_ keys: String = sizes) throws -> any ScreenWidget {
    WidgetRegistry().widget(for: try askedField(keys))
  }

  @Test func arrowsAndLettersSelectAndEnterAnswers() throws {
    var buttons = try #require(try buttons() as? ChoiceButtonsWidget)
    expectEqual(buttons.picture(columns: 60), ["› ○ Small   ○ Medium   ○ More", ""])
    expectEqual(buttons.press(Key(.enter)), .ignored)
    #expect(buttons.picked == nil)
    buttons.press(Key(.right))
    expectEqual(buttons.picture(columns: 60), ["› ● Small   ○ Medium   ○ More", "  one core"])
    buttons.press(.character("m"))
    buttons.press(.character("m"))
    expectEqual(buttons.picture(columns: 60), ["› ○ Small   ○ Medium   ● More", "  sold out"])
    #expect(buttons.picked == nil)
    expectEqual(buttons.press(Key(.enter)), .answer(.value(.string("xl"))))
    buttons.press(Key(.right))
    expectEqual(buttons.press(Key(.enter)), .answer(.value(.string("s"))))
    expectEqual(buttons.press(.character(":")), .ignored)
  }

  @Test func aLabelIsTypedAndAnotherTextIsAnAnswerToRefuse() throws {
    var buttons = try #require(try buttons() as? ChoiceButtonsWidget)
    for letter in "Mo" { expectEqual(buttons.press(.character(letter)), .used) }
    expectEqual(buttons.press(Key(.enter)), .answer(.value(.string("xl"))))
    expectEqual(buttons.press(.character("z")), .text("Moz"))
    expectEqual(buttons.press(Key(.enter), on: "Moz"), .ignored)
    expectEqual(
      buttons.picture(columns: 60, line: line("Moz")),
      [
        "› Moz", "  ○ Small   ○ Medium   ● More", "  sold out",
      ])
    expectEqual(buttons.press(Key(.escape), on: "Moz"), .text(""))
    expectEqual(buttons.picture(columns: 60), ["› ○ Small   ○ Medium   ● More", "  sold out"])
  }

  @Test func whatDoesNotFitContinuesInTheNextRow() throws {
    var buttons = try #require(try buttons() as? ChoiceButtonsWidget)
    buttons.press(Key(.end))
    expectEqual(
      buttons.picture(columns: 22), ["› ○ Small   ○ Medium", "  ● More", "  sold out"])
    expectEqual(buttons.cursorRow(columns: 22, in: WidgetContext()), 1)
    // However narrow, nothing is drawn outside.
    for columns in 1...12 { _ = buttons.picture(columns: columns) }
  }

  @Test func manyChoicesAreAList() throws {
    let many = (1...13).map(String.init).joined(separator: ", ")
    #expect(
      try buttons("type: choice, widget: buttons, choices: [\(many)]") is ChoiceWidget)
  }

  @MainActor
  @Test func theChoicesStayBelowAnotherTextThatIsTyped() async throws {
    let walk = try await ScreenWalk(
      "flow: 1\nid: b\nsteps:\n"
        + "  - { ask: way, type: choice, choices: [north, south], widget: buttons }\n")
    await walk.type("x")
    #expect(walk.text.contains("› x"), "\(walk.text)")
    #expect(
      walk.text.contains("○ North   ○ South") || walk.text.contains("○ north   ○ south"),
      "\(walk.text)")
  }
}
