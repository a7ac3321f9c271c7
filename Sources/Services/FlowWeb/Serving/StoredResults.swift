// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
import FlowWalks
public import SavedWalks

/// The results of a flow's walks in a store.
public struct StoredResults: Sendable {
  /// A walk.
  public struct Walk: Sendable {
    /// The id.
    public let id: String

    /// The time of the last change; nil if the store doesn't know it.
    public let changed: Timestamp?

    /// How it ended; nil if it hasn't.
    public let outcome: FlowOutcome?

    /// The output of the flow, with dots for secrets; null if it hasn't completed, or in a version that wasn't given.
    public let output: Value

    /// The version of the flow that the walk has completed in, if it isn't complete in those that were given; else nil.
    public let otherVersion: Int?

    /// The id of the step that it asks, or at which it was left; nil if it asks none.
    public let step: String?
  }

  /// The walks, in the order of their ids.
  public let walks: [Walk]

  /// The number of walks of the flow that can't be read, as those of a later version or with another key.
  public let unreadable: Int

  /// The versions of the flow.
  private let flows: [CheckedFlow]

  /// The number of walks that have completed in versions of the flow that weren't given, so that their outputs aren't known.
  public var completedInOtherVersions: Int { walks.count { $0.otherVersion != nil } }

  /// Reads the walks of a flow; those of other flows are skipped.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - otherVersions: Other versions of the flow; a walk is read in the one that saved it.
  ///   - store: The store.
  ///   - zones: Returns the rules of a time zone by name; UTC needs none.
  /// - Throws: `WalkStoreError` if the store can't be read.
  /// - Complexity: O(*n*) in the size of all walks of the store.
  public init(
    of flow: CheckedFlow, otherVersions: [CheckedFlow] = [], in store: any WalkStore,
    zones: @escaping @Sendable (String) -> ZoneRules? = { _ in nil }
  ) async throws {
    var walks: [Walk] = []
    var unreadable = 0
    var last: String?
    while true {
      let page = try await store.list(after: last, limit: 1_000)
      for entry in page {
        if let other = entry.summary?.flow, other != flow.id.name { continue }
        if entry.summary?.isRevoked == true { continue }
        do {
          let view = try await store.look(at: entry.id) { (stored) throws(SavedWalkError) in
            try stored.walk.restored(
              in: flow, otherVersions: otherVersions, zone: zones(stored.walk.options.zone))
          }
          walks.append(Self.walk(entry, view))
        } catch WalkStoreError.unknown {
          // It was removed meanwhile.
        } catch let error as WalkStoreError where error.canRetry {
          throw error
        } catch {
          guard let walk = Self.walkOfOtherVersion(entry) else {
            unreadable += 1
            continue
          }
          walks.append(walk)
        }
      }
      guard page.count == 1_000 else { break }
      last = page.last?.id
    }
    (self.walks, self.unreadable) = (walks, unreadable)
    flows = [flow] + otherVersions
  }

  /// Returns a walk that was completed, as its summary says; nil if it wasn't.
  private static func walkOfOtherVersion(_ entry: StoredWalk.Entry) -> Walk? {
    guard let summary = entry.summary, summary.outcome == FlowOutcome.completed.word else {
      return nil
    }
    return Walk(
      id: entry.id, changed: entry.changed, outcome: .completed, output: .null,
      otherVersion: summary.version, step: nil)
  }

  private static func walk(_ entry: StoredWalk.Entry, _ view: StoredWalkView) -> Walk {
    let session = view.session
    if view.hasEndedInOtherVersion, let walk = walkOfOtherVersion(entry) { return walk }
    guard case .finished(let result) = session.state else {
      return Walk(
        id: entry.id, changed: entry.changed, outcome: nil, output: .null, otherVersion: nil,
        step: session.topStepID)
    }
    let isCompleted = result.outcome == .completed
    return Walk(
      id: entry.id, changed: entry.changed, outcome: result.outcome,
      output: isCompleted ? session.maskedOutput : .null, otherVersion: nil,
      step: isCompleted ? nil : session.topStepID)
  }

  private var completed: [Walk] {
    walks.filter { $0.outcome == .completed && $0.otherVersion == nil }
  }

  // MARK: As text

  /// A row for each walk: its id, the time, and its state.
  public var rows: [String] {
    walks.map { walk in
      var state = walk.outcome?.word ?? "at \(walk.step ?? "an effect")"
      if let version = walk.otherVersion { state += " in version \(version)" }
      return "\(walk.id)  \(walk.changed?.description ?? "-")  \(state)"
    }
  }

  /// A JSON object for each completed walk: `walk`, `changed`, and `output`.
  public var jsonLines: [String] {
    completed.map { walk in
      let line = Value.object([
        "walk": .string(walk.id), "changed": walk.changed.map { .string($0.description) } ?? .null,
        "output": walk.output,
      ])
      return JSONWriter().text(of: line) ?? ""
    }
  }

  /// A table of the completed walks (RFC 4180): a column for each answer, `a.b` for one inside another; the items of a
  /// list are joined by `; `, and records in lists are JSON.
  ///
  /// Each answer that the flow can have has its column, whether or not a walk has it; keys of maps follow.
  public var csvLines: [String] {
    Self.table(
      completed.map { walk in
        ([walk.id, walk.changed?.description ?? ""], Self.cells(of: walk.output, under: ""))
      }, beginningWith: ["walk", "changed"], flows.flatMap(\.outputColumns))
  }

  /// Returns a table of the items of a list in the completed walks (RFC 4180).
  ///
  /// It has the walk, the number of the item from 1, and a column for each answer of an item, as ``csvLines`` has those
  /// of a walk.
  ///
  /// - Parameter name: The name of the list in the output, `a.b` for one inside another answer.
  /// - Returns: The lines; nil if neither the flow nor a completed walk has such a list.
  /// - Complexity: O(*n*) in the size of the outputs.
  public func csvLines(ofItemsOf name: String) -> [String]? {
    let path = name.split(separator: ".").map { Value.string(String($0)) }
    let lists = completed.compactMap { walk -> (Walk, [Value])? in
      let value = path.reduce(walk.output) { value, part in
        if case .map(let map) = value { map[part] ?? .null } else { .null }
      }
      return if case .list(let items) = value { (walk, items) } else { nil }
    }
    let columns = flows.compactMap {
      $0.outputColumns(ofRecordsAt: path.map(\.plainText))
    }
    guard !lists.isEmpty || !columns.isEmpty else { return nil }
    let rows = lists.flatMap { walk, items in
      items.enumerated().map { index, item in
        ([walk.id, String(index + 1)], Self.cells(of: item, under: ""))
      }
    }
    return Self.table(rows, beginningWith: ["walk", "number"], columns.flatMap { $0 })
  }

  /// Returns a table of rows with the same first cells, and others whose columns are those of the flow, and then in the
  /// order in which they first come.
  private static func table(
    _ rows: [(first: [String], cells: [(String, String)])], beginningWith first: [String],
    _ paths: [[String]]
  ) -> [String] {
    var columns: [String] = []
    var known: Set<String> = []
    let names = paths.map { $0.isEmpty ? "output" : $0.joined(separator: ".") }
    for name in names + rows.flatMap({ $0.cells.map(\.0) }) where known.insert(name).inserted {
      columns.append(name)
    }
    return [(first + columns).map(quoted).joined(separator: ",")]
      + rows.map { row in
        let values = Dictionary(row.cells) { $1 }
        return (row.first + columns.map { values[$0] ?? "" }).map(quoted).joined(separator: ",")
      }
  }

  /// A row for each step at which walks were left, with their number, the most first.
  public var leftLines: [String] {
    var counts: [String: Int] = [:]
    for walk in walks where walk.outcome != .completed { counts[walk.step ?? "-", default: 0] += 1 }
    return counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map {
      "\($0.value)  \($0.key)"
    }
  }

  private static func cells(of value: Value, under name: String) -> [(String, String)] {
    guard case .map(let map) = value else {
      return [(name.isEmpty ? "output" : name, text(of: value))]
    }
    return map.flatMap { entry in
      let key = entry.key.plainText
      return cells(of: entry.value, under: name.isEmpty ? key : "\(name).\(key)")
    }
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .null: ""
    case .list(let items) where items.allSatisfy({ $0.isPlain }):
      items.map(\.plainText).joined(separator: "; ")
    case .list, .map: JSONWriter().text(of: value) ?? ""
    default: value.plainText
    }
  }

  /// Returns a cell; one that a spreadsheet would take as a formula begins with an apostrophe.
  private static func quoted(_ text: String) -> String {
    var cell = text
    if let first = text.first, "=+-@\t\r".contains(first), Double(text) == nil { cell = "'" + text }
    guard cell.contains(where: { ",\"\r\n".contains($0) || $0.isNewline }) else { return cell }
    return "\"\(cell.replacing("\"", with: "\"\""))\""
  }
}

extension Value {
  fileprivate var isPlain: Bool {
    switch self {
    case .list, .map: false
    default: true
    }
  }
}
