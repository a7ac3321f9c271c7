// SPDX-License-Identifier: Apache-2.0

import FlowHosts
import FlowModel
import FlowSessions
import SourceDiagnostics

/// The names of a flow's inputs and answers in data, matched regardless of case.
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

  private let flow: CheckedFlow
  private let exact: Set<String>
  private let spellings: Spellings

  /// The names by their spellings as variables, which few walks need.
  private final class Spellings {
    private let paths: [String: [String]]

    private(set) lazy var namesBySpelling: [String: [String]] = Dictionary(
      grouping: paths.keys.sorted(), by: { VariableNames.spelling(of: paths[$0] ?? [$0]) })

    init(_ paths: [String: [String]]) { self.paths = paths }
  }

  private let known: [String]

  /// Creates the names of a flow, including those of earlier versions if requested.
  init(_ flow: CheckedFlow, includesEarlier: Bool = false) {
    self.flow = flow
    let answers = flow.stepIDs.filter { flow.takesAnswer($0) }
    known = flow.inputs.map(\.name) + answers.map { flow.dataName(of: $0) }
    var paths: [String: [String]] = [:]
    for input in flow.inputs { paths[input.name] = [input.name] }
    for id in answers {
      var path = flow.dataPath(of: id)
      paths[path.joined(separator: ".")] = path
      // The answers of a used flow can be given together, as a record.
      while path.count > 1 {
        path.removeLast()
        paths[path.joined(separator: ".")] = path
      }
    }
    if includesEarlier {
      for name in flow.namesOfEarlierVersions where paths[name] == nil { paths[name] = [name] }
    }
    exact = Set(paths.keys)
    spellings = Spellings(paths)
  }

  /// Returns the name before the `=` of an assignment; nil if it has none.
  ///
  /// A key can have a `=`.
  func assigned(in assignment: String) -> Substring? {
    guard let first = assignment.firstIndex(of: "="), first > assignment.startIndex else {
      return nil
    }
    let ends = assignment.indices.filter { assignment[$0] == "=" }
    let end = ends.first { exact.contains(String(assignment[..<$0])) } ?? first
    return assignment[..<end]
  }

  /// Returns the exact match for a name, or else the only name with the same spelling as a
  /// variable.
  func match(_ name: String) -> Match {
    if exact.contains(name) || isInItem(name) { return .name(name) }
    let found = spellings.namesBySpelling[VariableNames.spelling(of: name)] ?? []
    return found.count == 1 ? .name(found[0]) : found.isEmpty ? .none : .ambiguous(found)
  }

  /// Returns whether a name is that of an answer in an item of a list, such as `env[0].key`.
  private func isInItem(_ name: String) -> Bool {
    name.contains("[") && flow.id(ofAnswerNamed: name).map(flow.takesAnswerInItem) ?? false
  }

  /// Returns a suggestion for an unknown name, to append to a message.
  func proposal(for name: String) -> String {
    let near =
      NearMiss.nearest(to: name, in: known) ?? NearMiss.nearest(to: name.lowercased(), in: known)
    return near.map { "; did you mean '\($0)'?" } ?? ""
  }
}
