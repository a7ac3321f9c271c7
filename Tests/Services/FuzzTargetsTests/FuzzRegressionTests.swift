// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import FuzzTargets
import RandomTesting
import Testing

/// The inputs that once caused failures, and those that the fuzzer keeps.
@Suite struct FuzzRegressionTests {
  private static let root = ProjectFolder.url

  private static func inputs(of target: FuzzTarget) -> [URL] {
    ["Tests/Fixtures/fuzz", "Fuzz/Corpus"].flatMap { folder in
      let url = root.appending(path: folder).appending(path: target.rawValue)
      let files = try? FileManager.default.contentsOfDirectory(
        at: url, includingPropertiesForKeys: nil)
      return (files ?? []).sorted { $0.path < $1.path }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func noKeptInputCausesAFailure(target: FuzzTarget) throws {
    let inputs = Self.inputs(of: target)
    #expect(!inputs.isEmpty, "no inputs of \(target.rawValue)")
    for input in inputs {
      let violation = target.violation(for: Array(try Data(contentsOf: input)))
      expectEqual(violation, nil, "\(input.lastPathComponent): \(violation ?? "")")
    }
  }
}
