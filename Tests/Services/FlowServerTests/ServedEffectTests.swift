// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowModel
import FlowServer
import FlowSessions
import FlowTesting
import Foundation
import JSONRPC
import Testing

/// The effects that a client performs, and the results that it gives.
@Suite struct ServedEffectTests {
  /// With `RECORD_GOLDENS=1`, the test writes the file, and fails if it changed.
  @Test func everyEffectIsTheObjectOfTheProtocol() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/walks/effects.json").standardized
    let text = SampleEffects.requests.flatMap { [$0.value(for: .decider), $0.value(for: .client)] }
      .map { (JSONWriter().text(of: $0) ?? "") + "\n" }.joined()
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1",
      (try? String(contentsOf: file, encoding: .utf8)) != text
    {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("effects.json is written")
    }
    expectEqual(text, try String(contentsOf: file, encoding: .utf8))
  }

  @Test func everyResultIsReadAsAClientGivesIt() throws {
    for result in SampleEffects.results {
      let text = Self.text(result)
      var reader = ParameterReader(try #require(try Value(json: text).map))
      expectEqual(Self.text(try reader.result("result", for: .client)), text)
    }
  }

  private static func text(_ result: EffectResult) -> String {
    JSONWriter().text(of: .object(["result": result.value(for: .client)])) ?? ""
  }

  @Test(arguments: [
    ("{}", "'result' needs one of status, value, written, done, and failed"),
    (#"{"done":true,"status":0}"#, "there's no parameter 'result.status'"),
    (#"{"status":"0"}"#, "'result.status' must be a whole number"),
    (#"{"written":{"previous":"replaced"}}"#, "the parameter 'result.written.content' is missing"),
    (
      #"{"written":{"previous":"tree","parts":[null,{"previous":"tree","parts":[]}]}}"#,
      "'result.written.parts[1].previous' must be nothing, replaced, or link"
    ),
    (
      #"{"written":{"replaced":"aGk="}}"#, "there's no parameter 'result.written.replaced'"
    ),
  ])
  func whatIsNoResultIsRefused(json: String, message: String) throws {
    var reader = ParameterReader(ValueMap([("result", try Value(json: json))]))
    expectEqual(
      #expect(throws: RPCError.self) { try reader.result("result", for: .client) }?.message,
      message)
  }
}
