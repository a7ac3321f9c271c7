// SPDX-License-Identifier: Apache-2.0

// Queries of a tree, each O(log n) on average, and its invariants.
extension ExtentTree {
  /// The unit in which places in the sequence are counted.
  enum Unit {
    /// Nodes, including hidden ones.
    case nodes
    /// Nodes that are shown.
    case shownNodes
    /// Cells of the nodes' extents.
    case cells
  }

  mutating func index(of slot: Slot) -> Int { place(of: slot, in: .nodes) }

  /// The sum of the extents before a node, in cells.
  mutating func start(of slot: Slot) -> Int { place(of: slot, in: .cells) }

  /// The number of shown nodes before a node.
  mutating func shownRank(of slot: Slot) -> Int { place(of: slot, in: .shownNodes) }

  /// The node at an index; -1 outside the sequence.
  mutating func slot(at index: Int) -> Slot { slot(at: index, in: .nodes) }

  /// The node whose extent contains a cell, which is never one of extent 0; -1 outside.
  mutating func slot(atOffset offset: Int) -> Slot { slot(at: offset, in: .cells) }

  /// The shown node after a number of other shown nodes; -1 if there's none.
  mutating func shownSlot(at rank: Int) -> Slot { slot(at: rank, in: .shownNodes) }

  private mutating func place(of slot: Slot, in unit: Unit) -> Int {
    var place = 0
    var node = slot
    var isFromRight = true
    while node >= 0 {
      steps += 1
      let current = nodes[Int(node)]
      if isFromRight {
        if current.left >= 0 { place += nodes[Int(current.left)].total(in: unit) }
        if node != slot { place += current.length(in: unit) }
      }
      let parent = current.parent
      isFromRight = parent >= 0 && nodes[Int(parent)].right == node
      node = parent
    }
    return place
  }

  /// The node that contains a place; -1 outside the sequence.
  private mutating func slot(at place: Int, in unit: Unit) -> Slot {
    guard place >= 0, root >= 0, place < nodes[Int(root)].total(in: unit) else { return -1 }
    var place = place
    var node = root
    while node >= 0 {
      steps += 1
      let current = nodes[Int(node)]
      let before = current.left < 0 ? 0 : nodes[Int(current.left)].total(in: unit)
      let length = current.length(in: unit)
      if place < before {
        node = current.left
      } else if place < before + length {
        return node
      } else {
        place -= before + length
        node = current.right
      }
    }
    return -1
  }

  /// The next shown node; -1 if there's none.
  mutating func shownSlot(after slot: Slot) -> Slot {
    // The neighbor is mostly shown; otherwise a run of hidden nodes is skipped at once.
    let next = self.slot(after: slot)
    if next < 0 || nodes[Int(next)].isShown { return next }
    return shownSlot(at: shownRank(of: slot) + (nodes[Int(slot)].isShown ? 1 : 0))
  }

  /// The previous shown node; -1 if there's none.
  mutating func shownSlot(before slot: Slot) -> Slot {
    let previous = self.slot(before: slot)
    if previous < 0 || nodes[Int(previous)].isShown { return previous }
    return shownSlot(at: shownRank(of: slot) - 1)
  }

  /// The next node; -1 if there's none.
  mutating func slot(after slot: Slot) -> Slot { neighbor(of: slot, isNext: true) }

  /// The previous node; -1 if there's none.
  mutating func slot(before slot: Slot) -> Slot { neighbor(of: slot, isNext: false) }

  /// A neighbor in the sequence; visiting *k* neighbors takes O(*k* + log *n*).
  private mutating func neighbor(of slot: Slot, isNext: Bool) -> Slot {
    var node = isNext ? nodes[Int(slot)].right : nodes[Int(slot)].left
    if node >= 0 {
      while true {
        steps += 1
        let below = isNext ? nodes[Int(node)].left : nodes[Int(node)].right
        if below < 0 { return node }
        node = below
      }
    }
    node = slot
    while node >= 0 {
      steps += 1
      let parent = nodes[Int(node)].parent
      if parent >= 0, (isNext ? nodes[Int(parent)].left : nodes[Int(parent)].right) == node {
        return parent
      }
      node = parent
    }
    return -1
  }

  /// All nodes in order.
  var slots: [Slot] {
    var result: [Slot] = []
    result.reserveCapacity(count)
    var stack: [Slot] = []
    var node = root
    while node >= 0 || !stack.isEmpty {
      while node >= 0 {
        stack.append(node)
        node = nodes[Int(node)].left
      }
      let top = stack.removeLast()
      result.append(top)
      node = nodes[Int(top)].right
    }
    return result
  }

  /// Checks links, sums, counts and the order of priorities.
  func checkInvariants() {
    #if DEBUG || CHECKS_INVARIANTS
    precondition(root < 0 || nodes[Int(root)].parent < 0)
    for slot in slots {
      let node = nodes[Int(slot)]
      var count: Int32 = 1
      var shown: Int32 = node.isShown ? 1 : 0
      var sum = Int(node.own)
      for child in [node.left, node.right] where child >= 0 {
        let below = nodes[Int(child)]
        precondition(below.parent == slot)
        precondition(below.priority >> 1 <= node.priority >> 1)
        count += below.count
        shown += below.shown
        sum += below.sum
      }
      precondition(count == node.count && shown == node.shown && sum == node.sum)
      precondition(node.isShown || node.own == 0, "a hidden row has an extent")
    }
    #endif
  }
}

extension ExtentTree.Node {
  /// The length of the node's subtree.
  fileprivate func total(in unit: ExtentTree.Unit) -> Int {
    switch unit {
    case .nodes: Int(count)
    case .shownNodes: Int(shown)
    case .cells: sum
    }
  }

  /// The length of the node without its subtrees.
  fileprivate func length(in unit: ExtentTree.Unit) -> Int {
    switch unit {
    case .nodes: 1
    case .shownNodes: isShown ? 1 : 0
    case .cells: Int(own)
    }
  }
}
