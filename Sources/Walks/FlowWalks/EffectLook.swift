// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowModel

/// One look at the disk: what's where the pending effect writes, and where those do that are permitted with it.
///
/// All that's shown and decided about the effect comes from it, in every face.
struct EffectLook: Sendable {
  /// An effect, and what the parts of its write would replace.
  struct Found: Sendable {
    let request: EffectRequest

    /// The file that each part would replace; empty for an effect that replaces nothing that's decided about.
    private(set) var outlooks: [WriteOutlook] = []

    /// The file that each part meets; nil for a part about which there's nothing to decide.
    private(set) var files: [ExistingFile?] = []

    /// - Complexity: O(*n*) in the size of the parts.
    init(_ request: EffectRequest, by effects: any EffectHost) {
      self.request = request
      guard case .write(let write) = request.effect, write.isTree || write.exists == .ask else {
        return
      }
      outlooks = effects.outlooks(of: write)
      files = zip(write.parts, outlooks).map { write.file(met: $0, $1) }
    }

    /// Whether something is in the way of a tree that can't even be kept.
    var isBlocked: Bool {
      guard case .write(let write) = request.effect, write.isTree else { return false }
      return zip(write.parts, outlooks).contains { part, outlook in
        // Folders are looked at, because nothing else says that a file is in the place of one.
        guard part.exists == .ask, case .blocked(let obstacle) = outlook else { return false }
        return !part.canKeep(obstacle)
      }
    }

    /// The path of the first file that's met; nil if there's none.
    var path: String? { isBlocked ? nil : files.lazy.compactMap { $0?.path }.first }

    /// Looks again at a part of the write.
    mutating func lookAgain(atPart index: Int, by effects: any EffectHost) {
      guard case .write(let write) = request.effect else { return }
      outlooks[index] = effects.outlook(of: write.parts[index])
      files[index] = write.file(met: write.parts[index], outlooks[index])
    }
  }

  /// Whether the pending effect may be performed.
  let permission: EffectPermission

  /// The pending effect.
  var pending: Found

  /// The effects after it that a permission is for as well; empty until it's asked for.
  private(set) var later: [Found] = []

  /// Looks at the pending effect.
  init(at request: EffectRequest, by effects: any EffectHost) {
    permission = effects.permission(for: request)
    pending = Found(request, by: effects)
  }

  /// Looks at the effects after the pending one that have to be permitted.
  mutating func lookAhead(at requests: some Sequence<EffectRequest>, by effects: any EffectHost) {
    later = requests.filter { effects.permission(for: $0) == .asked }.map {
      Found($0, by: effects)
    }
  }
}

extension WriteRequest {
  /// The file that a part of the write meets, if the user decides about it.
  fileprivate func file(met part: WriteRequest, _ outlook: WriteOutlook) -> ExistingFile? {
    if isTree { return part.isAskedAbout ? ExistingFile(met: part, outlook) : nil }
    // A mode doesn't count where there's one file.
    guard case .differs(let old) = outlook, old != content else { return nil }
    return ExistingFile(path: path)
  }
}
