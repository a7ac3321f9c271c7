// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExpressionConformance
@testable import FlowExpressions

@Suite struct ConformanceTests {
  @Test(arguments: ConformanceFiles.names) func allCasesOfAFilePass(_ name: String) throws {
    let cases = try ConformanceFiles.cases(of: name)
    #expect(!cases.isEmpty)
    for each in cases {
      if let failure = each.failure(zones: ConformanceFiles.zones) {
        Issue.record("\(each.id): '\(each.expression)' \(failure)")
      }
    }
  }
}
