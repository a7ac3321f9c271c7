// SPDX-License-Identifier: Apache-2.0

/// The state of the current batch.
struct BatchState {
  /// The number of nested batches.
  var depth = 0

  /// Whether the batch is ending.
  var isEnding = false

  /// Whether something changed since the last layout.
  var needsLayout = false

  /// Whether rows were invalidated since the last layout, and so the row that contains the stack is.
  var invalidatesHost = false

  /// The changes to places and lengths of rows since the last layout.
  var geometry = GeometryNotes()

  /// Whether the layout follows a resize.
  var settlesPin = false

  /// Whether the view was at the end, with the gravity there, and stays there unless something
  /// scrolls.
  var sticksToEnd = false

  /// Whether several changes are made as one, after which the offset is set.
  var holdsOffset = false

  /// Rows whose visibility may have changed although they weren't and aren't in view.
  var touched: [ScrollStackRow] = []

  /// Rows that were removed, with their last index and the visibility last reported.
  var removed: [(row: ScrollStackRow, index: Int, from: RowVisibility)] = []

  /// The rows in view as they were drawn before the first animated change.
  var before: DrawnBefore?

  /// Rows whose separator appeared or disappeared with the following row, and how they were drawn.
  var gaps: [(row: ScrollStackRow, before: RowPresence)] = []

  /// The index of the first row of the latest removal.
  var lastRemovedIndex = 0

  /// Changes to announce after the running announcement.
  var journal: [RowChange] = []
  var isAnnouncing = false

  /// Completions to be called when the batch has ended.
  var completions: [(call: Completion, finished: Bool)] = []
}

/// A change of the sequence of rows, to be announced.
enum RowChange {
  case inserted(ScrollStackRow, index: Int)
  case removed(ScrollStackRow, index: Int)
  case moved(ScrollStackRow, from: Int, to: Int)
}

extension ScrollStack {
  /// Runs several changes as a batch, with one layout and its announcements at the end of the
  /// outermost batch (`Documentation/Contract.md` C-4).
  public func batch<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
  {
    if batch.depth == 0, !batch.needsLayout {
      batch.sticksToEnd = standsAtEnd
      batch.before = nil
    }
    batch.depth += 1
    defer {
      batch.depth -= 1
      if batch.depth == 0 { endBatch() }
    }
    return try body()
  }

  /// Whether the end of the content stays in place when lengths change.
  private var standsAtEnd: Bool {
    gravity == .end && scrolling == nil && offset >= maximumOffset
  }

  /// Announces changes of rows at once, or after those that are being announced.
  func announce(_ changes: some Sequence<RowChange>) {
    guard !batch.isAnnouncing else {
      batch.journal += changes
      return
    }
    batch.isAnnouncing = true
    for change in changes { announce(change) }
    announceJournal()
  }

  /// Announces the changes of a body after the last of them.
  func announceTogether<Result>(_ body: () -> Result) -> Result {
    guard !batch.isAnnouncing else { return body() }
    batch.isAnnouncing = true
    let result = body()
    announceJournal()
    return result
  }

  private func announceJournal() {
    var next = 0
    while next < batch.journal.count {
      announce(batch.journal[next])
      next += 1
    }
    batch.journal = []
    batch.isAnnouncing = false
  }

  private func announce(_ change: RowChange) {
    switch change {
    case .inserted(let row, let index):
      if row.stack === self, !row.flags.contains(.entered) {
        row.flags.insert(.entered)
        row.controller.didEnter(row)
      }
      delegate?.rowInserted(row, at: index, in: self)
    case .removed(let row, let index): delegate?.rowRemoved(row, at: index, in: self)
    case .moved(let row, let from, let to): delegate?.rowMoved(row, from: from, to: to, in: self)
    }
  }

  /// Calls a completion at the end of the batch.
  func complete(_ completion: Completion?, finished: Bool) {
    guard let completion else { return }
    batch.completions.append((completion, finished))
    batch.needsLayout = true
  }

  /// Marks that places or lengths of rows may have changed.
  func setNeedsLayout() {
    batch.needsLayout = true
    // Reads see the change at once, including the places of rows.
    if !batch.holdsOffset { refreshLastShown() }
  }

  /// Lays out and announces until nothing is left to do.
  private func endBatch() {
    guard !batch.isEnding else { return }
    batch.isEnding = true
    defer { batch.isEnding = false }
    // A listener that changes the stack at every change has to wait for the next batch.
    for _ in 0..<64 where batch.needsLayout {
      batch.needsLayout = false
      layOut()
      let completions = batch.completions
      batch.completions = []
      for (call, finished) in completions { call(finished) }
    }
  }
}
