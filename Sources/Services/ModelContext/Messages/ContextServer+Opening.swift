// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowServer
import JSONRPC

// The handshake, the discovery, and the list of tools.
extension ContextServer {
  /// The name and the version of the program.
  var serverInfo: Value {
    .object([
      "name": .string(environment.program), "title": "StackFlow",
      "version": .string(environment.version),
    ])
  }

  private var capabilities: Value { .object(["tools": .object(["listChanged": true])]) }

  private var instructions: Value {
    """
    Each tool walks a user through the questions of a flow, and returns the checked answers. Call a tool with \
    the answers that you know, by the ids of their questions; none is required, and secrets aren't accepted. \
    The user is asked the rest. Don't invent answers that the user should give.

    If the user can't be asked, the result is the next question and a 'walk', and says how to go on: call the \
    tool again with that 'walk' and 'answers', or with one of these. 'accept': take what's offered ('offer'; a \
    review and a list are taken as they are), the same for the rest of a form ('form'), or earlier answers \
    ('suggestions'). 'confirm': keep an answer in spite of its warning. 'back': go back to the question with \
    this id, or by a number of steps; later answers are asked again. 'decision': whether the commands and \
    files that the result names may be run and written, where 'keep' keeps a file that exists, or, of one that \
    may have happened, 'yes' if it has, and 'perform' to do it now; ask the user before you decide. 'change': 'do' is add, edit, remove, or move, 'item' and 'to' are positions of a list \
    from 0. 'retry': try a failed command again. 'leave': end the walk.

    For a new walk, 'language' is its language, such as de or de-AT, and 'questions' is 'return' if questions \
    are returned to you although the user could be asked.
    """
  }

  mutating func initialize(_ parameters: ValueMap) throws(RPCError) -> Value {
    guard case .string(let version)? = parameters["protocolVersion"] else {
      throw RPCError(.invalidParameters, "'protocolVersion' must be a text")
    }
    let asked = ContextRevision.withHandshake.first { $0.rawValue == version }
    let revision = asked ?? .titled
    connected = ContextClient(revision, capabilities: parameters["capabilities"])
    return .object([
      "protocolVersion": .string(revision.rawValue), "capabilities": capabilities,
      "serverInfo": serverInfo, "instructions": instructions,
    ])
  }

  /// How long a client may keep a list, in milliseconds: a minute, because the flows can change.
  private static let cacheTime = 60_000

  var discovery: Value {
    .object([
      "supportedVersions": ContextRevision.supported,
      "capabilities": capabilities, "instructions": instructions,
      "ttlMs": .number(Self.cacheTime), "cacheScope": "private",
    ])
  }

  func toolList(for client: ContextClient) -> Value {
    let list: Value = .list(newest.map { tools[$0].definition(in: environment.language) })
    guard client.revision == .stateless else { return .object(["tools": list]) }
    return .object(["tools": list, "ttlMs": .number(Self.cacheTime), "cacheScope": "private"])
  }
}
