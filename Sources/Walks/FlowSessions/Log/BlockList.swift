// SPDX-License-Identifier: Apache-2.0

import StackFlowCore

/// A persistent list that grows and shrinks at its end, in blocks.
///
/// It's for many small elements: an element takes hardly more memory than its size, whereas each entry
/// of a `StepStack` is an object. Copies share their full blocks. A change next to a copy copies
/// the last block, which has at most ``blockLength`` elements.
struct BlockList<Element: Sendable>: Sendable {
  /// The number of elements in a full block.
  static var blockLength: Int { 8 }

  /// The full blocks, oldest first.
  private var full = StepStack<[Element]>()

  /// The elements after the full blocks, fewer than fill one.
  private var rest: [Element] = []

  /// Creates an empty list.
  init() {}

  /// The number of elements.
  var count: Int { full.count * Self.blockLength + rest.count }

  /// The last element, or nil if there is none.
  var last: Element? { rest.last ?? full.top?.last }

  /// Returns the element at an index.
  ///
  /// - Precondition: The index is in `0..<count`.
  /// - Complexity: O(log *n*), and O(1) for the last few.
  subscript(index: Int) -> Element {
    let (block, offset) = index.quotientAndRemainder(dividingBy: Self.blockLength)
    guard block < full.count, let found = full.entry(at: block) else { return rest[offset] }
    return found.item[offset]
  }

  /// Adds an element at the end.
  ///
  /// - Complexity: O(1).
  mutating func append(_ element: consuming Element) {
    rest.append(element)
    guard rest.count == Self.blockLength else { return }
    full.push(rest)
    rest = []
  }

  /// Removes the last element and returns it, or nil if there is none.
  ///
  /// - Complexity: O(1).
  @discardableResult
  mutating func popLast() -> Element? {
    if rest.isEmpty, let block = full.pop() { rest = block.item }
    return rest.popLast()
  }
}

extension BlockList: Sequence {
  /// Returns the elements from the first to the last, in O(*n*).
  func makeIterator() -> some IteratorProtocol<Element> {
    (full.items.lazy.joined() + rest).makeIterator()
  }

  /// The number of elements.
  var underestimatedCount: Int { count }
}
