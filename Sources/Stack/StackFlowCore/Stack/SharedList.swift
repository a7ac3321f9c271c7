// SPDX-License-Identifier: Apache-2.0

/// A persistent list that grows and shrinks at its head and is read anywhere.
///
/// It is a skew-binary random-access list: complete binary trees in a short spine, the smallest
/// first, where a tree of weight 2*w* + 1 is a root above two trees of weight *w*. The order from
/// the head is the preorder of the trees. A push or a pop makes at most two objects and shares
/// all others with every earlier copy, whatever the length; looking up an element walks
/// O(log *n*) objects. No path through it's longer than O(log *n*), so that freeing a long list
/// doesn't recurse deeply, which a list of plain links would.
@usableFromInline
struct SharedList<Element> {
  /// A complete binary tree; both children are there or none.
  @usableFromInline
  final class Tree {
    @usableFromInline let element: Element
    @usableFromInline let left: Tree?
    @usableFromInline let right: Tree?

    @inlinable
    init(_ element: Element, left: Tree?, right: Tree?) {
      self.element = element
      self.left = left
      self.right = right
    }
  }

  /// A link of the spine.
  @usableFromInline
  final class Link {
    /// The number of elements in the tree: one less than a power of two.
    @usableFromInline let weight: Int
    @usableFromInline let tree: Tree
    @usableFromInline let rest: Link?

    @inlinable
    init(weight: Int, tree: Tree, rest: Link?) {
      self.weight = weight
      self.tree = tree
      self.rest = rest
    }
  }

  /// The first link; `nil` for an empty list.
  @usableFromInline var head: Link?

  /// The number of elements.
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable var first: Element? { head?.tree.element }

  /// Puts an element before all others, in O(1) with at most two new objects.
  @inlinable
  mutating func prepend(_ element: Element) {
    count += 1
    if let one = head, let two = one.rest, one.weight == two.weight {
      let tree = Tree(element, left: one.tree, right: two.tree)
      head = Link(weight: 2 * one.weight + 1, tree: tree, rest: two.rest)
    } else {
      head = Link(weight: 1, tree: Tree(element, left: nil, right: nil), rest: head)
    }
  }

  /// Takes the element at the head away, in O(1) with at most two new objects.
  @inlinable
  mutating func removeFirst() -> Element? {
    guard let link = head else { return nil }
    count -= 1
    head = link.rest
    if let left = link.tree.left, let right = link.tree.right {
      let weight = link.weight / 2
      head = Link(weight: weight, tree: left, rest: Link(weight: weight, tree: right, rest: head))
    }
    return link.tree.element
  }

  /// Takes elements at the head away, all of them when there are fewer, in O(log *n*).
  @inlinable
  mutating func removeFirst(_ amount: Int) {
    var left = amount
    while left > 0, let link = head {
      if left >= link.weight {
        left -= link.weight
        count -= link.weight
        head = link.rest
      } else {
        left -= 1
        _ = removeFirst()
      }
    }
  }

  /// The element after a number of others, counted from the head; `nil` outside the list.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  func element(at offset: Int) -> Element? {
    guard offset >= 0, offset < count, let head else { return nil }
    // The head holds whatever is passed, so that nothing on the way is retained.
    return withExtendedLifetime(head) {
      var offset = offset
      var link = Unmanaged.passUnretained(head)
      while offset >= link._withUnsafeGuaranteedRef({ $0.weight }) {
        offset -= link._withUnsafeGuaranteedRef { $0.weight }
        guard let rest = link._withUnsafeGuaranteedRef({ Self.unretained($0.rest) }) else {
          return nil
        }
        link = rest
      }
      var weight = link._withUnsafeGuaranteedRef { $0.weight }
      var tree = link._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.tree) }
      while offset > 0 {
        weight /= 2
        offset -= 1
        let isLeft = offset < weight
        if !isLeft { offset -= weight }
        guard
          let next = tree._withUnsafeGuaranteedRef({
            Self.unretained(isLeft ? $0.left : $0.right)
          })
        else { return nil }
        tree = next
      }
      return tree._withUnsafeGuaranteedRef { $0.element }
    }
  }

  /// A part without holding it.
  @inlinable
  static func unretained<Part: AnyObject>(_ part: Part?) -> Unmanaged<Part>? {
    part.map { Unmanaged.passUnretained($0) }
  }

  /// How many elements at the head satisfy a predicate that no later element does.
  ///
  /// - Parameter predicate: True for the first elements, false for all that follow.
  /// - Returns: The number of elements.
  /// - Complexity: O(log *n*); O(log *k*) trees are entered for a result of *k*.
  @inlinable
  func prefixCount(where predicate: (Element) -> Bool) -> Int {
    var passed = 0
    var link = head
    while let current = link {
      if let next = current.rest, predicate(next.tree.element) {
        passed += current.weight
        link = next
        continue
      }
      // The boundary is in this tree, at its root or at its end.
      var tree: Tree? = current.tree
      var weight = current.weight
      while let root = tree, predicate(root.element) {
        weight /= 2
        passed += 1
        if let right = root.right, predicate(right.element) {
          passed += weight
          tree = right
        } else {
          tree = root.left
        }
      }
      return passed
    }
    return passed
  }
}

extension SharedList.Tree: Sendable where Element: Sendable {}
extension SharedList.Link: Sendable where Element: Sendable {}
extension SharedList: Sendable where Element: Sendable {}

// MARK: - Walking

extension SharedList {
  /// Walks from the end to the head, holding O(log *n*) trees.
  @usableFromInline
  struct BackwardIterator: IteratorProtocol {
    @usableFromInline
    enum Part {
      case tree(Tree)
      case root(Tree)
    }

    @usableFromInline var parts: [Part] = []

    @inlinable
    init(_ head: Link?) {
      var link = head
      while let current = link {
        parts.append(.tree(current.tree))
        link = current.rest
      }
    }

    @inlinable
    mutating func next() -> Element? {
      while let part = parts.popLast() {
        switch part {
        case .root(let tree):
          return tree.element
        case .tree(let tree):
          guard let left = tree.left, let right = tree.right else { return tree.element }
          parts.append(.root(tree))
          parts.append(.tree(left))
          parts.append(.tree(right))
        }
      }
      return nil
    }
  }

  /// The elements from the end to the head.
  @inlinable
  func makeBackwardIterator() -> BackwardIterator { BackwardIterator(head) }
}

// MARK: - Comparing

extension SharedList: Equatable where Element: Equatable {
  /// Whether two lists hold equal elements; parts that both share aren't looked into.
  ///
  /// - Complexity: O(*n*) in the number of elements that aren't shared.
  @usableFromInline
  static func == (left: SharedList, right: SharedList) -> Bool {
    // The shape depends on the count alone, so the two can be walked in step.
    guard left.count == right.count else { return false }
    var one = left.head
    var two = right.head
    while let first = one, let second = two {
      if first === second { return true }
      guard equal(first.tree, second.tree) else { return false }
      one = first.rest
      two = second.rest
    }
    return true
  }

  /// Recurses O(log *n*) deep.
  private static func equal(_ one: Tree?, _ two: Tree?) -> Bool {
    guard let one, let two else { return one == nil && two == nil }
    return one === two
      || one.element == two.element && equal(one.left, two.left) && equal(one.right, two.right)
  }
}

// MARK: - Invariants

extension SharedList {
  /// A description of a broken invariant of the shape, or `nil`; for tests.
  func brokenInvariant() -> String? {
    func weight(_ tree: Tree?) -> Int? {
      guard let tree else { return 0 }
      guard let left = weight(tree.left), left == weight(tree.right) else { return nil }
      return 2 * left + 1
    }
    var weights: [Int] = []
    var link = head
    while let current = link {
      guard weight(current.tree) == current.weight else { return "a tree is not complete" }
      weights.append(current.weight)
      link = current.rest
    }
    if weights.reduce(0, +) != count { return "the count is wrong" }
    for (position, pair) in zip(weights, weights.dropFirst()).enumerated()
    where pair.0 > pair.1 || pair.0 == pair.1 && position > 0 {
      return "only the first two trees may have one weight: \(weights)"
    }
    return nil
  }

  /// The identities of all objects that this value holds; for tests that count what is shared.
  func objects() -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var trees: [Tree] = []
    var link = head
    while let current = link {
      found.insert(ObjectIdentifier(current))
      trees.append(current.tree)
      link = current.rest
    }
    while let tree = trees.popLast() {
      found.insert(ObjectIdentifier(tree))
      if let left = tree.left { trees.append(left) }
      if let right = tree.right { trees.append(right) }
    }
    return found
  }
}
