// SPDX-License-Identifier: Apache-2.0

#if canImport(XCTest)
public import XCTest

extension XCTestCase {
  /// Runs a scripted test, and records its failures at their lines in the script.
  ///
  /// - Parameters:
  ///   - test: The scripted test.
  ///   - secrets: Returns the text of a secret that the script names but doesn't contain, by name.
  public func check(_ test: FlowTestCase, secrets: @escaping (String) -> String? = { _ in nil }) {
    for failure in test.failures(secrets: secrets) {
      let message = "\(test.name): \(failure.message)"
      #if canImport(Darwin)
      let place = XCTSourceCodeLocation(filePath: failure.path, lineNumber: failure.line)
      record(
        XCTIssue(
          type: .assertionFailure, compactDescription: message,
          sourceCodeContext: XCTSourceCodeContext(location: place)))
      #else
      recordFailure(
        withDescription: message, inFile: failure.path, atLine: failure.line, expected: true)
      #endif
    }
  }
}
#endif
