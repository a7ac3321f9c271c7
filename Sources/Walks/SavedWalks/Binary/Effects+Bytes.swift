// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions

// Facts about paths, and results of effects, in the binary format.
extension ByteWriter {
  mutating func write(_ facts: PathFacts) {
    write(facts.path)
    write(UInt8(PathFacts.Kind.allCases.firstIndex(of: facts.kind) ?? 0))
    write(flag: facts.expanded != nil)
    if let expanded = facts.expanded { write(expanded) }
  }

  mutating func write(_ result: EffectResult) {
    switch result {
    case .ended(let ended):
      write(ResultTag.ended.rawValue)
      write(signed: ended.status)
      write(ended.output)
      write(ended.errors)
    case .returned(let value):
      write(ResultTag.returned.rawValue)
      write(value)
    case .written(let file):
      write(ResultTag.written.rawValue)
      write(file)
    case .done: write(ResultTag.done.rawValue)
    case .failed(let message):
      write(ResultTag.failed.rawValue)
      write(message)
    }
  }

  private mutating func write(_ file: WrittenFile) {
    switch file.previous {
    case .nothing: write(PreviousTag.nothing.rawValue)
    case .replaced(let content, let mode):
      write(PreviousTag.replaced.rawValue)
      write(content)
      write(signed: mode)
    case .appended(let count):
      write(PreviousTag.appended.rawValue)
      write(signed: count)
    case .link(let target):
      write(PreviousTag.link.rawValue)
      write(target)
    case .tree(let parts):
      write(PreviousTag.tree.rawValue)
      write(count: parts.count)
      for part in parts {
        write(flag: part != nil)
        if let part { write(part) }
      }
    }
    write(count: file.madeFolders.count)
    for folder in file.madeFolders { write(folder) }
  }
}

extension ByteReader {
  mutating func facts() throws(SavedWalkError) -> PathFacts {
    let path = try text()
    let number = Int(try byte())
    guard PathFacts.Kind.allCases.indices.contains(number) else {
      throw damaged("a kind of file is unknown")
    }
    let expanded = try flag() ? try text() : nil
    return PathFacts(path, expanded: expanded, kind: PathFacts.Kind.allCases[number])
  }

  mutating func result() throws(SavedWalkError) -> EffectResult {
    guard let tag = ResultTag(rawValue: try byte()) else { throw damaged("a result has no type") }
    switch tag {
    case .ended:
      let status = try signedInt()
      let output = try content()
      return .ended(CommandResult(status: status, output: output, errors: try text()))
    case .returned: return .returned(try value())
    case .written: return .written(try file())
    case .done: return .done
    case .failed: return .failed(message: try text())
    }
  }

  private mutating func file(isPart: Bool = false) throws(SavedWalkError) -> WrittenFile {
    guard let tag = PreviousTag(rawValue: try byte()) else {
      throw damaged("a replaced file has no type")
    }
    let previous: WrittenFile.Previous
    switch tag {
    case .nothing: previous = .nothing
    case .replaced:
      let content = try content()
      previous = .replaced(content, mode: try signedInt())
    case .appended: previous = .appended(count: try signedInt())
    case .link: previous = .link(to: try text())
    case .tree:
      guard !isPart else { throw damaged("a tree is in a tree") }
      var parts: [WrittenFile?] = []
      for _ in 0..<(try items()) { parts.append(try flag() ? try file(isPart: true) : nil) }
      previous = .tree(parts)
    }
    var folders: [String] = []
    for _ in 0..<(try items()) { folders.append(try text()) }
    return WrittenFile(previous: previous, madeFolders: folders)
  }
}

/// The first byte of a result.
///
/// Don't reuse a number.
private enum ResultTag: UInt8 {
  case ended, returned, written, done, failed
}

/// The first byte of what a write replaced.
///
/// Don't reuse a number.
private enum PreviousTag: UInt8 {
  case nothing, replaced, appended, link, tree
}
