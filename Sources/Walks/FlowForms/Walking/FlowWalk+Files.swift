// SPDX-License-Identifier: Apache-2.0

import HashTreeCollections

// Decisions about files that a write would replace.
extension FlowWalk {
  /// The file that a write would replace, if the flow has the user decide that.
  ///
  /// - Parameter request: The request.
  /// - Returns: The path; nil if there's nothing to decide.
  /// - Complexity: O(*n*) in the size of the parts until the first that has to be decided about.
  package func existingFile(_ request: EffectRequest) -> String? {
    guard case .write(let write) = request.effect, let effects = services.effects else {
      return nil
    }
    if write.isTree { return undecidedFile(of: request)?.path }
    return write.exists == .ask && effects.meetsFile(write) ? write.path : nil
  }

  /// The first file of a tree that has to be decided about; nil if there's none.
  ///
  /// Once each has been decided about, all are looked at again, because one can have changed since.
  ///
  /// - Complexity: O(*n*) in the size of the parts.
  func undecidedFile(of request: EffectRequest) -> ExistingFile? {
    guard request.isTree, !session.isSettling, !session.hasBegunEffect || session.isInDoubt else {
      return nil
    }
    let count = grants.settled.count(for: request)
    return undecidedFile(of: request, from: count)
      ?? (count > 0 ? undecidedFile(of: request, from: 0) : nil)
  }

  private func undecidedFile(of request: EffectRequest, from start: Int) -> ExistingFile? {
    guard case .write(let write) = request.effect, let effects = services.effects else {
      return nil
    }
    // Decisions are about the pending tree.
    let isPending = request == pendingEffect
    var found: ExistingFile?
    effects.visitOutlooks(of: write.parts.dropFirst(start)) { part, outlook in
      guard part.isAskedAbout, case .differs(let content) = outlook() else { return true }
      let file = ExistingFile(met: part, with: content)
      let decision = isPending ? session.fileDecisions[part.path] : nil
      if decision?.fingerprint != file.fingerprint || decision == nil { found = file }
      return found == nil
    }
    return found
  }

  /// Returns a request with what was decided about its files, if it's the pending one.
  func decided(_ request: EffectRequest) -> EffectRequest {
    guard !session.fileDecisions.isEmpty, request.isTree, request == pendingEffect,
      case .write(let write) = request.effect
    else { return request }
    var request = request
    request.effect = .write(write.deciding { session.fileDecisions[$0] })
    return request
  }

  /// Returns the event that decides about a file of the pending tree.
  ///
  /// - Parameters:
  ///   - file: The file, as it was shown.
  ///   - isReplaced: Whether it's replaced.
  ///   - request: The pending tree.
  /// - Returns: The event; nil if the tree has no such file.
  mutating func decide(
    _ file: ExistingFile, isReplaced: Bool, of request: EffectRequest
  ) -> FlowEvent? {
    guard case .write(let write) = request.effect,
      let index = write.parts.firstIndex(where: { $0.path == file.path })
    else { return nil }
    grants.settled = SettledParts(request: request, count: index + 1)
    return .decideFile(
      FileDecision(path: file.path, fingerprint: file.fingerprint, isReplaced: isReplaced))
  }

  /// What the pending write of a tree would replace, in the order of its parts; empty for another effect,
  /// and without a host.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func outlooks(of request: EffectRequest) -> [WriteOutlook] {
    guard case .write(let write) = request.effect, case .tree(let parts) = write.kind,
      let effects = services.effects
    else { return [] }
    var outlooks: [WriteOutlook] = []
    effects.visitOutlooks(of: parts[...]) { _, outlook in
      outlooks.append(outlook())
      return true
    }
    return outlooks
  }

  // MARK: What was shown

  /// Notes what's decided about the pending tree, so that an answer to it doesn't count for what's decided later,
  /// when a file has changed.
  mutating func noteShown() {
    grants.shown = pendingEffect?.isTree == true ? decision : nil
  }

  /// Whether what's decided about the pending tree is no longer what was shown.
  var hasChangedSinceShown: Bool { grants.shown.map { $0 != decision } ?? false }
}

/// The first parts of a pending tree, which need no further decision.
struct SettledParts: Sendable {
  private var request: EffectRequest?
  private var count = 0

  /// Creates nothing settled.
  init() {}

  init(request: EffectRequest, count: Int) {
    self.request = request
    self.count = count
  }

  var isEmpty: Bool { request == nil }

  /// Returns the number of parts of a request that are settled.
  func count(for request: EffectRequest) -> Int { self.request == request ? count : 0 }
}

extension EffectRequest {
  /// Whether it writes a tree.
  package var isTree: Bool {
    if case .write(let write) = effect { write.isTree } else { false }
  }
}

extension EffectPermission {
  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }
}
