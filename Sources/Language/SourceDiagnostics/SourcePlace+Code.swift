// SPDX-License-Identifier: Apache-2.0

extension SourceFile {
  /// A placeholder for definitions that a program makes, which have no file.
  public static let code = SourceFile(
    name: "code", text: "", outline: SourceOutline(whole: "code"))
}

extension SourcePlace {
  /// A placeholder for definitions that a program makes, which have no location.
  ///
  /// Checking a flow made in code gives each of its parts a place with its path.
  public static let code = SourcePlace(.code, SourceRange(at: 0))
}
