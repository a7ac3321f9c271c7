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
    let start = grants.settled.count(for: request)
    guard
      var file = undecidedFile(of: request, from: start)
        ?? (start > 0 ? undecidedFile(of: request, from: 0) : nil)
    else { return nil }
    let survey = survey(of: request)
    // Nothing that's decided lets the tree be written.
    guard !survey.isBlocked else { return nil }
    file.number = decidedCount(before: file.path, of: request) + 1
    file.count = max(survey.askedCount, file.number)
    return file
  }

  private func survey(of request: EffectRequest) -> TreeSurvey {
    if let survey = grants.survey, survey.request == request { return survey }
    return TreeSurvey(of: request, by: services.effects)
  }

  /// Looks at all parts of the pending tree once, if there's something to decide about one of them.
  mutating func surveyTree() {
    guard let request = pendingEffect, request.isTree, !services.client.contains(.effects),
      grants.survey?.request != request, undecidedFile(of: request) != nil
    else { return }
    grants.survey = TreeSurvey(of: request, by: services.effects)
  }

  private func undecidedFile(of request: EffectRequest, from start: Int) -> ExistingFile? {
    guard case .write(let write) = request.effect, let effects = services.effects else {
      return nil
    }
    // Decisions are about the pending tree.
    let isPending = request == pendingEffect
    var found: ExistingFile?
    effects.visitOutlooks(of: write.parts.dropFirst(start)) { part, outlook in
      guard part.isAskedAbout, let file = ExistingFile(met: part, outlook()) else { return true }
      let decision = isPending ? session.fileDecisions[part.path] : nil
      if decision?.fingerprint != file.fingerprint || decision == nil { found = file }
      return found == nil
    }
    return found
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
    case .back(let count): return count <= before ? .back(all - before + count) : nil
    case .backTo(let path):
      guard session.fileDecisions[path] != nil else { return nil }
      let earlier = decidedCount(before: path, of: request)
      return write.parts.contains { $0.path == path } ? .back(all - earlier) : nil
    default: return nil
    }
  }

  /// Whether going back leads to the question about a file of the pending tree.
  package var canGoBackToFile: Bool { wayBackToFile(by: .back(1)) != nil }

  /// The files that the pending write of a tree would replace, in the order of its parts; empty for another effect,
  /// and without a host.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func outlooks(of request: EffectRequest) -> [WriteOutlook] {
    guard case .write(let write) = request.effect, let effects = services.effects else {
      return []
    }
    var outlooks: [WriteOutlook] = []
    effects.visitOutlooks(of: write.parts[...]) { _, outlook in
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

/// The result of comparing a pending tree with the files in its folder.
struct TreeSurvey: Sendable {
  let request: EffectRequest

  /// The number of files that have to be decided about.
  private(set) var askedCount = 0

  /// Whether something is in the way that can't even be kept.
  private(set) var isBlocked = false

  /// - Complexity: O(*n*) in the size of the parts.
  init(of request: EffectRequest, by effects: (any EffectHost)?) {
    self.request = request
    guard case .write(let write) = request.effect, let effects else { return }
    var (count, isBlocked) = (0, false)
    effects.visitOutlooks(of: write.parts[...]) { part, outlook in
      // Folders are looked at, because nothing else says that a file is in the place of one.
      guard part.exists == .ask else { return true }
      switch outlook() {
      case .new, .same: break
      case .differs: count += part.isAskedAbout ? 1 : 0
      case .blocked(let obstacle):
        guard part.canKeep(obstacle) else {
          isBlocked = true
          return false
        }
        count += 1
      }
      return true
    }
    askedCount = count
    self.isBlocked = isBlocked
  }
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

  /// Returns the number of parts of a request that are settled.
  func count(for request: EffectRequest) -> Int { self.request == request ? count : 0 }
}

extension FlowSession {
  /// Returns the pending request with what was decided about its files.
  ///
  /// - Complexity: O(*n*) in the number of parts.
  package func decided(_ request: EffectRequest) -> EffectRequest {
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
