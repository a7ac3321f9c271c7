// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import StackFlowShell
import TerminalIO
import Testing

/// The rows of lists that are no choices, and the choices that a filter shows.
@MainActor
@Suite struct ChoiceRowTests {
  private static func flow(_ keys: String, before: String = "") -> String {
    "flow: 1\nid: c\nsteps:\n\(before)  - { ask: q, \(keys) }\n"
  }

  private static let fruit =
    "type: choice, choices: [{ value: one, label: Apple }, { value: two, label: Orange }, { value: x, label: Plum }]"

  // MARK: Filters

  /// Enter takes a choice only if it's shown: a number or a value shows its row.
  @Test(arguments: [
    ("3", "Plum", "x"), ("two", "Orange", "two"), ("tw", "Orange", "two"), ("#1", "Apple", "one"),
  ])
  func aNumberOrAValueShowsItsRow(typed: String, label: String, value: String) async throws {
    for widget in ["", ", widget: menu"] {
      let walk = try await ScreenWalk(Self.flow(Self.fruit + widget))
      await walk.type(typed)
      #expect(walk.text.contains("❯ \(label)") && walk.text.contains("1 of 3"), "\(walk.text)")
      await walk.type("\r")
      expectEqual(walk.result, "{\"q\":\"\(value)\"}")
    }
  }

  /// Blanks filter nothing, so that Enter takes the row that it took before.
  @Test func blanksAreNoFilter() async throws {
    for (keys, result) in [
      (", required: false", "{}"), (", default: two", #"{"q":"two"}"#), ("", #"{"q":"one"}"#),
    ] {
      let walk = try await ScreenWalk(Self.flow(Self.fruit + keys))
      let rows = { walk.text.split(separator: "\n").filter { $0.contains("❯") } }
      let first = rows()
      await walk.type(" ")
      expectEqual(rows(), first, "\(keys)")
      await walk.type("\r")
      expectEqual(walk.result, result, "\(keys)")
    }
  }

  @Test func enterTakesNothingWhereNothingIsShown() async throws {
    for typed in ["7", "zz", "1 3"] {
      let walk = try await ScreenWalk(Self.flow(Self.fruit))
      await walk.type(typed)
      #expect(walk.text.contains("0 of 3"), "\(walk.text)")
      await walk.type("\r")
      expectEqual(walk.ending, nil, "\(typed)")
    }
  }

  @Test func whatSeveralChoicesAreCalledShowsTheirRows() async throws {
    let keys = Self.fruit.replacing("choice,", with: "choices,")
    for (typed, count) in [("2-3", 2), ("all", 3), ("x,one", 2)] {
      let walk = try await ScreenWalk(Self.flow(keys))
      await walk.type(typed)
      expectEqual(walk.text.components(of: "◯"), count, "\(walk.text)")
    }
    // The word for none takes the marks away, and nothing else.
    let walk = try await ScreenWalk(Self.flow(keys))
    await walk.type(" ")
    await walk.type("none")
    await walk.type("\r")
    #expect(walk.ending == nil && walk.text.components(of: "◯") == 3, "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"q":[]}"#)
  }

  // MARK: None

  @Test func anOptionalChoiceHasARowForNone() async throws {
    for widget in ["", ", widget: menu", ", widget: buttons"] {
      let walk = try await ScreenWalk(Self.flow(Self.fruit + ", required: false" + widget))
      #expect(walk.text.contains("none"), "\(walk.text)")
      await walk.type("\r")
      expectEqual(walk.result, "{}", "\(widget)")
    }
  }

  @Test func theRowForNoneIsFirstAndHiddenByAFilter() async throws {
    let walk = try await ScreenWalk(Self.flow(Self.fruit + ", required: false"))
    #expect(walk.text.contains("❯ none"), "\(walk.text)")
    await walk.type(Key(.down))
    #expect(walk.text.contains("❯ Apple"), "\(walk.text)")
    await walk.type("o")
    #expect(!walk.text.contains("  none") && walk.text.contains("❯ Orange"), "\(walk.text)")
    await walk.type(Key(.backspace))
    await walk.type("none")
    #expect(walk.text.contains("❯ none"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, "{}")
  }

  @Test func theRowForNoneIsSelectedOnlyWhereNothingIsOffered() async throws {
    let walk = try await ScreenWalk(Self.flow(Self.fruit + ", required: false, default: two"))
    #expect(walk.text.contains("❯ Orange") && walk.text.contains("  none"), "\(walk.text)")
    await walk.type(Key(.home))
    await walk.type("\r")
    expectEqual(walk.result, #"{"q":null}"#)
  }

  @Test func theWordOfTheRowIsAnotherWhereAChoiceHasIt() async throws {
    let walk = try await ScreenWalk(
      Self.flow("type: choice, choices: [some, none], required: false"))
    #expect(walk.text.contains("❯ (none)") && walk.text.contains("  none"), "\(walk.text)")
    await walk.type("none")
    await walk.type("\r")
    expectEqual(walk.result, #"{"q":"none"}"#)
  }

  @Test func anOptionalYesOrNoHasAButtonForNone() async throws {
    let walk = try await ScreenWalk(Self.flow("type: boolean, required: false"))
    #expect(walk.text.contains("● none   ○ yes   ○ no"), "\(walk.text)")
    await walk.type(Key(.right))
    #expect(walk.text.contains("○ none   ● yes   ○ no"), "\(walk.text)")
    await walk.type(Key(.left), Key(.left))
    #expect(walk.text.contains("● no"), "\(walk.text)")
    await walk.type(Key(.right))
    await walk.type("\r")
    expectEqual(walk.result, "{}")
  }

  @Test func theButtonForNoneIsClicked() async throws {
    for keys in ["type: boolean, default: true", Self.fruit + ", default: two, widget: buttons"] {
      let walk = try await ScreenWalk(Self.flow(keys + ", required: false"))
      let row = try #require(walk.lines.firstIndex { $0.contains("none") })
      let column = try #require(walk.lines[row].firstColumn(of: "none"))
      await walk.click(column: column, row: row)
      expectEqual(walk.result, #"{"q":null}"#)
    }
  }

  // MARK: The default

  /// Where an earlier answer is offered, a row of the list takes the default.
  @Test(arguments: ["choice", "choices"])
  func aRowOfTheListTakesAnotherDefault(type: String) async throws {
    let value = type == "choice" ? "tests" : "[tests]"
    let walk = try await ScreenWalk(
      Self.flow(
        "type: \(type), choices: [docs, tests, lint], default: \(value)",
        before: "  - { ask: a, type: string }\n") + "  - { ask: end, type: string }\n")
    await walk.type("x\r")
    #expect(!walk.text.contains("default:"), "\(walk.text)")
    await walk.type(type == "choice" ? "lint\r" : "\u{1B}[B \u{1B}[B \r")
    await walk.type("\u{1B}[Z")
    #expect(walk.text.contains("default: tests"), "\(walk.text)")
    #expect(!walk.text.contains(":default takes it"), "\(walk.text)")
    await walk.type(Key(.home))
    #expect(
      walk.text.contains("❯ default: tests") || walk.text.contains("❯   default: tests"),
      "\(walk.text)")
    await walk.type("\r")
    await walk.type("e\r")
    expectEqual(
      walk.result,
      type == "choice" ? #"{"a":"x","q":"tests","end":"e"}"# : #"{"a":"x","q":["tests"],"end":"e"}"#
    )
  }

  // MARK: Menus and hints

  @Test func aMenuOpensAtTheChosenChoice() async throws {
    let walk = try await ScreenWalk(Self.flow(Self.fruit + ", widget: menu"))
    await walk.type(Key(.right))
    await walk.type(" ")
    #expect(walk.text.contains("❯ Orange"), "\(walk.text)")
    await walk.type("\r")
    expectEqual(walk.result, #"{"q":"two"}"#)
  }

  /// Every kind of question says beside its answer that it may stay empty.
  @Test(arguments: FieldType.allCases)
  func optionalIsBesideEveryKindOfHint(type: FieldType) async throws {
    let choices = type.isChoice ? ", choices: [a, b]" : ""
    for hint in ["", ", hint: as you like"] {
      let walk = try await ScreenWalk(
        Self.flow("type: \(type.rawValue)\(choices), required: false\(hint)"))
      #expect(walk.text.contains("optional"), "\(walk.text)")
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }

  fileprivate func firstColumn(of part: String) -> Int? {
    firstRange(of: part).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
