// SPDX-License-Identifier: Apache-2.0

import FlowTestCases
import Testing

/// The scripts of `service.flow.yaml`: each is a case of its own, and fails at the line of its file.
@Suite struct ServiceFlowTests {
  private static let folder = #filePath.replacing(#/Tests/[^/]+/[^/]+$/#, with: "")

  @Test(arguments: FlowTestCase.all(in: [folder + "service.flow.yaml"]))
  func scripts(_ test: FlowTestCase) { test.check() }
}
