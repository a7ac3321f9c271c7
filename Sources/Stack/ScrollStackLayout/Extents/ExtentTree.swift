// SPDX-License-Identifier: Apache-2.0

/// A sequence of extents that finds the place of each extent and the extent at each place.
///
/// It's a treap whose nodes are in one array and refer to each other by slots. Each node stores the
/// number of nodes, the number of shown nodes, and the sum of extents of its subtree. A node keeps
/// its slot as long as it's in the tree. Priorities come from a counter, so the same operations
/// always build the same tree.
struct ExtentTree {
  /// The place of a node in the array; -1 for no node.
  typealias Slot = Int32

  struct Node {
    /// The sum of the extents of the subtree, in cells.
    var sum = 0
    /// The extent of this node alone; 0 when it is hidden.
    var own: Int32 = 0
    /// The number of nodes of the subtree; 0 in a free slot.
    var count: Int32 = 1
    /// The number of nodes of the subtree that are shown.
    var shown: Int32 = 1
    var left: Slot = -1
    var right: Slot = -1
    /// The parent; in a free slot the next free one.
    var parent: Slot = -1
    /// The priority, and in its lowest bit whether this node is shown.
    var priority: UInt32 = 1

    var isShown: Bool {
      get { priority & 1 != 0 }
      set { priority = newValue ? priority | 1 : priority & ~1 }
    }
  }

  private(set) var nodes: [Node] = []
  private(set) var root: Slot = -1
  private var firstFree: Slot = -1
  private var counter: UInt64 = 0

  /// The number of changes to the sequence and to extents; what follows from them is found again after each.
  private(set) var changes = 0

  /// The number of visited nodes, for tests that count work.
  var steps = 0

  static let maximumCount = Int(Int32.max) - 1

  /// The number of nodes in the sequence.
  var count: Int { root < 0 ? 0 : Int(nodes[Int(root)].count) }

  /// The number of shown nodes in the sequence.
  var shownCount: Int { root < 0 ? 0 : Int(nodes[Int(root)].shown) }

  /// The sum of all extents, in cells.
  var total: Int { root < 0 ? 0 : nodes[Int(root)].sum }

  // MARK: Slots

  /// Creates a node that isn't in the sequence yet, in a free slot.
  mutating func makeSlot(own: Int, isShown: Bool) -> Slot {
    var node = Node()
    node.own = Int32(clamping: own)
    node.sum = Int(node.own)
    node.priority = nextPriority()
    node.isShown = isShown
    node.shown = isShown ? 1 : 0
    guard firstFree < 0 else {
      let slot = firstFree
      firstFree = nodes[Int(slot)].parent
      nodes[Int(slot)] = node
      return slot
    }
    nodes.append(node)
    return Slot(nodes.count - 1)
  }

  /// Sets the extent of a node that isn't in the sequence yet.
  mutating func setOwn(ofNew slot: Slot, to own: Int) {
    nodes[Int(slot)].own = Int32(clamping: own)
    nodes[Int(slot)].sum = Int(nodes[Int(slot)].own)
  }

  mutating func reserve(_ count: Int) { nodes.reserveCapacity(nodes.count + count) }

  private mutating func freeSlot(_ slot: Slot) {
    nodes[Int(slot)] = Node()
    nodes[Int(slot)].count = 0
    nodes[Int(slot)].parent = firstFree
    firstFree = slot
  }

  private mutating func nextPriority() -> UInt32 {
    counter &+= 0x9E37_79B9_7F4A_7C15
    var z = counter
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return UInt32(truncatingIfNeeded: z >> 32)
  }

  // MARK: Changes

  /// Inserts new nodes into the sequence, in order.
  ///
  /// O(*k* + log *n*) for *k* nodes.
  mutating func insert(_ slots: [Slot], at index: Int) {
    let middle = build(slots)
    guard middle >= 0 else { return }
    changes += 1
    let (left, right) = split(root, at: index)
    root = merge(merge(left, middle), right)
    nodes[Int(root)].parent = -1
  }

  /// Removes a node and frees its slot.
  mutating func remove(_ slot: Slot) {
    changes += 1
    detach(slot)
    freeSlot(slot)
  }

  /// Moves a node to an index.
  mutating func move(_ slot: Slot, to index: Int) {
    changes += 1
    detach(slot)
    var node = nodes[Int(slot)]
    node.left = -1
    node.right = -1
    node.parent = -1
    node.count = 1
    node.shown = node.isShown ? 1 : 0
    node.sum = Int(node.own)
    nodes[Int(slot)] = node
    let (left, right) = split(root, at: index)
    root = merge(merge(left, slot), right)
    nodes[Int(root)].parent = -1
  }

  /// Removes all nodes and frees their slots in O(1).
  mutating func removeAll() {
    changes += 1
    nodes = []
    root = -1
    firstFree = -1
  }

  /// Changes the extent of a node, and whether it is shown.
  mutating func update(_ slot: Slot, own: Int, isShown: Bool) {
    let own = Int32(clamping: own)
    let growth = Int(own) - Int(nodes[Int(slot)].own)
    let change: Int32 = (isShown ? 1 : 0) - (nodes[Int(slot)].isShown ? 1 : 0)
    guard growth != 0 || change != 0 else { return }
    changes += 1
    nodes[Int(slot)].own = own
    nodes[Int(slot)].isShown = isShown
    var node = slot
    while node >= 0 {
      steps += 1
      nodes[Int(node)].sum += growth
      nodes[Int(node)].shown += change
      node = nodes[Int(node)].parent
    }
  }

  // MARK: Structure

  private mutating func detach(_ slot: Slot) {
    let node = nodes[Int(slot)]
    let joined = merge(node.left, node.right)
    if joined >= 0 { nodes[Int(joined)].parent = node.parent }
    if node.parent < 0 {
      root = joined
    } else if nodes[Int(node.parent)].left == slot {
      nodes[Int(node.parent)].left = joined
    } else {
      nodes[Int(node.parent)].right = joined
    }
    let shown: Int32 = node.isShown ? 1 : 0
    var above = node.parent
    while above >= 0 {
      steps += 1
      nodes[Int(above)].count -= 1
      nodes[Int(above)].shown -= shown
      nodes[Int(above)].sum -= Int(node.own)
      above = nodes[Int(above)].parent
    }
  }

  private mutating func refresh(_ slot: Slot) {
    steps += 1
    var node = nodes[Int(slot)]
    node.count = 1
    node.shown = node.isShown ? 1 : 0
    node.sum = Int(node.own)
    for child in [node.left, node.right] where child >= 0 {
      let below = nodes[Int(child)]
      node.count += below.count
      node.shown += below.shown
      node.sum += below.sum
      nodes[Int(child)].parent = slot
    }
    nodes[Int(slot)] = node
  }

  /// Concatenates two trees.
  private mutating func merge(_ left: Slot, _ right: Slot) -> Slot {
    guard left >= 0 else { return right }
    guard right >= 0 else { return left }
    if nodes[Int(left)].priority > nodes[Int(right)].priority {
      nodes[Int(left)].right = merge(nodes[Int(left)].right, right)
      refresh(left)
      return left
    }
    nodes[Int(right)].left = merge(left, nodes[Int(right)].left)
    refresh(right)
    return right
  }

  /// Splits a tree before an index.
  private mutating func split(_ slot: Slot, at index: Int) -> (left: Slot, right: Slot) {
    guard slot >= 0 else { return (-1, -1) }
    let left = nodes[Int(slot)].left
    let before = left < 0 ? 0 : Int(nodes[Int(left)].count)
    if index <= before {
      let parts = split(left, at: index)
      nodes[Int(slot)].left = parts.right
      refresh(slot)
      return (parts.left, slot)
    }
    let parts = split(nodes[Int(slot)].right, at: index - before - 1)
    nodes[Int(slot)].right = parts.left
    refresh(slot)
    return (slot, parts.right)
  }

  /// Builds a tree of new nodes in order, in linear time.
  private mutating func build(_ slots: [Slot]) -> Slot {
    // The right spine of the tree so far; a node is complete when it leaves the spine.
    var spine: [Slot] = []
    for slot in slots {
      var last: Slot = -1
      while let top = spine.last, nodes[Int(top)].priority < nodes[Int(slot)].priority {
        if last >= 0 { nodes[Int(top)].right = last }
        refresh(top)
        last = spine.removeLast()
      }
      nodes[Int(slot)].left = last
      spine.append(slot)
    }
    var last: Slot = -1
    while let top = spine.popLast() {
      nodes[Int(top)].right = last
      refresh(top)
      last = top
    }
    return last
  }
}
