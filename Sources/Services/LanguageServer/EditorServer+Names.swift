// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowLanguage
import FlowModel
import JSONRPC
import SourceDiagnostics

// Requests about names, and about what a file consists of.
extension EditorServer {
  mutating func hover(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let (view, offset) = try parameters.place(in: &self),
      let hover = workspace.hover(at: offset, in: view.path)
    else { return .null }
    return .object([
      "contents": .object(["kind": "markdown", "value": .string(hover.markdown)]),
      "range": value(of: hover.range, in: text(at: view.path)),
    ])
  }

  mutating func definition(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let (view, offset) = try parameters.place(in: &self),
      let place = workspace.definition(at: offset, in: view.path)
    else { return .null }
    return location(place.path, place.range)
  }

  mutating func references(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let (view, offset) = try parameters.place(in: &self),
      let (target, _) = workspace.target(at: offset, in: view.path)
    else { return .null }
    let includes = parameters["context"]?["includeDeclaration"]?.isTrue ?? true
    return .list(
      workspace.references(of: target, includingDeclaration: includes)
        .map { location($0.path, $0.range) })
  }

  mutating func highlights(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let (view, offset) = try parameters.place(in: &self),
      let (target, _) = workspace.target(at: offset, in: view.path)
    else { return .null }
    let text = text(at: view.path)
    return .list(
      workspace.references(of: target, includingDeclaration: true)
        .filter { $0.path == view.path }
        .map { .object(["range": value(of: $0.range, in: text)]) })
  }

  mutating func prepareRename(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let (view, offset) = try parameters.place(in: &self) else { return .null }
    do throws(RenameRefusal) {
      guard let (_, range, name) = try workspace.renamable(at: offset, in: view.path) else {
        return .null
      }
      return .object([
        "range": value(of: range, in: text(at: view.path)), "placeholder": .string(name),
      ])
    } catch {
      throw RPCError(.requestFailed, error.message)
    }
  }

  mutating func rename(_ parameters: EditorParameters) throws(RPCError) -> Value {
    guard let name = parameters["newName"]?.text else {
      throw RPCError(.invalidParameters, "the parameter 'newName' is missing")
    }
    guard let (view, offset) = try parameters.place(in: &self) else { return .null }
    do throws(RenameRefusal) {
      guard let (target, _, _) = try workspace.renamable(at: offset, in: view.path) else {
        return .null
      }
      return edit(try workspace.rename(target, to: name))
    } catch {
      throw RPCError(.requestFailed, error.message)
    }
  }

  // MARK: Outlines

  mutating func symbols(_ parameters: EditorParameters) throws(RPCError) -> Value {
    let path = try parameters.path()
    guard let view = workspace.view(of: path, isChecked: false) else { return .list([]) }
    let text = text(at: path)
    return .list(view.outline.map { symbol($0, in: text) })
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

  mutating func workspaceSymbols(_ parameters: EditorParameters) throws(RPCError) -> Value {
    let query = parameters["query"]?.text?.lowercased() ?? ""
    var found: [Value] = []
    for path in workspace.flowFiles(in: client.folders) {
      guard let view = workspace.view(of: path) else { continue }
      let text = text(at: path)
      func add(_ parts: [OutlinedPart], in container: String) {
        for part in parts where found.count < 1000 && part.kind != .command {
          if query.isEmpty || part.name.lowercased().contains(query) {
            found.append(
              .object([
                "name": .string(part.name), "kind": .number(part.kind.symbol),
                "containerName": .string(container),
                "location": .object([
                  "uri": .string(address(of: path)),
                  "range": value(of: part.nameRange, in: text),
                ]),
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
