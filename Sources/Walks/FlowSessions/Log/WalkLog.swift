// SPDX-License-Identifier: Apache-2.0

/// The events of a walk that a replay needs.
///
/// Answers that were refused in a row at one field don't make it longer: only the last three are
/// kept. They're all that can still matter, because ``FieldState/refusals`` counts no further.
struct WalkLog: Sendable {
  /// The events, oldest first.
  private(set) var entries = BlockList<WalkLogEntry>()

  /// The number of events that are kept.
  var count: Int { entries.count }

  /// The newest event, or nil if there is none.
  var last: WalkLogEntry? { entries.last }

  /// The events, oldest first.
  var events: [LoggedEvent] { entries.map(\.logged) }

  /// About how many bytes the events take.
  private(set) var storedSize = 0

  /// Whether an effect was begun or has ended, even if going back has undone it.
  private(set) var hasEffects = false

  /// The number of events that were added, including those that were dropped.
  private(set) var addedCount = 0

  /// The subject of the refused answers at the end.
  private var refusedSubject: String?

  /// The numbers of events of each refused answer at the end, oldest first: the answer, and the facts
  /// that it needed.
  private var refusedLengths: [Int] = []

  /// The number of events of the answer that is waiting for facts.
  private var openLength = 0

  /// The subject of the answer that is waiting for facts.
  private var openSubject: String?

  /// The number of the next event.
  var nextNumber: Int { addedCount + 1 }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - entry: The event, with the ``nextNumber``.
  ///   - isOpen: Whether the session asks for a fact before it handles it.
  ///   - isPlainRefusal: Whether an answer was refused and nothing else happened.
  /// - Complexity: O(1).
  mutating func add(_ entry: consuming WalkLogEntry, isOpen: Bool, isPlainRefusal: Bool) {
    addedCount += 1
    storedSize += entry.storedSize
    if entry.event.isOfEffect { hasEffects = true }
    if openLength == 0 { openSubject = entry.isAnswer ? entry.subject : nil }
    openLength += 1
    entries.append(entry)
    guard !isOpen else { return }
    defer { openLength = 0 }
    guard isPlainRefusal, let subject = openSubject else {
      refusedSubject = nil
      refusedLengths = []
      return
    }
    if refusedSubject != subject { refusedLengths = [] }
    refusedSubject = subject
    refusedLengths.append(openLength)
    if refusedLengths.count > FieldState.maximumRefusals { dropOldestRefusal() }
  }

  /// Counts a change that no event in the log makes.
  mutating func addUnlogged() { addedCount += 1 }

  /// Counts on from a number of events, at most 2³¹, if it has counted fewer.
  mutating func countOn(from count: Int) { addedCount = max(addedCount, min(count, 1 << 31)) }

  /// Drops the oldest refused answer at the end.
  ///
  /// If that is the one that moved the focus to the field, and the next one relies on it, the next one
  /// is dropped instead.
  private mutating func dropOldestRefusal() {
    var run: [WalkLogEntry] = []
    for _ in 0..<refusedLengths.reduce(0, +) {
      guard let entry = entries.popLast() else { break }
      storedSize -= entry.storedSize
      run.append(entry)
    }
    run.reverse()
    let second = refusedLengths[0]
    var dropped = 0
    if case .edit = run[0].event, case .answer = run[second].event { dropped = 1 }
    let start = dropped == 0 ? 0 : second
    run.removeSubrange(start..<start + refusedLengths.remove(at: dropped))
    for entry in run {
      storedSize += entry.storedSize
      entries.append(entry)
    }
  }

  /// Returns the events that were added after a number of them, oldest first.
  ///
  /// - Complexity: O(*n*) in the number of returned events, times O(log *m*) in the length of the log.
  func events(after count: Int) -> [LoggedEvent] {
    var first = entries.count
    while first > 0, entries[first - 1].number > count { first -= 1 }
    return (first..<entries.count).map { entries[$0].logged }
  }
}
