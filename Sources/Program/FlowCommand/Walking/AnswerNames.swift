// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import SourceDiagnostics

/// The names of a flow's inputs and answers, matched regardless of case.
struct AnswerNames {
  /// The meaning of a name.
  enum Match: Equatable {
    /// The name, as the flow spells it.
    case name(String)

    /// Several names in the flow differ from it only in case.
    case ambiguous([String])

    /// An unknown name.
    case none
  }

  private let exact: Set<String>
  private let spellings: Spellings

  /// The names by their spellings as variables, which few walks need.
  private final class Spellings {
    private let names: Set<String>

    private(set) lazy var namesBySpelling: [String: [String]] = Dictionary(
      grouping: names.sorted(), by: VariableNames.spelling(of:))

    init(_ names: Set<String>) { self.names = names }
  }

  private let known: [String]

  /// Creates the names of a flow, including those of earlier versions if requested.
  init(_ flow: CheckedFlow, includesEarlier: Bool = false) {
    let answers = flow.stepIDs.filter { flow.takesAnswer($0) }
    var names = flow.inputs.map(\.name) + answers
    known = names
    for id in answers {
      // The answers of a used flow can be given together, as a record.
      var parts = id.split(separator: ".")
      while parts.count > 1 {
        parts.removeLast()
        names.append(parts.joined(separator: "."))
      }
    }
    if includesEarlier { names += flow.namesOfEarlierVersions.sorted() }
    exact = Set(names)
    spellings = Spellings(exact)
  }

  /// Returns the exact match for a name, or else the only name with the same spelling as a
  /// variable.
  func match(_ name: String) -> Match {
    if exact.contains(name) { return .name(name) }
    let found = spellings.namesBySpelling[VariableNames.spelling(of: name)] ?? []
    return found.count == 1 ? .name(found[0]) : found.isEmpty ? .none : .ambiguous(found)
  }

  /// Returns a suggestion for an unknown name, to append to a message.
  func proposal(for name: String) -> String {
    let near =
      NearMiss.nearest(to: name, in: known) ?? NearMiss.nearest(to: name.lowercased(), in: known)
    return near.map { "; did you mean '\($0)'?" } ?? ""
  }
}
