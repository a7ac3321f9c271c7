// SPDX-License-Identifier: Apache-2.0

import FlowModel
package import FlowScripts

/// A broken law, with a short walk that leads to it.
package struct ExplorationFinding: Sendable {
  /// The law.
  let law: ExplorationLaw

  /// How the walk breaks it.
  let message: String

  /// The two sides of a comparison, a line each; none where the message says it all.
  package let details: [String]

  /// The part of the flow that's at fault; nil if the flow isn't.
  let culprit: String?

  /// The walk.
  let walk: ExploredWalk

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - law: The law.
  ///   - violation: How the walk breaks it; each further line is a detail.
  ///   - culprit: The part of the flow that's at fault.
  ///   - walk: The walk.
  init(law: ExplorationLaw, violation: String, culprit: String?, walk: ExploredWalk) {
    let lines = violation.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    (self.law, self.culprit, self.walk) = (law, culprit, walk)
    (message, details) = (lines.first ?? "", Array(lines.dropFirst()))
  }

  /// The walk as a script, which `stackflow test` runs.
  ///
  /// Where the law compares the answers of the script, it expects the output, so that it fails.
  var script: FlowScript {
    walk.script(named: "\(law.name): \(message)", keepingOutput: law.comparesScripts)
  }
}

/// The result of an exploration.
package struct Exploration: Sendable {
  /// The flow.
  let flow: CheckedFlow

  /// The seed.
  let seed: UInt64

  /// The number of walks that ended.
  let walks: Int

  /// The number of moves that were tried.
  let steps: Int

  /// Whether every combination was walked.
  let isExhaustive: Bool

  /// Whether the time ended it, so that another run may get further.
  let isStopped: Bool

  /// The number of different beginnings.
  let starts: Int

  /// The broken laws.
  package let findings: [ExplorationFinding]

  /// The parts that are known not to have been walked, one sentence each.
  let missed: [String]

  /// The questions for which no answer was found that they accept.
  let undecided: [String]

  /// The number of walks that were cut.
  let cuts: Int

  /// The laws that were checked.
  let laws: [ExplorationLaw]

  /// The number of ended walks on which the laws of a place were checked.
  let checkedWalks: [ExplorationLaw.Place: Int]

  /// Returns the number of ended walks on which a law was checked; nil for a law that's checked at each move.
  func walks(checking law: ExplorationLaw) -> Int? {
    switch law.place {
    case .everywhere, .stuck: nil
    case .situations, .end, .sampled: checkedWalks[law.place] ?? 0
    }
  }

  /// Whether the laws were shown for everything that can be walked: all combinations were walked, no law is broken,
  /// which keeps walks from going on, and nothing is known that wasn't walked.
  var isComplete: Bool {
    isExhaustive && walks > 0 && missed.isEmpty && findings.isEmpty
  }

  /// Why nothing was shown although no law is broken; nil if a walk ended.
  package var problem: String? {
    guard walks == 0, findings.isEmpty else { return nil }
    if starts == 0 { return "no value was found for an input; a script with one helps" }
    if isStopped { return "the time was over before a walk ended; --time gives more" }
    if let question = undecided.first {
      return "no answer was found that '\(question)' accepts; "
        + "a script of the flow with one shows the way"
    }
    return "no walk ended within \(steps) moves; --steps allows more"
  }

  /// The coverage of the walks.
  let coverage: FlowCoverage

  /// Its explorer, which makes walks shorter.
  let explorer: Explorer

  /// The walks that covered something new, with what they covered.
  let covering: [(walk: ExploredWalk, trace: ScriptTrace)]

  /// Returns short scripts that cover what others don't, those that cover most first.
  ///
  /// - Parameter known: What other scripts cover.
  /// - Returns: The scripts, named by what they cover.
  /// - Complexity: O(*n*² · *m*) in the numbers of walks that covered something new, and of items.
  package func missingScripts(beyond known: FlowCoverage) -> [FlowScript] {
    var coverage = known
    var open = covering
    var scripts: [FlowScript] = []
    func gaps(_ coverage: FlowCoverage) -> [FlowCoverage.Gap] {
      CoverageMeasure.allCases.flatMap { coverage.gaps(of: $0) }
    }
    while true {
      let before = gaps(coverage)
      var best: (index: Int, claims: [String], after: FlowCoverage)?
      for (index, (_, trace)) in open.enumerated() {
        var after = coverage
        after.add(trace)
        let left = Set(gaps(after))
        let claims = before.filter { !left.contains($0) }.map(\.claim)
        if claims.count > best?.claims.count ?? 0 { best = (index, claims, after) }
      }
      guard let (index, claims, after) = best else { return scripts }
      let walk = shortened(open.remove(at: index).walk, covering: Set(claims), beyond: coverage)
      coverage = after
      var name = claims.prefix(2).joined(separator: ", ")
      if claims.count > 2 { name += ", and \(claims.count - 2) more" }
      scripts.append(walk.script(named: name, keepingOutput: true))
    }
  }

  /// Returns a walk that covers the same with fewer moves.
  private func shortened(
    _ walk: ExploredWalk, covering claims: Set<String>, beyond known: FlowCoverage
  ) -> ExploredWalk {
    // Where a law asks how a walk breaks it, this asks whether it still covers everything.
    let covers = ExplorationLaw("covers", "the walk covers the same", at: .end) { walk in
      let result = walk.scripted(keepingOutput: true).result
      guard result.isPassed else { return nil }
      var coverage = known
      coverage.add(result.trace)
      let isMissed = CoverageMeasure.allCases.contains { measure in
        coverage.gaps(of: measure).contains { claims.contains($0.claim) }
      }
      return isMissed ? nil : "covered"
    }
    return WalkShrinker(explorer: explorer, law: covers).shrunk(walk)
  }
}
