// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowSessions
import HashTreeCollections

// Decisions about files that a write would replace.
extension FlowWalk {
  /// The first file of the pending tree that has to be decided about; nil if there's none, and if nothing that's
  /// decided lets the tree be written.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  func undecidedFile(in look: EffectLook) -> ExistingFile? {
    guard let index = undecidedPart(in: look), var file = look.pending.files[index] else {
      return nil
    }
    file.number = decidedCount(before: file.path, of: look.pending.request) + 1
    file.count = max(look.pending.files.count { $0 != nil }, file.number)
    return file
  }

  private func undecidedPart(in look: EffectLook) -> Int? {
    guard look.pending.request.isTree, !look.pending.isBlocked, !session.isSettling else {
      return nil
    }
    return look.pending.files.firstIndex { file in
      guard let file else { return false }
      let decision = session.fileDecisions[file.path]
      return decision == nil || decision?.fingerprint != file.fingerprint
    }
  }

  /// Returns a request with what was decided about its files, if it's the pending one.
  func decided(_ request: EffectRequest) -> EffectRequest {
    request == pendingEffect ? session.decided(request) : request
  }

  /// Returns the event that decides about a file of the pending tree.
  ///
  /// - Parameters:
  ///   - file: The file, as it was shown.
  ///   - isReplaced: Whether it's replaced.
  ///   - request: The pending tree.
  /// - Returns: The event; nil if the tree has no such file.
  func decide(
    _ file: ExistingFile, isReplaced: Bool, of request: EffectRequest
  ) -> FlowEvent? {
    guard case .write(let write) = request.effect,
      write.parts.contains(where: { $0.path == file.path })
    else { return nil }
    return .decideFile(
      FileDecision(path: file.path, fingerprint: file.fingerprint, isReplaced: isReplaced))
  }

  // MARK: Going back to a decision

  /// The number of files before one in a tree about which something was decided.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  private func decidedCount(before path: String, of request: EffectRequest) -> Int {
    guard !session.fileDecisions.isEmpty, request == pendingEffect,
      case .write(let write) = request.effect
    else { return 0 }
    return write.parts.prefix { $0.path != path }.count { session.fileDecisions[$0.path] != nil }
  }

  /// The event that takes back what was decided last about files of the pending tree, so that the question about
  /// one of them comes again; nil if there's no such question to go back to.
  func wayBackToFile(by event: FlowEvent) -> FlowEvent? {
    guard let request = pendingEffect, request.isTree, case .write(let write) = request.effect,
      session.hasFileDecisions, !session.hasBegunEffect || session.isInDoubt
    else { return nil }
    let all = session.fileDecisions.count
    let before = decision?.existingFile.map { decidedCount(before: $0, of: request) } ?? all
    switch event {
    case .back(steps: let count): return count <= before ? .back(steps: all - before + count) : nil
    case .backTo(let path):
      guard session.fileDecisions[path] != nil else { return nil }
      let earlier = decidedCount(before: path, of: request)
      return write.parts.contains { $0.path == path } ? .back(steps: all - earlier) : nil
    default: return nil
    }
  }

  /// Whether going back leads to the question about a file of the pending tree.
  package var canGoBackToFile: Bool { wayBackToFile(by: .back(steps: 1)) != nil }

  // MARK: Looking

  /// The look at where the pending effect writes; nil if it's being performed, or someone else performs it.
  var found: EffectLook? { look ?? newLook() }

  private func newLook() -> EffectLook? {
    guard let request = pendingEffect, let effects = services.effects,
      !services.client.contains(.effects), !session.hasBegunEffect || session.isInDoubt
    else { return nil }
    var look = EffectLook(at: request, by: effects)
    if look.permission == .asked, !session.isInDoubt, !isPermitted(request),
      undecidedPart(in: look) == nil
    {
      look.lookAhead(at: session.upcomingEffects.dropFirst(), by: effects)
    }
    return look
  }

  /// Looks at what's asked about the pending effect, unless that was done since the last event.
  ///
  /// After a decision about a file of a tree, only the next one is looked at. Once each has been decided about, all are
  /// looked at again, because one can have changed since.
  package mutating func lookOnce() {
    defer { hasDecidedFile = false }
    guard hasDecidedFile, let index = look.flatMap({ undecidedPart(in: $0) }) else {
      if hasDecidedFile || look == nil { look = newLook() }
      return
    }
    lookAgain(atPart: index)
  }

  /// Forgets the look that an answered decision was made from, so that what follows is from a new one; all files of a
  /// tree are looked at again once each has been decided about.
  mutating func forgetLook(at decision: WalkDecision) {
    if case .overwrite(let request, _) = decision, request.isTree { return }
    look = nil
  }

  /// Looks again at what was shown, before an answer to it counts.
  mutating func lookAgain() {
    guard isLookShown || look == nil else { return }
    if let index = look.flatMap({ undecidedPart(in: $0) }) {
      lookAgain(atPart: index)
    } else {
      look = newLook()
    }
  }

  /// Looks again at a part of the pending tree, and at all of it if there's nothing more to decide about the part.
  private mutating func lookAgain(atPart index: Int) {
    if let effects = services.effects { look?.pending.lookAgain(atPart: index, by: effects) }
    if look.flatMap({ undecidedPart(in: $0) }) != index { look = newLook() }
  }

  /// The known files that the parts of each effect of a decision would replace, in their order.
  package func outlooks(of decision: WalkDecision) -> [[WriteOutlook]] {
    guard let found, !decision.requests.isEmpty else { return [] }
    return ([found.pending] + found.later).prefix(decision.requests.count).map(\.outlooks)
  }

  /// The pending effect with what was decided about its files, and with how many of them are new, changed, kept, and
  /// unchanged; nil if there's none.
  package var shownEffect: EffectRequest? {
    pendingEffect.map { session.decided($0).counting(found?.pending.outlooks ?? []) }
  }

  // MARK: What was shown

  /// Notes what's decided about the pending tree, so that an answer to it doesn't count for what's decided later,
  /// when a file has changed.
  mutating func noteShown() {
    isLookShown = look != nil
    grants.shown = pendingEffect?.isTree == true ? decision : nil
  }

  /// Whether what's decided about the pending tree is no longer what was shown.
  var hasChangedSinceShown: Bool { grants.shown.map { $0 != decision } ?? false }
}

extension FlowSession {
  /// Returns the pending request with what was decided about its files.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  func decided(_ request: EffectRequest) -> EffectRequest {
    guard !fileDecisions.isEmpty, case .write(let write) = request.effect, write.isTree else {
      return request
    }
    var request = request
    request.effect = .write(write.deciding { fileDecisions[$0] })
    return request
  }
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
