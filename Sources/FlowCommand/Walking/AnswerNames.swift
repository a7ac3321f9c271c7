// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowHosts
import SourceDiagnostics

/// The names under which a flow's inputs and answers can be given, in whatever case they are
/// written.
struct AnswerNames {
  /// What a name stands for.
  enum Match: Equatable {
    /// The name as the flow writes it.
    case name(String)

    /// Several names of the flow differ from it in their case only.
    case ambiguous([String])

    /// Nothing.
    case none
  }

  private let exact: Set<String>
  private let spellings: [String: [String]]
  private let known: [String]

  /// Finds the names of a flow, and those that its migrations know when the answers are older.
  init(_ flow: CheckedFlow, includesEarlier: Bool = false) {
    let answers = flow.stepIDs.filter { flow.takesAnswer($0) }
    var names = flow.inputs.map(\.name) + answers
    known = names
    for id in answers {
      // The answers of a flow inside the flow may be given as one record.
      var parts = id.split(separator: ".")
      while parts.count > 1 {
        parts.removeLast()
        names.append(parts.joined(separator: "."))
      }
    }
    if includesEarlier { names += flow.namesOfEarlierVersions.sorted() }
    exact = Set(names)
    var spellings: [String: [String]] = [:]
    for name in exact.sorted() {
      spellings[VariableNames.spelling(of: name), default: []].append(name)
    }
    self.spellings = spellings
  }

  /// What a name stands for: itself, or else the only name that is spelled the same as a variable.
  func match(_ name: String) -> Match {
    if exact.contains(name) { return .name(name) }
    let found = spellings[VariableNames.spelling(of: name)] ?? []
    return found.count == 1 ? .name(found[0]) : found.isEmpty ? .none : .ambiguous(found)
  }

  /// The end of a sentence about a name that stands for nothing.
  func proposal(for name: String) -> String {
    let near =
      NearMiss.nearest(to: name, in: known) ?? NearMiss.nearest(to: name.lowercased(), in: known)
    return near.map { "; did you mean '\($0)'?" } ?? ""
  }
}
