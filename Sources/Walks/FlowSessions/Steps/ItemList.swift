// SPDX-License-Identifier: Apache-2.0

/// The items of a list of records, in order, as a persistent balanced tree.
///
/// A session keeps a copy of a list before each event. Copying is O(1), and a copy that differs in
/// one item shares all but O(log *n*) nodes with the original.
struct ItemList: Sendable {
  /// A node with an item, and the items before and after it.
  ///
  /// It's a class because copies share it; it never changes.
  final class Node: Sendable {
    let left: Node?
    let right: Node?
    let item: RepeatItem

    /// The number of items in the tree.
    let count: Int

    /// Whether one of the items has a problem.
    let hasProblem: Bool

    /// Whether one of the items with a problem hasn't been started.
    let hasNotBegun: Bool

    init(_ left: Node?, _ item: RepeatItem, _ right: Node?) {
      self.left = left
      self.right = right
      self.item = item
      count = (left?.count ?? 0) + 1 + (right?.count ?? 0)
      hasProblem = item.problem != nil || left?.hasProblem == true || right?.hasProblem == true
      hasNotBegun = item.isNotBegun || left?.hasNotBegun == true || right?.hasNotBegun == true
    }
  }

  /// The root of the tree, or nil if there are no items.
  private(set) var root: Node?

  /// Creates a list without items.
  init() {}

  /// Creates a list.
  ///
  /// - Complexity: O(*n*).
  init(_ items: some Sequence<RepeatItem>) {
    let items = Array(items)
    root = Self.tree(of: items[...])
  }

  private static func tree(of items: ArraySlice<RepeatItem>) -> Node? {
    guard !items.isEmpty else { return nil }
    let middle = items.startIndex + items.count / 2
    return Node(tree(of: items[..<middle]), items[middle], tree(of: items[(middle + 1)...]))
  }

  // MARK: Changes

  /// Adds an item at the end.
  ///
  /// - Complexity: O(log *n*).
  mutating func append(_ item: RepeatItem) { insert(item, at: count) }

  /// Inserts an item at a position, or at the end.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ item: RepeatItem, at position: Int) {
    root = Self.inserting(item, at: position, into: root)
  }

  /// Removes the item at a position.
  ///
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func remove(at position: Int) -> RepeatItem {
    let item = self[position]
    root = Self.removing(position, from: root)
    return item
  }

  private static func inserting(_ item: RepeatItem, at position: Int, into node: Node?) -> Node {
    guard let node else { return Node(nil, item, nil) }
    let before = node.left?.count ?? 0
    return position <= before
      ? balanced(inserting(item, at: position, into: node.left), node.item, node.right)
      : balanced(
        node.left, node.item, inserting(item, at: position - before - 1, into: node.right))
  }

  private static func removing(_ position: Int, from node: Node?) -> Node? {
    guard let node else { return nil }
    let before = node.left?.count ?? 0
    if position < before {
      return balanced(removing(position, from: node.left), node.item, node.right)
    }
    if position > before {
      return balanced(node.left, node.item, removing(position - before - 1, from: node.right))
    }
    guard let right = node.right, let next = element(at: 0, of: right) else { return node.left }
    return balanced(node.left, next, removing(0, from: right))
  }

  private static func replacing(_ position: Int, of node: Node?, by item: RepeatItem) -> Node? {
    guard let node else { return nil }
    let before = node.left?.count ?? 0
    if position == before { return Node(node.left, item, node.right) }
    return position < before
      ? Node(replacing(position, of: node.left, by: item), node.item, node.right)
      : Node(node.left, node.item, replacing(position - before - 1, of: node.right, by: item))
  }

  // MARK: Balance

  /// The maximum ratio between the weights of both sides.
  private static let weight = 3

  private static func isHeavy(_ node: Node?, beside other: Node?) -> Bool {
    (node?.count ?? 0) + 1 > weight * ((other?.count ?? 0) + 1)
  }

  /// Returns a balanced tree of two trees, of which one may have one item too many or too few.
  private static func balanced(_ left: Node?, _ item: RepeatItem, _ right: Node?) -> Node {
    if isHeavy(right, beside: left), let right {
      // Use a single rotation if the outer tree is large enough, and a double one otherwise.
      guard let inner = right.left, inner.count + 1 >= 2 * ((right.right?.count ?? 0) + 1) else {
        return Node(Node(left, item, right.left), right.item, right.right)
      }
      return Node(
        Node(left, item, inner.left), inner.item, Node(inner.right, right.item, right.right))
    }
    if isHeavy(left, beside: right), let left {
      guard let inner = left.right, inner.count + 1 >= 2 * ((left.left?.count ?? 0) + 1) else {
        return Node(left.left, left.item, Node(left.right, item, right))
      }
      return Node(
        Node(left.left, left.item, inner.left), inner.item, Node(inner.right, item, right))
    }
    return Node(left, item, right)
  }

  // MARK: Search

  /// The position of the first item with a problem, or nil if there isn't one.
  ///
  /// - Complexity: O(log *n*).
  var firstProblem: Int? { first(where: { $0.problem != nil }, in: \.hasProblem) }

  /// The position of the first item with a problem that hasn't been started, or nil if there isn't
  /// one.
  ///
  /// - Complexity: O(log *n*).
  var firstNotBegun: Int? { first(where: \.isNotBegun, in: \.hasNotBegun) }

  private func first(where isFound: (RepeatItem) -> Bool, in mark: (Node) -> Bool) -> Int? {
    var position = 0
    var next = root
    while let node = next, mark(node) {
      if let left = node.left, mark(left) {
        next = left
        continue
      }
      position += node.left?.count ?? 0
      if isFound(node.item) { return position }
      position += 1
      next = node.right
    }
    return nil
  }
}

extension ItemList: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { root?.count ?? 0 }

  /// The item at a position.
  ///
  /// - Complexity: O(log *n*).
  subscript(position: Int) -> RepeatItem {
    get {
      guard let item = Self.element(at: position, of: root) else {
        preconditionFailure("there is no item \(position)")
      }
      return item
    }
    set { root = Self.replacing(position, of: root, by: newValue) }
  }

  private static func element(at position: Int, of root: Node?) -> RepeatItem? {
    var position = position
    var next = root
    while let node = next {
      let before = node.left?.count ?? 0
      if position == before { return node.item }
      if position < before {
        next = node.left
      } else {
        position -= before + 1
        next = node.right
      }
    }
    return nil
  }

  /// An iterator over the items.
  ///
  /// - Complexity: O(*n*) for all of them.
  struct Iterator: IteratorProtocol {
    private var open: [Node] = []

    init(_ root: Node?) { descend(root) }

    private mutating func descend(_ node: Node?) {
      var next = node
      while let node = next {
        open.append(node)
        next = node.left
      }
    }

    mutating func next() -> RepeatItem? {
      guard let node = open.popLast() else { return nil }
      descend(node.right)
      return node.item
    }
  }

  func makeIterator() -> Iterator { Iterator(root) }
}

extension ItemList: Hashable {
  static func == (left: ItemList, right: ItemList) -> Bool {
    left.root === right.root || (left.count == right.count && left.elementsEqual(right))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }
}
