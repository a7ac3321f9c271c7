// SPDX-License-Identifier: Apache-2.0

import FlowScripts

/// Finds a short walk that breaks a law as a longer one does.
///
/// Moves are removed, first many at once, then one by one. A walk without some of its moves answers what
/// it's asked then as simply as possible, and leaves out what no longer applies.
struct WalkShrinker {
  let explorer: Explorer
  let law: ExplorationLaw

  /// The part of the flow that's at fault in the walk, and must be in shorter ones.
  private let culprit: String?

  init(explorer: Explorer, law: ExplorationLaw, culprit: String? = nil) {
    self.explorer = explorer
    self.law = law
    self.culprit = culprit
  }

  /// The maximum number of walks to try, and of moves that fill a gap.
  private static let maximumTries = 600
  private static let maximumFillers = 60

  /// Returns the walk, or a shorter one that breaks the law, too.
  ///
  /// - Complexity: O(*n*²) in the number of moves, times a limited number of walks.
  func shrunk(_ walk: ExploredWalk) -> ExploredWalk {
    var best = walk
    var tries = 0
    // Without its end, a walk may break the law already.
    if law.holdsAtMoves {
      for count in 0..<walk.moves.count {
        guard let shorter = made(walk.moves.prefix(count), from: walk.start, completing: false),
          breaks(shorter)
        else { continue }
        best = shorter
        break
      }
    }
    var size = max(1, best.moves.count / 2)
    while size >= 1, tries < Self.maximumTries {
      var start = 0
      var isSmaller = false
      while start < best.moves.count, tries < Self.maximumTries {
        var moves = best.moves
        moves.removeSubrange(start..<min(start + size, moves.count))
        tries += 1
        if let shorter = made(moves[...], from: best.start, completing: true),
          cost(shorter).lexicographicallyPrecedes(cost(best))
        {
          best = shorter
          isSmaller = true
        } else {
          start += size
        }
      }
      if size == 1 {
        if !isSmaller { break }
      } else {
        size /= 2
      }
    }
    return best
  }

  private func breaks(_ walk: ExploredWalk) -> Bool {
    law.violation(walk) != nil && (culprit == nil || law.culprit(walk) == culprit)
  }

  /// The length of a walk's script: its commands, and then its moves and its characters.
  private func cost(_ walk: ExploredWalk) -> [Int] {
    [walk.commandCount, walk.moves.count]
  }

  /// Returns a walk with moves that breaks the law; nil if there's none.
  private func made(
    _ moves: ArraySlice<ExplorationMove>, from start: ExplorationStart, completing: Bool
  ) -> ExploredWalk? {
    guard var walk = explorer.begin(start) else { return nil }
    if law.holdsAtMoves, breaks(walk) { return walk }
    for move in moves {
      if walk.hasEnded { break }
      guard let next = after(move, in: walk, filling: completing) else { continue }
      walk = next
      if law.holdsAtMoves, breaks(walk) { return walk }
    }
    switch law.place {
    case .everywhere, .situations: return completing ? nil : walk
    case .stuck:
      while !walk.hasEnded, walk.moves.count < Self.maximumFillers {
        guard let next = filled(walk) else { return breaks(walk) ? walk : nil }
        walk = next
      }
      return nil
    case .end, .sampled:
      for _ in 0..<Self.maximumFillers * 4 where !walk.hasEnded {
        guard let next = filled(walk) else { return nil }
        walk = next
      }
      guard walk.hasEnded else { return nil }
      if law.place == .sampled {
        walk.asScript = walk.scripted()
        walk.asTypedScript = walk.typedScript()
      }
      defer { (walk.asScript, walk.asTypedScript) = (nil, nil) }
      return breaks(walk) ? walk : nil
    }
  }

  /// Returns the walk after a move, before which simple moves may lead to where it applies.
  private func after(
    _ move: ExplorationMove, in walk: ExploredWalk, filling: Bool
  ) -> ExploredWalk? {
    var walk = walk
    for _ in 0..<(filling ? Self.maximumFillers : 1) {
      var next = walk
      if next.make(move) { return next }
      guard filling, let filled = filled(walk) else { return nil }
      walk = filled
    }
    return nil
  }

  private func filled(_ walk: ExploredWalk) -> ExploredWalk? {
    for move in explorer.forward(from: walk, deciding: false).moves {
      var next = walk
      if next.make(move), !next.isRefused { return next }
    }
    return nil
  }
}
