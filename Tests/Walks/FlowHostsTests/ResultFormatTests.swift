// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

@testable import FlowHosts

/// Results as other programs read them.
@Suite struct ResultFormatTests {
  private func written(_ value: Value, _ format: ResultFormat) throws -> String {
    try format.text(of: .map(ValueMap([("v", value)])))
  }

  /// PyYAML and Psych read `1e-05` as a text.
  @Test(arguments: [
    (1e-05, "1.0e-05"), (1e+21, "1.0e+21"), (-Double.leastNonzeroMagnitude, "-5.0e-324"),
    (1.5e300, "1.5e+300"),
    (0.25, "0.25"), (3, "3.0"), (-0.0, "-0.0"),
  ])
  func aNumberWithAnExponentHasAPointInYAML(number: Double, text: String) throws {
    expectEqual(try written(.double(number), .yaml), "v: \(text)\n")
  }

  /// Readers of YAML look for the colon after a key within 1,024 characters.
  @Test func aLongKeyFollowsAQuestionMarkInYAML() throws {
    let key = String(repeating: "k", count: 1_100)
    let inner: [(String, Value)] = [(key, .list([2]))]
    let entries: [(String, Value)] = [
      (key, 1), (key + "2", .list([.map(ValueMap(inner))])), ("short", 3),
    ]
    let map = ValueMap(entries)
    expectEqual(
      try ResultFormat.yaml.text(of: .map(map)),
      """
      ? "\(key)"
      : 1
      ? "\(key)2"
      :
        - ? "\(key)"
          :
            - 2
      short: 3

      """)
  }
}
