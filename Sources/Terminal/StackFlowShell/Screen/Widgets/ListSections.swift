// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens

/// The rows of a list of choices: the choices, and between them the titles of sections and lines.
///
/// The pointer of a list is on a choice; only the rows between choices are here.
struct ListSections {
  enum Row: Hashable {
    /// A choice, by its position among the choices that are shown.
    case choice(Int)

    /// The title or line above the next choice.
    case separation(ChoiceSeparation)
  }

  /// The number of choices.
  let count: Int

  /// The titles and lines above choices, in their order.
  private let separations: [(choice: Int, separation: ChoiceSeparation)]

  /// Creates the rows of choices without anything between them.
  init(count: Int) {
    self.count = count
    separations = []
  }

  /// Creates the rows of choices.
  ///
  /// - Parameters:
  ///   - choices: The choices.
  ///   - extras: The number of rows above them that count as choices.
  /// - Complexity: O(*n*) in the number of choices.
  init(_ choices: [Choice], below extras: Int = 0) {
    count = extras + choices.count
    var separations: [(choice: Int, separation: ChoiceSeparation)] = []
    for index in choices.indices {
      // Nothing separates plain choices, and long lists have no others.
      if choices[index].isPlain, index == 0 || choices[index - 1].isPlain { continue }
      let above = index > 0 ? choices[index - 1] : nil
      if let separation = choices[index].separation(from: above) {
        separations.append((extras + index, separation))
      }
    }
    self.separations = separations
  }

  /// The number of rows.
  var rowCount: Int { count + separations.count }

  /// The row of a choice.
  ///
  /// - Complexity: O(log *m*) in the number of titles and lines.
  func row(of choice: Int) -> Int { choice + separationCount { $0 <= choice } }

  /// The number of choices in the rows before one.
  ///
  /// - Complexity: O(*m*) in the number of titles and lines.
  func choices(before row: Int) -> Int {
    // The separation number i is in the row of its choice, pushed down by those before it.
    row - separations.indices.count { separations[$0].choice + $0 < row }
  }

  /// The choice or the separation in a row.
  ///
  /// - Precondition: There is such a row.
  /// - Complexity: O(log *m*) in the number of titles and lines.
  subscript(row: Int) -> Row {
    // The separation number i is in the row of its choice, pushed down by those before it.
    var (low, high) = (0, separations.count)
    while low < high {
      let middle = (low + high) / 2
      if separations[middle].choice + middle < row { low = middle + 1 } else { high = middle }
    }
    if low < separations.count, separations[low].choice + low == row {
      return .separation(separations[low].separation)
    }
    return .choice(row - low)
  }

  /// The number of separations whose choices come before a place; they do up to some place.
  private func separationCount(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, separations.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(separations[middle].choice) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
