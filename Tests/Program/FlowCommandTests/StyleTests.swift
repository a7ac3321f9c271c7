// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// When the line face uses styles.
@Suite("Styles of the line face")
struct StyleTests {
  private static let escape = "\u{1B}["

  private func sent(_ environment: [String: String]) throws -> String {
    let walk = try ProgramWalk(
      "run", "walk.flow.yaml", "--ui", "line",
      environment: ["ACCESSIBLE": ""].merging(environment) { $1 })
    try walk.type("Billing<Enter>")
    try walk.type("<Ctrl-U>:quit<Enter>")
    try expectEqual(walk.finish(), 1)
    return walk.sent
  }

  @Test func questionsAndRefusalsStandOut() throws {
    let sent = try sent(["NO_COLOR": ""])
    #expect(sent.contains("\(Self.escape)1mWhat is the service called?"))
    #expect(sent.contains("\(Self.escape)31mNot accepted: \(Self.escape)0m"))
  }

  @Test func stylesAreOffOnRequestAndWithoutSupport() throws {
    for environment in [
      ["NO_COLOR": "1"], ["NO_COLOR": "", "TERM": "dumb"], ["NO_COLOR": "", "ACCESSIBLE": "1"],
    ] {
      let sent = try sent(environment)
      #expect(!sent.contains("\(Self.escape)1m") && !sent.contains("\(Self.escape)31m"))
    }
  }
}
