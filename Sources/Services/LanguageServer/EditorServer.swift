// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
public import FlowFiles
package import FlowLanguage
public import JSONRPC
package import SourceDiagnostics

/// A server of the Language Server Protocol 3.17 for flows and the files that belong to them: messages go in, and
/// messages come out.
///
/// It's a value without I/O of its own, except that it reads files next to flows. Messages are received as they come,
/// and then performed one after the other; what's typed is only checked when no message waits, so the newest text is
/// checked, and none in between.
///
/// A driver calls ``receive(_:)`` for each message, ``step()`` until nothing waits, and then ``settle(while:)``; if no message
/// follows for a while, ``rest(while:)``. It sends what they return. The last two may be calls of a copy, beside further
/// messages, which ``takeUp(_:)`` then takes up.
///
/// Nothing in a document is run, and nothing is fetched. Whatever a message contains, it gets the response that the
/// protocol asks for.
public struct EditorServer: Sendable {
  /// The limits of messages: 64 MiB, because a message can have a whole file with each character escaped.
  package static let messageLimits: MessageLimits = {
    var limits = MessageLimits()
    limits.bytes = 64 << 20
    return limits
  }()

  /// The status with which the client asked the program to exit; nil as long as it didn't.
  public private(set) var exitStatus: Int?

  /// The path of the program, for the commands of code lenses.
  public var program = "stackflow"

  let version: String
  package internal(set) var workspace: FlowWorkspace
  var client = EditorClient()

  /// The open documents by their paths.
  var documents: [String: OpenDocument] = [:]

  /// The paths of the open documents that may have to be checked, those that were changed last at the end.
  var unsettled: [String] = []

  /// The paths of the open documents that are checked when the user rests.
  var resting: [String] = []

  /// The findings that were last published, by path.
  var published: [String: PublishedFindings] = [:]

  /// The paths for which each open document has findings.
  package internal(set) var found: [String: [String: [Diagnostic]]] = [:]

  let texts = FileTexts()

  /// The messages that wait.
  private var waiting: [Value] = []
  private var state = State.new
  private var requestCount = 0

  /// The number of messages after which what's found out in a copy is outdated.
  private var changeCount = 0

  private enum State { case new, ready, shutDown }

  /// A document that a client has open.
  struct OpenDocument: Sendable {
    let address: String
    var text: DocumentText
    var version: Int?
  }

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - version: The version of the program.
  ///   - limit: The maximum size of a file in bytes.
  ///   - readable: Other folders whose files flows may use.
  public init(version: String, limit: Int = FlowFile.defaultLimit, readable: [String] = []) {
    self.version = version
    workspace = FlowWorkspace(files: OpenFiles(limit: limit, readable: readable))
  }

  // MARK: Messages

  /// The number of messages that wait for ``step()``.
  package var waitingCount: Int { waiting.count }

  /// Takes a message, which waits until ``step()``; only what cancels another one is performed at once.
  ///
  /// - Parameter message: The message.
  /// - Returns: The messages for the client.
  /// - Complexity: O(*n*) in the length of the message, plus O(*w*) in the number of those that wait.
  public mutating func receive(_ message: MessageLine) -> [String] {
    let value: Value?
    do throws(RPCError) {
      value = try message.message(within: Self.messageLimits, replacingHalves: true)
    } catch {
      return [Self.text(error.response(to: .null))]
    }
    guard let value else { return [] }
    if case .list(let batch) = value {
      // The protocol has no batches, but JSON-RPC has.
      guard !batch.isEmpty, batch.count <= Self.messageLimits.batch else {
        return [
          Self.text(RPCError(.invalidRequest, "the batch is empty or too long").response(to: .null))
        ]
      }
      waiting += batch
      return []
    }
    guard value["method"]?.text == "$/cancelRequest", let id = value["params"]?["id"] else {
      waiting.append(value)
      return []
    }
    guard let index = waiting.firstIndex(where: { $0["id"] == id && $0["method"] != nil }) else {
      return []
    }
    waiting.remove(at: index)
    return [Self.text(RPCError(.requestCancelled, "the client has cancelled it").response(to: id))]
  }

  /// Performs the message that waits longest.
  ///
  /// - Returns: The messages for the client; nil if no message waits.
  public mutating func step() -> [String]? {
    guard !waiting.isEmpty else { return nil }
    texts.forget()
    let message = waiting.removeFirst()
    // A client's answer to a request of the server is ignored.
    if message["method"] == nil, message["result"] != nil || message["error"] != nil { return [] }
    let request: RPCRequest
    do throws(RPCError) {
      request = try RPCRequest(message)
    } catch {
      return [Self.text(error.response(to: RPCRequest.id(of: message)))]
    }
    var messages: [Value] = []
    let checks = workspace.checkCount
    defer { if request.id == nil || workspace.checkCount > checks { changeCount += 1 } }
    do throws(RPCError) {
      let result = try perform(request, notices: &messages)
      if let id = request.id {
        messages.insert(.object(["jsonrpc": "2.0", "id": id, "result": result]), at: 0)
      }
    } catch {
      if let id = request.id { messages.insert(error.response(to: id), at: 0) }
    }
    return messages.map(Self.text)
  }

  /// Takes up what a copy has found out, unless a document has changed since it was copied.
  ///
  /// - Parameter copy: A copy of the server that has settled or rested.
  /// - Returns: Whether it was taken up; otherwise, the messages that the copy returned aren't sent.
  public mutating func takeUp(_ copy: EditorServer) -> Bool {
    guard copy.changeCount == changeCount else { return false }
    let own = self
    self = copy
    (waiting, state, exitStatus) = (own.waiting, own.state, own.exitStatus)
    workspace.takeTrees(of: own.workspace)
    return true
  }

  private mutating func perform(
    _ request: RPCRequest, notices: inout [Value]
  ) throws(RPCError) -> Value {
    if request.method == "exit" {
      exitStatus = state == .shutDown ? 0 : 1
      return .null
    }
    switch (state, request.method) {
    case (.new, "initialize"):
      let parameters = try request.parameters()
      client = EditorClient(.map(parameters))
      state = .ready
      return capabilities
    case (.new, _): throw RPCError(.notInitialized, "the server isn't initialized")
    case (.shutDown, _): throw RPCError(.invalidRequest, "the server was shut down")
    case (.ready, "initialize"):
      throw RPCError(.invalidRequest, "the server is initialized already")
    case (.ready, "shutdown"):
      state = .shutDown
      return .null
    case (.ready, "initialized"):
      if let registration = registration() { notices.append(registration) }
      return .null
    case (.ready, _): break
    }
    let parameters = try request.parameters()
    if request.id == nil {
      try notice(request.method, parameters, &notices)
      return .null
    }
    return try answer(request.method, .map(parameters))
  }

  /// Refuses a request about a whole document whose next version waits already.
  func refuseIfOutdated(_ parameters: Value, _ feature: EditorFeature) throws(RPCError) {
    let address = parameters["textDocument"]?["uri"]
    let isChanged = waiting.contains {
      $0["method"]?.text == "textDocument/didChange"
        && $0["params"]?["textDocument"]?["uri"] == address
    }
    guard isChanged, address != nil else { return }
    if feature == .diagnostic {
      throw RPCError(
        .serverCancelled, "the document has changed", data: .object(["retriggerRequest": true]))
    }
    throw RPCError(.contentModified, "the document has changed")
  }

  /// Returns a request to the client.
  mutating func request(_ method: String, _ parameters: Value?) -> Value {
    requestCount += 1
    return .object([
      "jsonrpc": "2.0", "id": .string("stackflow-\(requestCount)"), "method": .string(method),
      "params": parameters,
    ])
  }

  static func notification(_ method: String, _ parameters: Value) -> Value {
    .object(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  static func text(_ message: Value) -> String { JSONWriter().text(of: message) ?? "null" }
}

extension RPCError.Code {
  /// The client has cancelled the request.
  static let requestCancelled = RPCError.Code(rawValue: -32800)

  /// The document has changed since.
  static let contentModified = RPCError.Code(rawValue: -32801)

  /// The server has cancelled the request; it may be repeated.
  static let serverCancelled = RPCError.Code(rawValue: -32802)

  /// The request was right, but failed.
  static let requestFailed = RPCError.Code(rawValue: -32803)

  /// The first request isn't 'initialize'.
  static let notInitialized = RPCError.Code(rawValue: -32002)
}

extension Value {
  /// A text in Markdown.
  static func markdown(_ text: String) -> Value {
    .object(["kind": "markdown", "value": .string(text)])
  }

  /// The value of a key, if it's an object that has it.
  package subscript(key: String) -> Value? {
    if case .map(let map) = self { map[.string(key)] } else { nil }
  }

  /// The whole number, if it's one.
  package var integer: Int? { if case .int(let number) = self { Int(number) } else { nil } }

  /// Whether it's true.
  var isTrue: Bool { self == .bool(true) }

  /// The elements of a list; empty for other values.
  package var items: [Value] { if case .list(let items) = self { items } else { [] } }
}
