// SPDX-License-Identifier: Apache-2.0

extension SourceFile {
  /// The file of what stands in no file, because a program builds it.
  public static let code = SourceFile(name: "code", text: "")
}

extension SourcePlace {
  /// The place of what stands in no file, because a program builds it.
  public static let code = SourcePlace(.code, SourceRange(at: 0))
}
