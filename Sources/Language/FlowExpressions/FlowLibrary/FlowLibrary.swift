// SPDX-License-Identifier: Apache-2.0

/// The functions that flows add to those of the language.
public enum FlowLibrary {
  /// All functions, for an environment.
  public static let functions = section.functions

  /// All functions, as a section of the reference.
  static let section = FunctionTable.Section(
    title: "Functions of flows",
    functions: aggregates + patterns + dates + texts + cases + textParts)

  static let t = ValueType.parameter("T")
}
