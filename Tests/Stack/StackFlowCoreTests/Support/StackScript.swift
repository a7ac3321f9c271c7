// SPDX-License-Identifier: Apache-2.0

import RandomTesting

/// An operation on a stack or on its reference.
enum StackCommand: Equatable {
  case push(Int)
  case pop(Int)
  case clean
  case requestPush
  case requestPop(Int)
  /// Answers one of the delegate's requests so far, or a request of another stack.
  case answer(request: Int, StackVerdict)
  case attachDelegate
  case detachDelegate
}

/// A delegate's decision.
enum StackVerdict: Equatable {
  case push(Int)
  case pop(Int)
  case deny(String?)
  case later
}

/// Random commands, and a delegate that performs random operations in its callbacks.
///
/// The delegate's acts depend only on the seed and the number of the callback, so two stacks with
/// the same announcements are treated alike.
struct StackScript {
  let seed: UInt64
  let commands: [StackCommand]

  /// Only the first callbacks perform operations, so that every run ends.
  private static let reactingCallbacks = 60

  init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let length = Int.random(in: 1...24, using: &generator)
    commands = (0..<length).map { _ in StackScript.command(using: &generator) }
  }

  /// Returns the operations of the delegate in a callback.
  func reactions(toCallback number: Int) -> [StackCommand] {
    guard number < StackScript.reactingCallbacks else { return [] }
    var generator = SeededGenerator(seed: seed ^ UInt64(number &+ 1) &* 0xD6E8_FEB8_6659_FD93)
    guard Int.random(in: 0..<3, using: &generator) == 0 else { return [] }
    let length = Int.random(in: 1...2, using: &generator)
    return (0..<length).map { _ in StackScript.command(using: &generator) }
  }

  /// Returns the delegate's decision about a request.
  func verdict(onCallback number: Int) -> StackVerdict {
    var generator = SeededGenerator(seed: ~seed ^ UInt64(number &+ 1) &* 0xA076_1D64_78BD_642F)
    return StackScript.verdict(using: &generator)
  }

  private static func command(using generator: inout SeededGenerator) -> StackCommand {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<6: .push(Int.random(in: 0..<100, using: &generator))
    case 6..<10: .pop(Int.random(in: -1...4, using: &generator))
    case 10: .clean
    case 11..<15: .requestPush
    case 15..<19: .requestPop(Int.random(in: -1...4, using: &generator))
    case 19..<22:
      .answer(
        request: Int.random(in: -1..<8, using: &generator), verdict(using: &generator))
    case 22: .detachDelegate
    default: .attachDelegate
    }
  }

  private static func verdict(using generator: inout SeededGenerator) -> StackVerdict {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0..<2: .push(Int.random(in: 100..<200, using: &generator))
    case 2..<4: .pop(Int.random(in: -1...3, using: &generator))
    case 4: .deny(nil)
    case 5: .deny("no")
    default: .later
    }
  }
}
