// SPDX-License-Identifier: Apache-2.0

public import Testing

/// Records an issue unless two values are equal, like `#expect(found == expected)`.
///
/// Of texts with several lines, and of lists of texts, the issue shows the lines that differ. The compiler takes a
/// tenth of the time that it takes for the macro, which thousands of comparisons turn into minutes.
///
/// - Parameters:
///   - found: What the test found.
///   - expected: What it must be.
///   - comment: What the comparison is about, evaluated only if the values differ.
///   - fileID: The file and module of the test.
///   - filePath: The file of the test.
///   - line: The 1-based line of the call.
///   - column: The 1-based column of the call.
public func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if found == expected { return }
  var message = difference(of: found, from: expected)
  if let comment = comment() { message += "\n" + comment.rawValue }
  Issue.record(
    Comment(rawValue: message),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Returns the difference, in words, or line by line.
func difference<Value>(of found: Value, from expected: Value) -> String {
  guard let found = lines(of: found), let expected = lines(of: expected) else {
    return "found \(String(reflecting: found)), expected \(String(reflecting: expected))"
  }
  var changes = found.difference(from: expected).map { change in
    switch change {
    case .insert(let offset, let line, _): (offset: offset, words: "found:    \(line)")
    case .remove(let offset, let line, _): (offset: offset, words: "expected: \(line)")
    }
  }
  changes.sort { ($0.offset, $0.words) < ($1.offset, $1.words) }
  return changes.map { "line \($0.offset + 1), \($0.words)" }.joined(separator: "\n")
}

/// The lines of a text that has several, or of a list of texts.
private func lines(of value: Any) -> [String]? {
  if let list = value as? [String] { return list }
  guard let text = value as? String, text.contains("\n") else { return nil }
  return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
