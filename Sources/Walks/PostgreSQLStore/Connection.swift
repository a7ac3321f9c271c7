// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import CLibrary
import CPostgreSQL
import Dispatch
import Synchronization

/// A connection to the server, which is opened when it's needed, and again when it was lost.
///
/// A connection has a queue of its own, which waits for the server, and is used only there. Nothing waits without
/// a deadline: libpq's functions that block aren't called. Only the system's look-up of a host's name has its own limits.
final class Connection: @unchecked Sendable {
  /// Why a statement wasn't run, or may not have been.
  enum Failure: Error {
    /// The connection was lost; whether the statement was run isn't known.
    case lost(String)

    /// The server can't be reached in time, or is too busy; nothing was changed.
    case unreachable(String)

    /// Another transaction was first; nothing was changed, and the statement can be run again.
    case raced(String)

    /// The server refuses the statement whenever it's run, and has changed nothing.
    case refused(String)
  }

  /// A row: the columns in the binary format, or nil for null.
  typealias Row = [[UInt8]?]

  private let options: String
  private let patience: Double
  private let lifetime: Double?
  private let queue = DispatchQueue(label: "PostgreSQLStore.Connection")

  private let calls = Atomic<Int>(0)

  /// The number of calls that use the connection or wait for it; it may change at any time.
  var callCount: Int { calls.load(ordering: .relaxed) }

  // Used only on the queue.
  private var connection: OpaquePointer?
  private var prepared: Set<Statement> = []

  /// How often the connection was opened; the locks of an earlier time are gone.
  private(set) var generation = 0

  /// The mark of the server's session, a random number; another session has none, or that of another connection.
  private(set) var mark = ""

  /// Creates a connection that isn't open yet.
  ///
  /// - Parameters:
  ///   - options: A connection string of libpq.
  ///   - patience: How long a call waits for the server, in seconds.
  ///   - lifetime: How long the server keeps the connection if nothing is asked, in seconds; nil for ever.
  init(_ options: String, patience: Double, lifetime: Double? = nil) {
    self.options = options
    self.patience = patience
    self.lifetime = lifetime
  }

  deinit { finish() }

  /// Runs a function on the connection's queue.
  func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (Connection) -> Answer
  ) async -> Answer {
    calls.add(1, ordering: .relaxed)
    return await withCheckedContinuation { waiting in
      queue.async {
        let answer = body(self)
        self.calls.subtract(1, ordering: .relaxed)
        waiting.resume(returning: answer)
      }
    }
  }

  /// Returns after a time in seconds; the queue is free meanwhile.
  func pause(_ seconds: Double) async {
    await withCheckedContinuation { waiting in
      queue.asyncAfter(deadline: .now() + seconds) { waiting.resume() }
    }
  }

  /// Whether the connection was open when it was last used.
  var isOpen: Bool { connection != nil && PQstatus(connection) == CONNECTION_OK }

  // MARK: Opening

  /// Opens the connection, if it isn't open, again and again until the deadline.
  func open(by deadline: Deadline) throws(Failure) {
    guard deadline.secondsLeft > 0 else {
      throw .unreachable("the call has waited for the calls before it for too long")
    }
    if isOpen { return }
    var pause = 0.01
    while true {
      close()
      do throws(Failure) {
        try connect(by: deadline)
        try prepare(by: deadline)
        return
      } catch {
        close()
        if case .refused = error { throw error }
        let reason =
          switch error {
          case .lost(let reason), .unreachable(let reason), .raced(let reason),
            .refused(let reason):
            reason
          }
        // Nothing that changes a walk was sent.
        guard deadline.secondsLeft > pause else { throw .unreachable(reason) }
      }
      usleep(UInt32(pause * 1e6))
      pause = min(pause * 2, 0.5)
    }
  }

  /// Connects; the socket is open or there is none afterwards.
  private func connect(by deadline: Deadline) throws(Failure) {
    var message: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(options, &message) else {
      defer { PQfreemem(message) }
      throw .refused(Self.text(message))
    }
    PQconninfoFree(parsed)
    // The caller's string has the last word. Seconds are whole there.
    let seconds = Int((patience / 4).rounded(.up))
    let settings = [
      ("connect_timeout", "\(max(Int(patience.rounded(.up)), 2))"),
      ("tcp_user_timeout", "\(Int(patience * 1_000))"), ("keepalives", "1"),
      ("keepalives_idle", "\(seconds)"), ("keepalives_interval", "\(seconds)"),
      ("keepalives_count", "3"), ("dbname", options),
    ]
    let names = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for word in names + values { free(word) } }
    connection = PQconnectStartParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let connection, PQstatus(connection) != CONNECTION_BAD else {
      throw .unreachable(Self.text(PQerrorMessage(connection)))
    }
    // Only so, a server's refusal of the connection has its code.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    var polling = PGRES_POLLING_WRITING
    while true {
      switch polling {
      case PGRES_POLLING_OK:
        PQsetnonblocking(connection, 1)
        PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
        // Notices would be written to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        return
      case PGRES_POLLING_READING: try wait(for: POLLIN, by: deadline)
      case PGRES_POLLING_WRITING: try wait(for: POLLOUT, by: deadline)
      default: throw notConnected(connection)
      }
      polling = PQconnectPoll(connection)
    }
  }

  /// Why there's no connection: a user whom the server doesn't let in, or a database that it lacks, is refused
  /// again later.
  ///
  /// Of several hosts, another one may answer later.
  private func notConnected(_ connection: OpaquePointer) -> Failure {
    let refusal = ConnectionRefusal(String(cString: PQerrorMessage(connection)))
    let isKnown = PQconnectionNeedsPassword(connection) == 1 || refusal.isFinal
    return isKnown && !Self.hasSeveralHosts(connection)
      ? .refused(refusal.words) : .unreachable(refusal.words)
  }

  private static func hasSeveralHosts(_ connection: OpaquePointer) -> Bool {
    guard let settings = PQconninfo(connection) else { return false }
    defer { PQconninfoFree(settings) }
    var setting = settings
    while let keyword = setting.pointee.keyword {
      if ["host", "hostaddr"].contains(String(cString: keyword)), let value = setting.pointee.val,
        strchr(value, Int32(UInt8(ascii: ","))) != nil
      {
        return true
      }
      setting += 1
    }
    return false
  }

  /// Sets what the store relies on, whatever the server, the database, or the role has as a default.
  private func prepare(by deadline: Deadline) throws(Failure) {
    let milliseconds = Int(patience * 1_000)
    let seconds = Int((patience / 4).rounded(.up))
    let settings = [
      // A change that meets another one looks at the revision again.
      ("default_transaction_isolation", "'read committed'"),
      ("default_transaction_read_only", "off"), ("default_transaction_deferrable", "off"),
      ("client_encoding", "'UTF8'"), ("standard_conforming_strings", "on"),
      // A query that the client has given up ends at the server too.
      ("statement_timeout", "\(milliseconds)"),
      ("idle_in_transaction_session_timeout", "\(milliseconds)"),
      // A client that has vanished doesn't keep its locks; on a socket of the machine, these say nothing.
      ("tcp_keepalives_idle", "\(seconds)"), ("tcp_keepalives_interval", "\(seconds)"),
      ("tcp_keepalives_count", "3"),
    ]
    var sql = settings.map { "SET \($0) = \($1);" }.joined(separator: " ")
    // Servers before version 12 don't have the first, and those before 14 not the second.
    sql += Self.set("tcp_user_timeout", to: milliseconds)
    if let lifetime { sql += Self.set("idle_session_timeout", to: Int(lifetime * 1_000)) }
    // A session with a mark was given to another connection before, with its locks. All of this is one transaction, so a
    // pooler has one session for it.
    mark = String(UInt64.random(in: .min ... .max), radix: 16)
    sql += " SELECT set_config('\(Self.markName)', '\(mark)', false) WHERE \(Self.readMark) = '';"
    guard try !rows(by: deadline, { PQsendQuery($0, sql) }).isEmpty else { throw Self.shared }
  }

  /// Whether the server's session is still that of this connection.
  func hasItsSession(by deadline: Deadline) throws(Failure) -> Bool {
    try query("SELECT \(Self.readMark) = '\(mark)'", by: deadline).first?.flag(0) ?? false
  }

  private static let markName = "stackflow.connection"

  /// The mark of a session in SQL; empty if it has none.
  static let readMark = "coalesce(current_setting('\(markName)', true), '')"

  /// The failure of a connection whose session isn't its own, so locks and settings aren't either.
  static let shared = Failure.refused(
    """
    a pooler gives one session of the server to several connections; PgBouncer has to have the pool_mode session \
    and a server_reset_query
    """)

  private static func set(_ name: String, to value: Int) -> String {
    " SELECT set_config(name, '\(value)', false) FROM pg_settings WHERE name = '\(name)';"
  }

  // MARK: Statements

  /// Runs a prepared statement: one round trip, after its first time.
  func rows(
    _ statement: Statement, _ parameters: [Parameter], by deadline: Deadline
  ) throws(Failure) -> [Row] {
    try open(by: deadline)
    if !prepared.contains(statement) {
      _ = try rows(by: deadline) {
        PQsendPrepare($0, statement.rawValue, statement.sql, 0, nil)
      }
      prepared.insert(statement)
    }
    var values: [[UInt8]?] = []
    var formats: [Int32] = []
    for parameter in parameters {
      switch parameter {
      case .text(let text): values.append(Array(text.utf8) + [0])
      case .number(let number): values.append(number.map { Array(String($0).utf8) + [0] })
      case .bytes(let bytes): values.append(bytes)
      }
      if case .bytes = parameter { formats.append(1) } else { formats.append(0) }
    }
    let lengths = values.map { Int32($0?.count ?? 0) }
    // The values have to stay where they are during the call.
    let buffers = values.map { value -> UnsafeMutablePointer<CChar>? in
      guard let value else { return nil }
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: max(value.count, 1))
      for (index, byte) in value.enumerated() { buffer[index] = CChar(bitPattern: byte) }
      return buffer
    }
    defer { for buffer in buffers { buffer?.deallocate() } }
    let pointers = buffers.map { UnsafePointer($0) }
    return try rows(by: deadline) {
      PQsendQueryPrepared(
        $0, statement.rawValue, Int32(values.count), pointers, lengths, formats, 1)
    }
  }

  /// Runs statements without parameters, in one transaction.
  func run(_ sql: String, by deadline: Deadline) throws(Failure) {
    try open(by: deadline)
    _ = try rows(by: deadline) { PQsendQuery($0, sql) }
  }

  /// Runs a query without parameters.
  func query(_ sql: String, by deadline: Deadline) throws(Failure) -> [Row] {
    try open(by: deadline)
    return try rows(by: deadline) { PQsendQueryParams($0, sql, 0, nil, nil, nil, nil, 1) }
  }

  /// Gives up the connection, and with it its locks.
  func close() {
    finish()
    connection = nil
    prepared = []
    generation += 1
  }

  private func finish() {
    guard let connection else { return }
    // A goodbye that the server doesn't take would be waited for.
    let socket = PQsocket(connection)
    if socket >= 0, PQstatus(connection) != CONNECTION_OK { shutdown(socket, Int32(SHUT_RDWR)) }
    PQfinish(connection)
  }

  // MARK: Waiting

  /// Sends something, and returns the rows of its last result.
  ///
  /// Where the deadline comes first, the connection is closed.
  private func rows(
    by deadline: Deadline, _ send: (OpaquePointer) -> Int32
  ) throws(Failure) -> [Row] {
    do throws(Failure) {
      guard let connection, send(connection) == 1 else { throw lost() }
      while true {
        let flushed = PQflush(connection)
        if flushed == 0 { break }
        guard flushed == 1 else { throw lost() }
        // The server may wait for its answer to be read before it reads on.
        if try wait(for: POLLIN | POLLOUT, by: deadline) & POLLIN != 0 {
          guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
      }
      var rows: [Row] = []
      var failure: Failure?
      while true {
        while PQisBusy(connection) == 1 {
          try wait(for: POLLIN, by: deadline)
          guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
        guard let result = PQgetResult(connection) else { break }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows = Self.rows(of: result)
        default: failure = failure ?? self.failure(result)
        }
      }
      if let failure { throw failure }
      return rows
    } catch {
      if case .lost = error { close() }
      throw error
    }
  }

  /// Waits until the socket is ready.
  @discardableResult
  private func wait(for events: Int32, by deadline: Deadline) throws(Failure) -> Int32 {
    let socket = PQsocket(connection)
    guard socket >= 0 else { throw lost() }
    while true {
      let left = deadline.secondsLeft
      guard left > 0 else {
        // Whatever is on its way, no one waits for it.
        shutdown(socket, Int32(SHUT_RDWR))
        throw .lost("the server didn't answer in time")
      }
      var waiting = pollfd(fd: socket, events: Int16(events), revents: 0)
      let count = poll(&waiting, 1, Int32(min((left * 1_000).rounded(.up), 3.6e6)))
      if count > 0 { return Int32(waiting.revents) }
      guard count == 0 || errno == EINTR else { throw lost() }
    }
  }

  private func lost() -> Failure { .lost(Self.text(PQerrorMessage(connection))) }

  /// The error that a result stands for.
  private func failure(_ result: OpaquePointer) -> Failure {
    let message = Self.text(PQresultErrorMessage(result))
    let field = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
    let code = field.map { String(cString: $0) } ?? ""
    // A refusal of the server has a code. Without one, libpq itself reports that the connection is
    // gone, even if it still counts it as open; 57P and 25P03 are the codes of a server that ends it.
    if !isOpen || code.isEmpty || code.hasPrefix("57P") || code == "25P03" || code == "08006" {
      return .lost(message)
    }
    switch code {
    case "40001", "40P01": return .raced(message)
    // The time limits of statements and locks, a server that only reads, and one that is starting or full.
    case "57014", "55P03", "25006": return .unreachable(message)
    default:
      return ["08", "53", "57", "58"].contains { code.hasPrefix($0) }
        ? .unreachable(message) : .refused(message)
    }
  }

  private static func rows(of result: OpaquePointer) -> [Row] {
    (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
        else { return nil }
        let bytes = UnsafeRawBufferPointer(
          start: value, count: Int(PQgetlength(result, row, column)))
        return Array(bytes)
      }
    }
  }

  private static func text(_ message: UnsafeMutablePointer<CChar>?) -> String {
    guard let message else { return "" }
    let text = String(cString: message)
    return text.split(separator: "\n").first.map(String.init) ?? text
  }
}

/// When a call has to return, whatever the server does.
struct Deadline: Sendable {
  private let end: Double

  /// Creates the deadline of a call that begins now.
  init(after seconds: Double) { end = Self.seconds + seconds }

  /// The seconds that are left; negative afterwards.
  var secondsLeft: Double { end - Self.seconds }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Connection.Row {
  /// A number of 8 bytes, the highest first.
  func number(_ column: Int) -> Int64? {
    guard indices.contains(column), let bytes = self[column], bytes.count == 8 else { return nil }
    return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Whether a column is true.
  func flag(_ column: Int) -> Bool { indices.contains(column) && self[column] == [1] }

  /// The bytes of a column; empty for null.
  func bytes(_ column: Int) -> [UInt8] { indices.contains(column) ? self[column] ?? [] : [] }
}
#endif
