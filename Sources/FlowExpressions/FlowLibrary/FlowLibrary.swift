// SPDX-License-Identifier: Apache-2.0

/// The functions that expressions of flows have beside those of the language.
public enum FlowLibrary {
  /// All of them, to be given to an environment.
  public static let functions = section.functions

  /// All of them as a section of the reference.
  package static let section = FunctionTable.Section(
    title: "Functions of flows", functions: aggregates + patterns + dates + texts)

  static let t = ValueType.parameter("T")
}
