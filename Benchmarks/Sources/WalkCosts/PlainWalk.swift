// SPDX-License-Identifier: Apache-2.0

import Foundation
import StackFlow

/// What a program without StackFlow could keep of the same walk, for Foundation's coders.
///
/// It has the answers and their times, and none of what makes a restored walk checked.
struct PlainWalk: Codable {
  struct Answer: Codable {
    var field: String
    var text: String
    var time: Double
  }

  var flow: String
  var version: Int
  var answers: [Answer]

  init(_ walk: SavedWalk) {
    flow = walk.flowID
    version = walk.flowVersion
    answers = walk.events.compactMap { entry in
      guard case .answer(.text(let text)?) = entry.event else { return nil }
      return Answer(
        field: entry.target ?? "", text: text, time: Double(entry.now.secondsSinceEpoch))
    }
  }
}
