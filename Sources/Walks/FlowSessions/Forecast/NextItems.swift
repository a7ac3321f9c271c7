// SPDX-License-Identifier: Apache-2.0

import FlowModel

extension FlowSession {
  /// Whether an item of a list is being asked to which the user adds items.
  package var addsItems: Bool {
    guard let index = topStep?.step.repeats.last, let frame = scope().frame(of: index) else {
      return false
    }
    return frame.elements == nil
  }

  /// Returns the items that come after the one that's being asked, so that a driver can ask several at once.
  ///
  /// In a list over elements, they're those that haven't been begun. In a list to which the user adds items,
  /// they're new items, and the driver adds each of them with ``FlowEvent/addItem``. There are none if the
  /// questions of an item depend on the other items.
  ///
  /// - Parameter limit: The maximum number of items.
  /// - Returns: The items, with the fields that will certainly be asked, and whose texts, choices, and limits depend on no open
  ///   answer; none if no item is being asked.
  /// - Complexity: O(*n*) in the number of items up to the last one, plus the cost of their fields.
  package func nextItems(_ limit: Int) -> [(place: ItemPlace, fields: [FieldState])] {
    guard limit > 0, let index = topStep?.step.repeats.last, let step = flow.step(at: index),
      let list = flow.repeat(at: index), !list.readsItems,
      let current = scope().frame(of: index)
    else { return [] }
    var positions: [Int] = []
    if current.elements != nil {
      positions += current.items.indices.lazy.filter { position in
        position > current.position && current.items[position].isNotBegun
      }.prefix(limit)
    } else if current.position >= current.items.count {
      positions += current.position + 1...current.position + limit
    }
    let title = try? step.title?.text(in: scope(), language: language)
    return positions.map { position in
      let frame = RepeatFrame(
        planIndex: index, items: current.items, elements: current.elements, position: position)
      let heading = list.matrix.flatMap {
        try? self.heading(of: $0, in: frame, scope())
      }
      let place = ItemPlace(
        list: id(of: step), title: title, number: position + 1, heading: heading)
      return (place, itemFields(of: index, from: index + 1, opening: frame))
    }
  }
}
