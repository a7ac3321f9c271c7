// SPDX-License-Identifier: Apache-2.0

extension SourceFile {
  /// Stands for a file where there's none, because a program makes the definition.
  public static let code = SourceFile(
    name: "code", text: "", outline: SourceOutline(whole: "code"))
}

extension SourcePlace {
  /// The place of what is in no file, because a program makes it; ``path`` names no part of it.
  ///
  /// When a flow made in code is checked, each part of it gets a place with its path.
  public static let code = SourcePlace(.code, SourceRange(at: 0))
}
