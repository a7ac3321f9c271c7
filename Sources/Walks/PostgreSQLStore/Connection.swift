// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import CPostgreSQL
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A connection to the server, which is opened when it's needed, and again when it was lost.
///
/// libpq waits for the server, so a connection has a queue of its own, and is used only there.
final class Connection: @unchecked Sendable {
  /// Why a statement wasn't run, or may not have been.
  enum Failure: Error {
    /// The connection was lost; whether the statement was run isn't known.
    case lost(String)

    /// The server can't be reached; nothing was sent.
    case unreachable(String)

    /// The server refuses the statement, and has changed nothing.
    case refused(String)
  }

  /// A row: the columns in the binary format, or nil for null.
  typealias Row = [[UInt8]?]

  private let options: String
  private let patience: Double
  private let queue = DispatchQueue(label: "PostgreSQLStore.Connection")

  // Used only on the queue.
  private var connection: OpaquePointer?
  private var prepared: Set<Statement> = []

  /// How often the connection was opened; the locks of an earlier time are gone.
  private(set) var generation = 0

  /// Creates a connection that isn't open yet.
  ///
  /// - Parameters:
  ///   - options: A connection string of libpq.
  ///   - patience: How long to try to reach the server, in seconds.
  init(_ options: String, patience: Double) {
    self.options = options
    self.patience = patience
  }

  deinit { PQfinish(connection) }

  /// Runs a function on the connection's queue.
  func perform<Answer: Sendable>(
    _ body: @escaping @Sendable (Connection) -> Answer
  ) async -> Answer {
    await withCheckedContinuation { waiting in
      queue.async { waiting.resume(returning: body(self)) }
    }
  }

  /// Opens the connection, if it isn't open.
  func open() throws(Failure) {
    if let connection, PQstatus(connection) == CONNECTION_OK { return }
    let end = Self.seconds + patience
    var pause: UInt32 = 10_000
    while true {
      PQfinish(connection)
      prepared = []
      generation += 1
      connection = PQconnectdb(options)
      if PQstatus(connection) == CONNECTION_OK {
        // Notices would be written to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        return
      }
      guard Self.seconds < end else {
        throw .unreachable(Self.text(PQerrorMessage(connection)))
      }
      usleep(pause)
      pause = min(pause * 2, 500_000)
    }
  }

  /// Runs a prepared statement: one round trip, after its first time.
  func rows(_ statement: Statement, _ parameters: [Parameter]) throws(Failure) -> [Row] {
    try open()
    if !prepared.contains(statement) {
      _ = try rows(of: PQprepare(connection, statement.rawValue, statement.sql, 0, nil))
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
    return try rows(
      of: PQexecPrepared(
        connection, statement.rawValue, Int32(values.count), pointers, lengths, formats, 1))
  }

  /// Runs statements without parameters, in one transaction.
  func run(_ sql: String) throws(Failure) {
    try open()
    _ = try rows(of: PQexec(connection, sql))
  }

  /// Runs a query without parameters.
  func query(_ sql: String) throws(Failure) -> [Row] {
    try open()
    return try rows(of: PQexecParams(connection, sql, 0, nil, nil, nil, nil, 1))
  }

  /// Gives up the connection, and with it its locks.
  func close() {
    PQfinish(connection)
    connection = nil
    prepared = []
    generation += 1
  }

  private func rows(of result: OpaquePointer?) throws(Failure) -> [Row] {
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
    default:
      let message = Self.text(PQerrorMessage(connection))
      // A refusal of the server has a code. Without one, libpq itself reports that the connection is
      // gone, even if it still counts it as open; 57P are the codes of a server that goes down.
      let field = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
      let code = field.map { String(cString: $0) } ?? ""
      guard PQstatus(connection) == CONNECTION_OK, !code.isEmpty, !code.hasPrefix("57P") else {
        close()
        throw .lost(message)
      }
      throw .refused(message)
    }
    return (0..<PQntuples(result)).map { row in
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
