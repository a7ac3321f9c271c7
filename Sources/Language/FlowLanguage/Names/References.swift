// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import FlowScripts
import ForeignTemplates
package import SourceDiagnostics

// Finds names and files that are used across the files of flows.
extension FlowWorkspace {
  /// The maximum number of flows that are looked at to find those that use a flow.
  private static let mostFlows = 200

  // MARK: Names

  /// Returns the name at an offset of a file, and the range of its text; nil if there's none.
  package mutating func target(
    at offset: Int, in path: String
  ) -> (target: NameTarget, range: SourceRange)? {
    view(of: path).flatMap { target(at: offset, in: $0) }
  }

  /// Returns the name at an offset of a file as it's known.
  mutating func target(
    at offset: Int, in view: FileView
  ) -> (target: NameTarget, range: SourceRange)? {
    guard let check = view.check else { return nil }
    if let found = extensionTarget(at: offset, in: view) { return found }
    if let foreign = check.foreign {
      return foreign.target(at: offset, in: view.path, of: check.path)
    }
    guard let index = view.index else { return nil }
    if view.kind == .script || view.kind == .texts,
      let use = FileNames(in: view, index).uses.first(where: { $0.range.holds(offset) })
    {
      return (use.target, use.range)
    }
    if let inner = innerName(at: offset, in: view) { return (inner.target, inner.range) }
    guard let places = view.places else { return nil }
    let offset = view.checkedOffset(offset)
    if let use = places.use(at: offset) {
      guard let name = use.name else { return nil }
      if case .input(let step) = use.kind {
        guard let used = index.usedFlows[step]?.definition.file.name else { return nil }
        return (
          NameTarget(flow: FilePath.normalized(used), name: name), view.range(use.place.range)
        )
      }
      return (NameTarget(flow: check.path, name: name), view.range(use.place.range))
    }
    guard let name = places.name(at: offset) else { return nil }
    return (NameTarget(flow: check.path, name: name), view.range(index.names[name].id.place.range))
  }

  /// Returns where a name or a file at an offset is declared.
  package mutating func definition(at offset: Int, in path: String) -> FilePlace? {
    if let (target, _) = target(at: offset, in: path) { return declaration(of: target) }
    return usedFile(at: offset, in: path).map { FilePlace($0, SourceRange(at: 0)) }
  }

  /// Returns where a name is declared; nil if it isn't written anywhere.
  mutating func declaration(of target: NameTarget) -> FilePlace? {
    if let name = foreignName(target) { return FilePlace(name.place) }
    if let name = extensionName(target) { return FilePlace(target.flow, name.range) }
    guard let index = check(target.flow)?.loaded?.index, index.names.indices.contains(target.name)
    else { return nil }
    let name = index.names[target.name]
    if let choice = target.choice {
      let field = name.step.flatMap { index.steps[$0].field }
      return field?.choicePlaces.first { $0.choice == choice }.map { FilePlace($0.place) }
    }
    guard name.kind != .time, name.kind != .saved, name.id.place.file.outline == nil else {
      return nil
    }
    return FilePlace(name.id.place)
  }

  /// Returns the places at which a name is declared and used, in all files that belong to its flow and to flows that
  /// use it.
  ///
  /// - Parameters:
  ///   - target: The name.
  ///   - includingDeclaration: Whether the place at which it's declared is one of them.
  ///   - only: The only file in which places are looked for where that needs no check; nil for all.
  /// - Returns: The places, each once.
  /// - Complexity: That of checking those flows and their scripts, twice.
  package mutating func references(
    of target: NameTarget, includingDeclaration: Bool, in only: String? = nil
  ) -> [FilePlace] {
    var found: [FilePlace] = []
    if includingDeclaration, let place = declaration(of: target) { found.append(place) }
    if let name = foreignName(target) { return found + name.uses.map(FilePlace.init) }
    if let name = extensionName(target) {
      return found + uses(of: name, in: target.flow, only: only)
    }
    for flow in [target.flow] + (only == nil ? flows(using: target.flow) : []) {
      guard let index = check(flow)?.loaded?.index else { continue }
      if target.choice == nil { found += Self.uses(of: target, in: index, at: flow) }
      for path in belongings(of: flow) where path == only ?? path {
        guard let view = view(of: path) else { continue }
        found += FileNames(in: view, index).uses.filter { $0.target == target }
          .map { FilePlace(path, $0.range) }
      }
    }
    if only == nil { found += places(without: target) }
    var seen: Set<FilePlace> = []
    return found.filter { seen.insert($0).inserted }
  }

  private static func uses(
    of target: NameTarget, in index: FlowIndex, at flow: String
  ) -> [FilePlace] {
    index.uses.filter { use in
      guard use.name == target.name, use.isExact else { return false }
      switch use.kind {
      case .value, .function: return flow == target.flow
      case .input(let step):
        return index.usedFlows[step].map {
          FilePath.normalized($0.definition.file.name) == target.flow
        } ?? false
      case .action: return false
      }
    }.map { FilePlace($0.place) }
  }

  // MARK: Files

  /// Returns the paths of the scripts and translations of a flow.
  func belongings(of flow: String) -> [String] {
    let folder = FilePath.folder(of: flow)
    return files.names(in: folder).sorted().map { folder + $0 }.filter { path in
      switch FileKind(of: path) {
      case .texts: ScriptSearch.flow(ofTexts: path) == flow
      case .script: self.flow(ofScript: path) == flow
      default: false
      }
    }
  }

  /// Returns the paths of the flows near a flow that use it.
  mutating func flows(using path: String) -> [String] {
    let name = Array(FilePath.name(of: path).utf8)
    var found: [String] = []
    var count = 0
    var folder = FilePath.folder(of: path)
    for _ in 0..<3 where folder != "/" {
      for candidate in files.names(in: folder).sorted().map({ folder + $0 })
      where FileKind(of: candidate) == .flow && candidate != path && count < Self.mostFlows {
        count += 1
        guard let bytes = read(candidate), !bytes.offsets(of: name, first: true).isEmpty,
          check(candidate)?.reads.contains(file: path) == true
        else { continue }
        found.append(candidate)
      }
      folder = FilePath.folder(of: String(folder.dropLast()))
    }
    return found
  }

  /// Returns the path of the file that's named at an offset; nil if there's none.
  mutating func usedFile(at offset: Int, in path: String) -> String? {
    guard let view = view(of: path), let check = view.check,
      let scalar = view.scalar(at: offset), !scalar.text.isEmpty
    else { return nil }
    let used = FilePath.normalized(FilePath.folder(of: path) + scalar.text)
    return used != path && check.reads.contains(file: used) ? used : nil
  }
}

extension FileView {
  /// The innermost scalar of a value at an offset.
  func scalar(at offset: Int) -> YAMLScalar? { ancestors(of: offset).last?.scalar }

  /// The nodes around an offset, outermost first.
  func ancestors(of offset: Int) -> [YAMLNode] {
    guard
      var node = tree.documents.lazy.compactMap(\.root).first(where: { $0.range.holds(offset) })
    else { return [] }
    var found = [node]
    while true {
      let children = node.entries.map(\.value) + node.items
      guard let inner = children.first(where: { $0.range.holds(offset) }) else { return found }
      node = inner
      found.append(node)
    }
  }
}

extension [UInt8] {
  /// The offsets at which other bytes are in these.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both, at worst.
  func offsets(of part: [UInt8], first isFirst: Bool = false) -> [Int] {
    guard let first = part.first else { return [] }
    return withUnsafeBufferPointer { bytes in
      var found: [Int] = []
      var at = 0
      while at + part.count <= bytes.count {
        if bytes[at] == first, bytes[at..<(at + part.count)].elementsEqual(part) {
          found.append(at)
          if isFirst { break }
        }
        at += 1
      }
      return found
    }
  }
}
