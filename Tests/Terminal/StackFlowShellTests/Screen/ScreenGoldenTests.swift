// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import RandomTesting
import StackFlowShell
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// Pictures of every widget and state, as libvterm draws them.
///
/// Each is taken at 20, 40, 80 and 200 columns, inline and in the whole window. Without colors the text
/// is the same, but for the signs around what isn't typed.
@MainActor
@Suite struct ScreenGoldenTests {
  private static func walk(
    _ state: ScreenState, _ place: ScreenWalk.Face.Place, columns: Int, depth: ColorDepth
  ) async throws -> ScreenWalk {
    let flow = try checkedFlow(state.flow, name: "\(state.name).flow.yaml")
    let host = PictureHost()
    let runner = try FlowRunner(flow: flow, effects: host, clock: { .epoch })
    runner.services.paths = host
    let walk = await ScreenWalk(
      runner, place, columns: columns, rows: 24, depth: depth, before: "$ run\r\n")
    await walk.type("billing-api\r")
    await walk.type("\r")
    var line = ""
    for key in state.keys {
      line.append(key)
      if key == "\r" {
        await walk.type(line)
        line = ""
      }
    }
    await walk.type(line)
    return walk
  }

  private static let widths = [20, 40, 80, 200]

  /// The widths at which the screen is also drawn without colors.
  private static let plainWidths = dailyPart(of: widths, every: 4, named: "plain screens")

  @Test(arguments: ScreenState.all) func theStateLooksAsRecorded(state: ScreenState) async throws {
    var text = ScreenPicture.legend + "\n"
    for columns in Self.widths {
      for place in [ScreenWalk.Face.Place.inline, .full] {
        let walk = try await Self.walk(state, place, columns: columns, depth: .truecolor)
        expectEqual(walk.difference, nil, "\(columns), \(place)")
        let picture = ScreenPicture(walk)
        text += "\n\(place), \(columns) columns\n\(picture.text)\(picture.styles)"
        guard Self.plainWidths.contains(columns) else { continue }
        let plain = try await Self.walk(state, place, columns: columns, depth: .none)
        expectEqual(
          Self.withoutSigns(ScreenPicture(plain).text, beside: picture.text), picture.text,
          "\(columns), \(place)")
        #expect(!ScreenPicture(plain).isStyled, "\(columns), \(place)")
      }
    }
    ScreenGolden.compare(text, with: state.name)
  }
}

extension ScreenGoldenTests {
  /// The signs around what isn't typed, where no style tells it: an offer, the rest of a suggestion, a hint.
  private static let signs: Set<Character> = ["[", "]", "‹", "›", "(", ")"]

  /// Returns a picture without colors as it is with them.
  ///
  /// For each sign a blank is left out before what comes after it in its row. An offer that doesn't fit its row because
  /// of them continues in the next.
  private static func withoutSigns(_ plain: String, beside colored: String) -> String {
    var rows = plain.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var text: [String] = []
    for wanted in colored.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let row = rows.popFirst() else { break }
      var found = withoutSigns(row, like: wanted)
      if found != wanted, row.contains("["), let next = rows.first {
        let rest = next.drop { $0 == "|" || $0 == "│" || $0 == " " }
        let whole = withoutSigns(row + rest, like: wanted)
        if whole == wanted {
          found = whole
          rows.removeFirst()
        }
      }
      text.append(found)
    }
    return (text + rows.map(String.init)).joined(separator: "\n")
  }

  private static func withoutSigns(_ plain: Substring, like colored: Substring) -> String {
    var text = ""
    var rest = colored
    var removed = 0
    for character in plain {
      // The remark to the right of a short answer begins in the same column.
      while removed > 0, rest.first == " ", character != " " {
        text.append(rest.removeFirst())
        removed -= 1
      }
      if character == rest.first {
        text.append(rest.removeFirst())
      } else if signs.contains(character) {
        removed += 1
      } else {
        text.append(character)
      }
    }
    return text
  }
}

/// Asks about effects, of which none succeeds, and knows a folder of keys.
struct PictureHost: EffectHost, PathHost {
  func permission(for request: EffectRequest) -> EffectPermission { .asked }
  func outlook(of part: WriteRequest) -> WriteOutlook { .new }
  func perform(
    _ request: EffectRequest, until cancellation: EffectCancellation
  ) -> EffectResult { .ended(CommandResult(status: 128, errors: "fatal: not a repository\n")) }

  private static let entries = [
    PathEntry("~/.ssh/id_ed25519", byteCount: 464),
    PathEntry("~/.ssh/id_ed25519.pub", byteCount: 104),
    PathEntry("~/.ssh/id_rsa", byteCount: 2_655), PathEntry("~/.ssh/keys/"),
    PathEntry("~/.ssh/鍵", byteCount: 12_345_678),
  ]

  func facts(of path: String) -> PathFacts { PathFacts(unknown: path) }

  func paths(beginning typed: String) -> [String] { entries(beginning: typed).map(\.path) }

  func entries(beginning typed: String) -> PathEntries {
    PathEntries(Self.entries.filter { $0.path.hasPrefix(typed) })
  }
}
