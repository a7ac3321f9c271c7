// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowServer
import FlowTesting
import Foundation
import Testing

/// The effects that a client performs, and the results that it gives.
@Suite struct ServedEffectTests {
  /// With `RECORD_GOLDENS=1`, the test writes the file, and fails if it changed.
  @Test func everyEffectIsTheObjectOfTheProtocol() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/walks/effects.json").standardized
    let text = SampleEffects.requests.flatMap { [$0.summary, $0.complete] }
      .map { (JSONWriter().text(of: $0) ?? "") + "\n" }.joined()
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1",
      (try? String(contentsOf: file, encoding: .utf8)) != text
    {
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("effects.json is written")
    }
    expectEqual(try String(contentsOf: file, encoding: .utf8), text)
  }
}
