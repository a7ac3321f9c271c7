// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import FlowSessions
import FlowModel
import FlowWalks
import FlowExpressions
import FlowFiles
import PostgreSQLStore
import SavedWalks

/// Two versions of a flow on one server, as while a service is replaced.
///
/// Programs of both versions answer the same walks at once. Once the later version has written a walk, the earlier one
/// is refused and leaves the rows as they are, and nothing that a program was told is saved is lost.
struct Versions {
  let options: String
  let walkCount: Int

  private static let first = """
    flow: 1
    id: account
    version: 1
    steps:
      - { ask: name, type: string }
      - { ask: color, type: string }
      - { ask: last, type: string }
    """

  /// Asks for the size instead of the color.
  private static let second = first.replacing("version: 1", with: "version: 2")
    .replacing("ask: color, type: string", with: "ask: size, type: integer")

  private static func flow(_ text: String) throws -> CheckedFlow {
    guard let flow = FlowFile.load(text, name: "account.flow.yaml").flow else {
      throw Faults.Fault.found("the flow has mistakes")
    }
    return flow
  }

  func run() async throws -> Bool {
    let stores = [PostgreSQLWalkStore(options), PostgreSQLWalkStore(options)]
    try await stores[0].migrate()
    var refusals = 0
    do {
      refusals = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<walkCount { group.addTask { try await replaced(number, stores) } }
        return try await group.reduce(0, +)
      }
    } catch {
      print("versions: \(error)")
      return false
    }
    print("versions: \(walkCount) walks, an earlier version refused \(refusals) times")
    return refusals > 0
  }

  /// Walks one walk with programs of both versions.
  ///
  /// - Returns: How often the earlier version was refused.
  private func replaced(_ number: Int, _ stores: [PostgreSQLWalkStore]) async throws -> Int {
    let id = WalkID.random()
    let (first, second) = (try Self.flow(Self.first), try Self.flow(Self.second))
    let earlier = try await Self.runner(first, stores[0], id)
    try await earlier.start()
    try await earlier.send(.answer(.text("name \(number)")))
    try await earlier.send(.answer(.text("color \(number)")))
    // Both answer what's asked: the one that comes second has to look again.
    async let answered = Self.finish(second, stores[1], id, with: "later")
    async let tried = Self.finish(first, stores[0], id, with: "earlier")
    let (last, other) = (try await answered, try await tried)
    let stored = try await stores[0].load(id)
    var isRefused = false
    do {
      _ = try await Self.runner(first, stores[0], id)
    } catch let error as SavedWalkError {
      guard case .laterVersion("account", 2, 1) = error else { throw error }
      isRefused = true
    }
    guard try await stores[1].load(id) == stored else {
      throw Faults.Fault.found("a refused program has changed the rows")
    }
    guard isRefused == (stored.walk.flowVersion == 2) else {
      throw Faults.Fault.found(
        "version \(stored.walk.flowVersion) is \(isRefused ? "" : "not ")refused")
    }
    // Where the earlier version was faster, the later one takes what was answered last along.
    let name = "name \(number)"
    let (color, word) = ("color \(number)", other == nil ? "later" : "earlier")
    guard other == nil || output(other) == ["name": name, "color": color, "last": "earlier"] else {
      throw Faults.Fault.found("the earlier version lost something: \(String(describing: other))")
    }
    guard last == nil || output(last) == ["name": name, "size": "4", "last": word],
      other != nil || last != nil
    else {
      throw Faults.Fault.found("the later version lost something: \(String(describing: last))")
    }
    // A process that allows it goes back to the earlier version, which is offered what it had.
    let back = try stored.walk.restored(in: first, allowingDowngrade: true)
    guard back.session.answer("name") == .string(name) else {
      throw Faults.Fault.found("the name is lost on the way back")
    }
    return isRefused ? 1 : 0
  }

  /// The texts of what a walk resulted in; nil if it hasn't.
  private func output(_ state: SessionState?) -> [String: String]? {
    guard case .finished(let result)? = state, case .map(let output) = result.output else {
      return nil
    }
    return Dictionary(
      uniqueKeysWithValues: output.map { ($0.key.plainText, $0.value.plainText) })
  }

  private static func runner(
    _ flow: CheckedFlow, _ store: PostgreSQLWalkStore, _ id: String
  ) async throws -> AsyncFlowRunner {
    try await AsyncFlowRunner(flow: flow, in: store, id: id, clock: { .epoch })
  }

  /// Answers a walk to its end, and looks again each time that another program was faster.
  ///
  /// - Returns: The end; nil if the walk belongs to a later version, or another program has ended it.
  private static func finish(
    _ flow: CheckedFlow, _ store: PostgreSQLWalkStore, _ id: String, with last: String
  ) async throws -> SessionState? {
    do {
      let runner = try await runner(flow, store, id)
      try await runner.start()
      while case .asking(let step) = await runner.state {
        let text = ["size": "4", "color": "red", "name": "other"][step.id] ?? last
        do {
          try await runner.send(.answer(.text(text)))
          let state = await runner.state
          if case .finished = state { return state }
        } catch is StaleWalkError {
          try await runner.reload()
        }
      }
      return nil
    } catch let error as SavedWalkError {
      guard case .laterVersion = error else { throw error }
      return nil
    } catch is StaleWalkError {
      return nil
    }
  }
}
#endif
