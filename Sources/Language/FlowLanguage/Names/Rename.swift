// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import ForeignTemplates
package import SourceDiagnostics

/// The reason why a name can't be changed.
package struct RenameRefusal: Error {
  /// The reason: lower case, without a full stop.
  package let message: String
}

// Renames names in all files that use them.
extension FlowWorkspace {
  /// The maximum number of times that the files are checked with the new name.
  private static let mostTrials = 20

  /// Returns the name at an offset that can be changed, and the range of its text.
  ///
  /// - Throws: ``RenameRefusal`` if it isn't the flow's own, if it's escaped somewhere, or if it's a key in the output of
  ///   a used flow.
  package mutating func renamable(
    at offset: Int, in path: String
  ) throws(RenameRefusal) -> (target: NameTarget, range: SourceRange, name: String)? {
    guard let (target, range) = target(at: offset, in: path) else { return nil }
    if let name = foreignName(target)?.name ?? extensionName(target)?.name {
      return (target, range, name)
    }
    if let view = view(of: path), let inner = innerName(at: offset, in: view),
      let key = inner.outputKey, inner.range == range
    {
      let flow = FilePath.name(of: target.flow)
      throw RenameRefusal(
        message: "'\(key)' is a key in the output of '\(flow)', which keeps its name")
    }
    guard let index = check(target.flow)?.loaded?.index, index.names.indices.contains(target.name)
    else { return nil }
    if let choice = target.choice { return (target, range, choice.text) }
    let name = index.names[target.name]
    guard name.isWritten else {
      throw RenameRefusal(message: "'\(name.id.name)' isn't a name of the flow's own")
    }
    let uses = index.uses.filter {
      $0.name == target.name && [.value, .function].contains($0.kind)
    }
    if let hidden = uses.first(where: { !$0.isExact }) {
      throw RenameRefusal(
        message: "'\(name.id.name)' can't be changed at \(hidden.place), where it's escaped")
    }
    return (target, range, name.id.name)
  }

  /// Returns the edits that give a name another text, in all files that use it.
  ///
  /// The files are checked with the edits: what then is unknown under the old name is changed as well, and if anything
  /// else is wrong that wasn't before, the name is refused. So is the text of a choice if a test then fails, for example
  /// because it expects the text in a file that the flow writes.
  ///
  /// - Parameters:
  ///   - target: The name.
  ///   - new: The new text.
  /// - Returns: The edits by path.
  /// - Throws: ``RenameRefusal`` if the new name is invalid or clashes with another one.
  /// - Complexity: At most 20 times that of checking the flow, those that use it, and their scripts.
  package mutating func rename(
    _ target: NameTarget, to new: String
  ) throws(RenameRefusal) -> [String: [FixIt.Edit]] {
    if let name = foreignName(target) { return try rename(foreign: name, target, to: new) }
    if let name = extensionName(target) { return try rename(extension: name, target, to: new) }
    guard let index = check(target.flow)?.loaded?.index else { return [:] }
    let old = target.choice?.text ?? index.names[target.name].id.name
    guard new != old else { return [:] }
    guard !new.isEmpty else { throw RenameRefusal(message: "a name isn't empty") }
    var edits: [String: TextEdits] = [:]
    for place in references(of: target, includingDeclaration: true) {
      guard
        let all = (edits[place.path] ?? TextEdits()).adding([FixIt.Edit(place.range, new)])
      else { continue }
      edits[place.path] = all
    }
    var names = [old: new]
    // The position of an element of a loop is named after it.
    if target.choice == nil, index.hasPosition(ofNameAt: target.name) {
      names[old + "_index"] = new + "_index"
    }
    let flows = [target.flow] + flows(using: target.flow)
    let roots = flows + flows.flatMap { belongings(of: $0) }.filter { FileKind(of: $0) == .script }
    let before = mistakes(in: roots)
    for _ in 0..<Self.mostTrials {
      let tried = edits
      var trial = trying(tried.mapValues(\.edits))
      let after = trial.mistakes(in: roots)
      var isMore = false
      for diagnostic in after {
        let path = FilePath.normalized(diagnostic.place.file.name)
        for (old, new) in names {
          for range in diagnostic.place.ranges(of: old) {
            let known = edits[path] ?? TextEdits()
            let start = (tried[path] ?? TextEdits()).original(range.lowerBound)
            let edit = FixIt.Edit(SourceRange(start, start + old.utf8.count), new)
            guard
              !before.contains(where: {
                $0.place.range.touches(edit.range) && $0.isSameKind(diagnostic)
              }),
              !known.edits.contains(where: { $0.range == edit.range }),
              let all = known.adding([edit])
            else { continue }
            edits[path] = all
            isMore = true
          }
        }
      }
      if isMore { continue }
      if let mistake = Self.addition(in: after, to: before) {
        throw RenameRefusal(message: "\(mistake.message) (\(mistake.place))")
      }
      try trial.confirm(target, as: new, in: index)
      if target.choice != nil, let (test, path) = brokenTest(in: roots, of: &trial) {
        throw RenameRefusal(message: "the test '\(test)' of '\(path)' then fails")
      }
      return edits.mapValues(\.edits)
    }
    throw RenameRefusal(message: "'\(old)' is used in too many ways to change it")
  }

  /// Returns the edits that write a text at places, by path.
  static func edits(at places: [FilePlace], writing new: String) -> [String: [FixIt.Edit]] {
    Dictionary(grouping: places, by: \.path).mapValues { places in
      places.map { FixIt.Edit($0.range, new) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  /// Returns the files with edits.
  func trying(_ edits: [String: [FixIt.Edit]]) -> FlowWorkspace {
    var trial = self
    for (path, edits) in edits {
      guard let all = TextEdits().adding(edits), let bytes = read(path) else { continue }
      trial.set(path, TextLines(all.applied(to: bytes)))
    }
    return trial
  }

  /// Checks that exactly the uses of a name mean it under its new text.
  private mutating func confirm(
    _ target: NameTarget, as new: String, in old: FlowIndex
  ) throws(RenameRefusal) {
    func uses(_ index: FlowIndex) -> Int {
      index.uses.count { $0.name == target.name && [.value, .function].contains($0.kind) }
    }
    if let choice = target.choice {
      let renamed = check(target.flow)?.loaded?.index
      let places = [old, renamed].map { index in
        index?.names[target.name].step.flatMap { index?.steps[$0].field?.choicePlaces } ?? []
      }
      guard let position = places[0].firstIndex(where: { $0.choice == choice }),
        places[0].count == places[1].count, places[1][position].choice.text == new
      else { throw RenameRefusal(message: "'\(new)' can't be the text of a choice here") }
      return
    }
    guard let index = check(target.flow)?.loaded?.index, index.names.count == old.names.count,
      index.names[target.name].id.name == new, uses(index) == uses(old)
    else { throw RenameRefusal(message: "'\(new)' already means something else where it's used") }
  }

  /// Returns the mistakes of files, and the comparisons with a value that isn't among the choices.
  mutating func mistakes(in roots: [String]) -> [Diagnostic] {
    roots.flatMap { check($0)?.diagnostics ?? [] }.filter {
      $0.severity == .error || $0.id == "unknown-choice"
    }
  }

  /// Returns a mistake of a kind of which there are more than before.
  static func addition(
    in after: [Diagnostic], to before: [Diagnostic]
  ) -> Diagnostic? {
    var left: [DiagnosticID: Int] = [:]
    for diagnostic in before { left[diagnostic.id, default: 0] += 1 }
    return after.first { diagnostic in
      left[diagnostic.id, default: 0] -= 1
      return left[diagnostic.id, default: 0] < 0
    }
  }
}

extension FlowIndex {
  /// Whether a name is an element of a loop, whose position has a name as well.
  fileprivate func hasPosition(ofNameAt number: Int) -> Bool {
    let id = names[number].id
    return names.contains {
      $0.kind == .elementPosition && $0.id.name == id.name + "_index" && $0.id.place == id.place
    }
  }
}

extension Diagnostic {
  fileprivate func isSameKind(_ other: Diagnostic) -> Bool {
    id == other.id && place.file.name == other.place.file.name
  }
}
