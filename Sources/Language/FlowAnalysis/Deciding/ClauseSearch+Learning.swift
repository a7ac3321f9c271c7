// SPDX-License-Identifier: Apache-2.0

// Unit propagation with watched literals, and clause learning.
extension ClauseSearch {
  /// Assigns all literals that the current assignment forces, and returns the number of a
  /// conflicting clause if there's one.
  mutating func propagate() -> Int? {
    while propagated < trail.count, work <= limit {
      let falsified = !trail[propagated]
      propagated += 1
      var watching = watches[falsified.index]
      watches[falsified.index] = []
      var kept = 0
      var next = 0
      var conflict: Int?
      while next < watching.count {
        let number = watching[next]
        next += 1
        work += 1
        if moveWatch(of: Int(number), from: falsified) { continue }
        watching[kept] = number
        kept += 1
        let other = literals[clauses[Int(number)].start]
        switch value(of: other) {
        case 1: continue
        case 0: assign(other, reason: number)
        default: conflict = Int(number)
        }
        if conflict != nil { break }
      }
      // Keep watching the clauses that weren't visited because of the conflict.
      while next < watching.count {
        watching[kept] = watching[next]
        kept += 1
        next += 1
      }
      watching.removeSubrange(kept...)
      watches[falsified.index] = watching
      if let conflict { return conflict }
    }
    return nil
  }

  /// Replaces a watched literal that became false by another literal of its clause.
  ///
  /// - Returns: Whether there's another literal that isn't false.
  private mutating func moveWatch(of number: Int, from falsified: Literal) -> Bool {
    let clause = clauses[number]
    let start = clause.start
    if literals[start] == falsified { literals.swapAt(start, start + 1) }
    if value(of: literals[start]) == 1 { return false }
    var index = start + 2
    let end = start + clause.count
    while index < end {
      work += 1
      if value(of: literals[index]) != -1 {
        literals.swapAt(start + 1, index)
        watches[literals[start + 1].index].append(Int32(number))
        return true
      }
      index += 1
    }
    return false
  }

  /// Learns a clause from a conflicting one, and backtracks to the level at which the learned
  /// clause forces a value.
  mutating func learn(from conflict: Int) {
    var learned: [Literal] = []
    var marked: [Int] = []
    var open = 0
    var position = trail.count
    var clause = conflict
    var asserted: Literal?
    let level = Int32(trailLimits.count)
    repeat {
      let run = clauses[clause]
      for index in run.start..<run.start + run.count {
        work += 1
        let literal = literals[index]
        let variable = literal.variable
        guard literal != asserted, !isMarked[variable], levels[variable] > 0 else { continue }
        isMarked[variable] = true
        marked.append(variable)
        if levels[variable] == level { open += 1 } else { learned.append(literal) }
      }
      repeat {
        position -= 1
        work += 1
      } while !isMarked[trail[position].variable]
      asserted = trail[position]
      clause = Int(reasons[trail[position].variable])
      open -= 1
    } while open > 0
    for variable in marked { isMarked[variable] = false }
    guard let asserted else { return }
    // The second watched literal must be the one with the highest level of the others.
    var back: Int32 = 0
    for (index, literal) in learned.enumerated() where levels[literal.variable] > back {
      back = levels[literal.variable]
      learned.swapAt(0, index)
    }
    learned.insert(!asserted, at: 0)
    goBack(to: Int(back))
    if learned.count == 1 {
      add(fact: learned[0])
    } else {
      work += learned.count
      attach(learned)
      assign(learned[0], reason: Int32(clauses.count - 1))
    }
  }

  /// Undoes all decisions above a level.
  mutating func goBack(to level: Int) {
    guard level < trailLimits.count else { return }
    let length = trailLimits[level]
    for literal in trail[length...] {
      saved[literal.variable] = values[literal.variable]
      values[literal.variable] = 0
    }
    work += trail.count - length
    trail.removeSubrange(length...)
    justified = justifiedLimits[level]
    propagated = length
    trailLimits.removeSubrange(level...)
    justifiedLimits.removeSubrange(level...)
  }
}
