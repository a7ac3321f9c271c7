// SPDX-License-Identifier: Apache-2.0

internal import FlowModel

// The folders that `tree:` names.
extension DefinitionWriter {
  /// Adds the files of a tree.
  ///
  /// - Returns: The path of its folder, relative to the folder of the flow.
  mutating func add(_ tree: TreeDefinition) -> String {
    var (folder, name) = placeOfTree(named: tree.folder)
    if files.holds(folder) {
      (folder, name) = placeOfTree(named: nil)
    }
    files.bytes[folder + "/"] = []
    add(tree.entries, in: folder, suffix: tree.suffix)
    return name
  }
}

extension DefinitionFiles {
  /// Whether a path is taken, as a file or a folder.
  fileprivate func holds(_ path: String) -> Bool {
    bytes.keys.contains { $0 == path || $0.utf8.starts(with: (path + "/").utf8) }
  }

}

extension DefinitionWriter {
  private mutating func add(
    _ entries: [TreeEntryDefinition], in folder: String, suffix: String
  ) {
    for entry in entries {
      var name = source(of: entry.name)
      var content: [UInt8]?
      switch entry.content {
      case .template(let text):
        name += suffix
        content = Array(source(of: text).utf8)
      case .bytes(let bytes):
        content = bytes
        // A text that would be read as a template becomes one that says the same.
        if name.hasSuffix(suffix), let text = String(validating: bytes, as: UTF8.self) {
          name += suffix
          content = Array(
            TextTemplate(parts: text.isEmpty ? [] : [.words(text)]).source
              .utf8)
        }
      case .folder, .link: break
      }
      let path = "\(folder)/\(name)"
      guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else {
        files.refusals[folder] =
          name.isEmpty ? "a name in it is empty" : "the name '\(name)' in it has a '/'"
        continue
      }
      guard files.bytes[path] == nil, files.bytes[path + "/"] == nil, files.links[path] == nil
      else {
        files.refusals[folder] = "the name '\(name)' is in it twice"
        continue
      }
      switch entry.content {
      case .folder(let inner):
        files.bytes[path + "/"] = []
        add(inner, in: path, suffix: suffix)
      case .link(let target): files.links[path] = source(of: target)
      case .template, .bytes:
        files.bytes[path] = content
        if entry.isExecutable { files.executables.insert(path) }
      }
    }
  }
}
