// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import FlowModel
import JSONRPC
import SourceDiagnostics

// Requests about names, and about what a file consists of.
extension EditorServer {
  mutating func hover(_ request: DocumentRequest) -> Value {
    guard let hover = workspace.hover(at: request.offset, in: request.path) else { return .null }
    return .object([
      "contents": .markdown(hover.markdown),
      "range": value(of: hover.range, in: request.text),
    ])
  }

  mutating func definition(_ request: DocumentRequest) -> Value {
    let place = workspace.definition(at: request.offset, in: request.path)
    return place.map { location($0.path, $0.range) } ?? .null
  }

  mutating func references(_ request: DocumentRequest) -> Value {
    let includes = request.parameters["context"]?["includeDeclaration"]?.isTrue ?? true
    return .list(
      places(request, includingDeclaration: includes).map { location($0.path, $0.range) })
  }

  mutating func highlights(_ request: DocumentRequest) -> Value {
    .list(
      places(request, includingDeclaration: true, in: request.path)
        .filter { $0.path == request.path }
        .map { .object(["range": value(of: $0.range, in: request.text)]) })
  }

  /// The places of the name that a request is about.
  private mutating func places(
    _ request: DocumentRequest, includingDeclaration: Bool, in only: String? = nil
  ) -> [FilePlace] {
    guard let (target, _) = workspace.target(at: request.offset, in: request.path) else {
      return []
    }
    return workspace.references(
      of: target, includingDeclaration: includingDeclaration, in: only)
  }

  mutating func prepareRename(_ request: DocumentRequest) throws(RPCError) -> Value {
    do throws(RenameRefusal) {
      return try workspace.renamable(at: request.offset, in: request.path).map {
        .object([
          "range": value(of: $0.range, in: request.text), "placeholder": .string($0.name),
        ])
      } ?? .null
    } catch {
      throw RPCError(.requestFailed, error.message)
    }
  }

  mutating func rename(_ request: DocumentRequest) throws(RPCError) -> Value {
    guard let name = request.parameters["newName"]?.text else {
      throw RPCError(.invalidParameters, "the parameter 'newName' is missing")
    }
    do throws(RenameRefusal) {
      guard let found = try workspace.renamable(at: request.offset, in: request.path) else {
        return .null
      }
      return edit(try workspace.rename(found.target, to: name))
    } catch {
      throw RPCError(.requestFailed, error.message)
    }
  }

  // MARK: Outlines

  mutating func symbols(_ request: DocumentRequest) -> Value {
    let view = workspace.view(of: request.path, isChecked: false)
    return .list((view?.outline ?? []).map { symbol($0, in: request.text) })
  }

  private func symbol(_ part: OutlinedPart, in text: DocumentText) -> Value {
    .object([
      "name": .string(part.name), "detail": .string(part.detail),
      "kind": .number(part.kind.symbol),
      "range": value(of: part.range.union(part.nameRange), in: text),
      "selectionRange": value(of: part.nameRange, in: text),
      "children": part.parts.isEmpty ? nil : .list(part.parts.map { symbol($0, in: text) }),
    ])
  }

  mutating func workspaceSymbols(_ words: String) -> Value {
    let query = words.lowercased()
    var found: [Value] = []
    for path in workspace.flowFiles(in: client.folders) {
      guard let view = workspace.view(of: path) else { continue }
      func add(_ parts: [OutlinedPart], in container: String) {
        for part in parts where found.count < 1000 && part.kind != .command {
          if query.isEmpty || part.name.lowercased().includes(query) {
            found.append(
              .object([
                "name": .string(part.name), "kind": .number(part.kind.symbol),
                "containerName": .string(container), "location": location(path, part.nameRange),
              ]))
          }
          add(part.parts, in: part.name)
        }
      }
      add(view.outline, in: FilePath.name(of: path))
    }
    return .list(found)
  }
}

extension OutlinedPart.Kind {
  /// The number that the protocol gives to symbols of this kind.
  fileprivate var symbol: Int {
    switch self {
    case .step(.group): 3
    case .step(.form): 23
    case .step(.repeat): 18
    case .step(.ask): 8
    case .step(.compute): 13
    case .step(.run): 24
    case .step(.write): 1
    case .step(.flow): 2
    case .step: 15
    case .input: 14
    case .function: 12
    case .test: 6
    case .text: 15
    case .command: 7
    }
  }
}
