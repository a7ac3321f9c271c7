// SPDX-License-Identifier: Apache-2.0
// clock: the server is restarted at random times.

#if PostgreSQL
import FlowModel
import FlowSessions
import FlowExpressions
import Foundation
import PostgreSQLStore
import SavedWalks

/// Eight processes that advance the same walks, while they and the server are killed at random.
///
/// Each walk gets `eventCount` events, and each event names the process that appended it. In the end,
/// every event that a process has seen acknowledged is in its place, and no place has two.
struct Storm {
  static let eventCount = 40
  static let processCount = 8

  let options: String
  /// A folder for the lists of acknowledged events.
  let folder: String
  /// The command that kills the server and starts it again.
  let restart: String
  let walkCount: Int

  static func id(_ number: Int) -> String { "storm-\(number)" }

  static func event(_ text: String) -> LoggedEvent {
    LoggedEvent(event: .answer(.text(text)), now: .epoch, target: "q")
  }

  func run() async throws -> Bool {
    let store = PostgreSQLWalkStore(options, patience: 60)
    try await store.migrate()
    for number in 0..<walkCount {
      let id = Self.id(number)
      try? await store.remove(id)
      try await store.create(id, SavedWalk(flowID: "storm", fingerprint: UInt64(number)))
    }
    var random = SystemRandomNumberGenerator()
    var workers: [Process] = []
    var (kills, restarts, started) = (0, 0, 0)
    let begin = Date()
    func startWorker() throws {
      started += 1
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["worker", options, "\(folder)/\(started).acknowledged", "\(walkCount)"]
      try process.run()
      workers.append(process)
    }
    for _ in 0..<Self.processCount { try startWorker() }
    var nextRestart = Date().addingTimeInterval(.random(in: 0.3...1, using: &random))
    while try await !isComplete(store) {
      try await Task.sleep(for: .milliseconds(Int.random(in: 10...120, using: &random)))
      let index = Int.random(in: workers.indices, using: &random)
      if workers[index].isRunning {
        kill(workers[index].processIdentifier, SIGKILL)
        kills += 1
      }
      workers[index].waitUntilExit()
      workers.remove(at: index)
      try startWorker()
      if Date() > nextRestart {
        // Foundation's Process would wait for the server that the command leaves behind.
        try await runRestart()
        restarts += 1
        nextRestart = Date().addingTimeInterval(.random(in: 0.5...2, using: &random))
      }
      guard Date().timeIntervalSince(begin) < 600 else {
        print("storm: the walks aren't complete after ten minutes")
        for worker in workers { kill(worker.processIdentifier, SIGKILL) }
        return false
      }
    }
    for worker in workers { worker.waitUntilExit() }
    return try await isRight(store, started, kills, restarts)
  }

  /// Runs the command that restarts the server, on a thread of its own.
  private func runRestart() async throws {
    let restart = restart
    let status: Int32 = await withCheckedContinuation { waiting in
      Thread.detachNewThread {
        var process = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = [
          strdup("/bin/sh"), strdup("-c"), strdup(restart), nil,
        ]
        let variables: [UnsafeMutablePointer<CChar>?] = [
          strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nil,
        ]
        defer { for word in words + variables { free(word) } }
        var status: Int32 = -1
        if posix_spawn(&process, "/bin/sh", nil, nil, words, variables) == 0 {
          waitpid(process, &status, 0)
        }
        waiting.resume(returning: status)
      }
    }
    guard status == 0 else { throw RestartError.failed(status) }
  }

  enum RestartError: Error { case failed(Int32) }

  private func isComplete(_ store: PostgreSQLWalkStore) async throws -> Bool {
    var last: String?
    var complete = 0
    while true {
      let page = try await store.list(after: last, limit: 1_000)
      complete += page.filter { $0.revision?.rawValue == Int64(Self.eventCount + 1) }.count
      last = page.last?.id
      if page.count < 1_000 { return complete >= walkCount }
    }
  }

  /// Compares the walks with what was acknowledged.
  private func isRight(
    _ store: PostgreSQLWalkStore, _ started: Int, _ kills: Int, _ restarts: Int
  ) async throws -> Bool {
    var texts: [String: [String]] = [:]
    for number in 0..<walkCount {
      let walk = try await store.load(Self.id(number)).walk
      texts[Self.id(number)] = walk.events.map { entry in
        if case .answer(.text(let text)?) = entry.event { text } else { "" }
      }
    }
    var wrong = texts.values.filter { $0.count != Self.eventCount || Set($0).count != $0.count }
      .count
    var acknowledged = 0
    var places: Set<String> = []
    for number in 1...started {
      let lines = (try? String(contentsOfFile: "\(folder)/\(number).acknowledged", encoding: .utf8))
      for line in (lines ?? "").split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 3, let place = Int(words[1]) else { continue }
        acknowledged += 1
        if !places.insert("\(words[0]) \(place)").inserted { wrong += 1 }
        let events = texts[words[0]] ?? []
        if !events.indices.contains(place) || events[place] != words[2] {
          print("storm: lost \(line)")
          wrong += 1
        }
      }
    }
    print(
      "storm: \(walkCount) walks, \(acknowledged) of \(walkCount * Self.eventCount) events seen "
        + "acknowledged, \(kills) processes and \(restarts) servers killed, \(wrong) wrong")
    return wrong == 0 && kills > 0 && restarts > 0
  }
}

/// A process of a ``Storm``: it advances random walks until all are complete.
struct StormWorker {
  let store: PostgreSQLWalkStore
  let path: String
  let walkCount: Int

  init(_ options: String, acknowledged path: String, walkCount: Int) {
    store = PostgreSQLWalkStore(options, connectionCount: 1, patience: 30)
    self.path = path
    self.walkCount = walkCount
  }

  func run() async throws -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var open = Set(0..<walkCount)
    var count = 0
    while let number = open.randomElement() {
      let id = Storm.id(number)
      do throws(WalkStoreError) {
        let stored = try await store.load(id)
        let place = stored.walk.events.count
        guard place < Storm.eventCount else {
          open.remove(number)
          continue
        }
        count += 1
        let text = "\(getpid())-\(UInt32.random(in: .min ... .max))-\(count)"
        try await store.append([Storm.event(text)], to: id, after: stored.revision)
        let line = Array("\(id) \(place) \(text)\n".utf8)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      } catch {
        switch error {
        case .conflict, .unavailable, .unknownOutcome: continue
        default:
          print("worker: \(error)")
          return false
        }
      }
    }
    return true
  }
}
#endif
