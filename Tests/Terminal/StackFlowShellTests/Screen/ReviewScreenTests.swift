// SPDX-License-Identifier: Apache-2.0

import StackFlowShell
import TerminalIO
import Testing

/// A review on the screen, with the steps that it's about.
@MainActor
@Suite struct ReviewScreenTests {
  private func walk(_ place: ScreenWalk.Face.Place = .full) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - { ask: name, type: string }
        - { ask: port, type: integer }
        - { review: check, title: Check it }
        - { ask: end, type: string }
      """, place, rows: 16)
    await walk.type("ada\r")
    await walk.type("80\r")
    return walk
  }

  private func count(_ text: String, in walk: ScreenWalk) -> Int {
    walk.lines.count { $0.contains(text) }
  }

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full])
  func eachAnswerIsShownOnce(place: ScreenWalk.Face.Place) async throws {
    let walk = try await walk(place)
    #expect(count("Name  ada", in: walk) == 1)
    #expect(count("Port  80", in: walk) == 1)
    await walk.type("\r")
    #expect(walk.text.contains("End"))
    #expect(count("Name  ada", in: walk) == 1)
    await walk.type(Key(.tab, .shift))
    #expect(count("Name  ada", in: walk) == 1)
    #expect(walk.difference == nil)
  }

  @Test func aClickOnAnAnswerGoesBackToIt() async throws {
    let walk = try await walk()
    let row = try #require(walk.lines.firstIndex { $0.contains("Port  80") })
    await walk.click(column: 8, row: row)
    #expect(!walk.text.contains("Check it"))
    await walk.type("81\r")
    await walk.type("\r")
    await walk.type("x\r")
    #expect(walk.result == #"{"name":"ada","port":81,"end":"x"}"#)
  }

  @Test func aClickOnAnItemOfAListMarksThatItem() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - repeat: hosts
          title: Hosts
          steps:
            - { ask: host, type: string }
        - { ask: last, type: string }
        - { review: check, title: Check it }
      """, .full, rows: 20)
    await walk.type("a\rone\r")
    await walk.type("a\rtwo\r")
    await walk.type(Key(.right))
    await walk.type("\rlast\r")
    let row = try #require(walk.lines.firstIndex { $0.contains("two") }, "\(walk.text)")
    await walk.click(column: 8, row: row)
    #expect(walk.text.contains("❯ change it"), "\(walk.text)")
    let marked = walk.lines.filter { $0.contains("⟲") }
    #expect(marked.count == 1 && marked[0].contains("two"), "\(walk.text)")
    await walk.type(Key(.escape))
    let pointed = walk.lines.filter { $0.contains("❯") }
    #expect(pointed.count == 1 && pointed[0].contains("two"), "\(walk.text)")
  }

  @Test func whileAWayBackIsAskedAboutThePointerIsOnAButton() async throws {
    let walk = try await walk()
    await walk.type(Key(.up))
    await walk.type(Key(.up))
    await walk.type("\r")
    #expect(count("❯", in: walk) == 1)
    #expect(walk.text.contains("❯ change it"))
    #expect(walk.text.contains("⟲ Name  ada"))
  }

  @Test func aRefusalIsOverWhenAWayBackIsAskedAbout() async throws {
    let walk = try await walk()
    await walk.type("nonsense\r")
    #expect(walk.text.contains("✗"))
    await walk.type(Key(.up))
    await walk.type(Key(.up))
    await walk.type("\r")
    #expect(walk.text.contains("❯ change it"))
    #expect(!walk.text.contains("✗"))
  }

  @Test func stayingLeavesThePointerOnTheAnswerBelowATitle() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: r
      steps:
        - group: part
          title: A part
          steps:
            - { ask: name, type: string }
            - { ask: port, type: integer }
            - { ask: host, type: string }
        - { review: check, title: Check it }
      """, rows: 20)
    for answer in ["ada", "80", "h"] { await walk.type(answer + "\r") }
    await walk.type(Key(.up))
    await walk.type(Key(.up))
    await walk.type("\r")
    await walk.type(Key(.escape))
    #expect(walk.text.contains("❯   Port  80"))
  }

  @Test func helpIsReadInFullInANarrowWindow() async throws {
    let walk = try await walk(.inline)
    await walk.resize(columns: 40, rows: 30)
    await walk.type("?")
    let words = walk.text.split { " \n│".contains($0) }.joined(separator: " ")
    #expect(words.contains("go back one step; a number of steps or the name of a step can follow"))
    #expect(!walk.text.contains("…"))
  }
}
