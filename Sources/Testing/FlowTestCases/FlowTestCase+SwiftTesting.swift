// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
public import Testing

extension FlowTestCase: CustomTestStringConvertible {
  /// The name of the test.
  public var testDescription: String { name }

  /// Runs the test, and records its failures at their lines in the script.
  ///
  /// - Parameter secrets: Returns the text of a secret that the script names but doesn't contain, by name.
  public func check(secrets: @escaping (String) -> String? = { _ in nil }) {
    for failure in failures(secrets: secrets) {
      Issue.record(
        Comment(rawValue: failure.message),
        sourceLocation: SourceLocation(
          fileID: failure.fileID, filePath: failure.path, line: failure.line,
          column: failure.column))
    }
  }
}
#endif
