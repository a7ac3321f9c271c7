// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
public import FlowModel
internal import Synchronization

extension FlowDefinition {
  /// A number that changes when the flow changes, with the flows that it uses and the files that it
  /// copies.
  ///
  /// It's the 64-bit FNV-1a hash of the definition's canonical text. It recognizes a flow that a saved
  /// walk belongs to; it doesn't protect against a forged one. Comments, the order of keys, and
  /// places don't matter.
  ///
  /// - Complexity: O(*n*) in the size of the definition.
  public var fingerprint: UInt64 {
    var writer = DefinitionWriter()
    var hash = Fingerprint()
    hash.addPart(Array(writer.text(of: self).text.utf8))
    for (path, bytes) in writer.files.bytes.sorted(by: { $0.key < $1.key }) {
      hash.addPart(Array(path.utf8))
      hash.addPart(bytes)
    }
    for path in writer.files.executables.sorted() { hash.addPart(Array(path.utf8)) }
    for (path, target) in writer.files.links.sorted(by: { $0.key < $1.key }) {
      hash.addPart(Array(path.utf8))
      hash.addPart(Array(target.utf8))
    }
    let extensions = FlowExtensions(of: self)
    if !extensions.isEmpty { hash.addPart(Array(extensions.declared.utf8)) }
    return hash.value
  }
}

extension FlowExtensions {
  /// The declarations, in one canonical text.
  fileprivate var declared: String {
    var lines: [String] = []
    for function in functions {
      for overload in function.overloads {
        let parameters = overload.parameters.map(\.description).joined(separator: ", ")
        lines.append("\(function.name)(\(parameters)) \(overload.isMethod) \(overload.result)")
      }
    }
    for type in types {
      lines.append("\(type.name): \(type.base.rawValue) \(type.readsText)")
      for constraint in type.constraints {
        guard case .literal(let literal) = constraint.value else { continue }
        lines.append("\(constraint.kind.rawValue): \(literal.value.plainText)")
      }
    }
    for action in actions {
      let parameters = action.parameters.map {
        "\($0.name): \($0.type.valueType) \($0.isOptional)"
      }
      lines.append("\(action.name)(\(parameters.joined(separator: ", ")))")
    }
    return lines.joined(separator: "\n")
  }
}

extension CheckedFlow {
  /// The `fingerprint` of the definition.
  ///
  /// - Complexity: O(*n*) in the size of the definition the first time, then O(1).
  public var fingerprint: UInt64 {
    knownFingerprint.withLock { known in
      if let known { return known }
      let fingerprint = definition.fingerprint
      known = fingerprint
      return fingerprint
    }
  }
}

extension Fingerprint {
  /// Adds the bytes of a part, and how many there are as eight bytes.
  fileprivate mutating func addPart(_ bytes: [UInt8]) {
    combine(bytes)
    combine(stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: bytes.count >> $0) })
  }
}
