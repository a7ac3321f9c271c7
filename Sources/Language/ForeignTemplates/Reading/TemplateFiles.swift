// SPDX-License-Identifier: Apache-2.0

import FlowModel
import SourceDiagnostics

/// Why the questions of a template can't be read.
struct UnreadableTemplate: Error {
  let diagnostics: [Diagnostic]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - diagnostics: The mistakes in the file.
  ///   - file: The file, of which the error says that it can't be read if no mistake is known.
  init(diagnostics: [Diagnostic] = [], orIn file: SourceFile? = nil) {
    self.diagnostics =
      diagnostics.isEmpty
      ? [
        Diagnostic(
          "unreadable-file", "the template's questions cannot be read",
          at: SourcePlace(file ?? .code, SourceRange(at: 0)))
      ] : diagnostics
  }
}

/// The files of a foreign template, which are read once, and only in its folder.
///
/// It's a class because it counts what was read.
final class TemplateFiles {
  private let files: any FlowFileSource

  /// The path of the template's folder, as messages show it; empty, or with a `/` at its end.
  let shownFolder: String

  /// The delimiters of its templates.
  var delimiters = JinjaDelimiters()

  /// The folders in which a name of a file to include is looked up.
  var includeFolders: [String] = [""]

  /// The files that others import, in their order, and the names that those give.
  private(set) var libraries: [(path: String, names: Set<String>)] = []

  /// The files that were included, by their names there.
  private var parsed: [String: (file: SourceFile, nodes: [JinjaNode])] = [:]

  /// The numbers of times that files were included, by their names in messages, where it's several times.
  private(set) var instanceCounts: [String: Int] = [:]

  private var byteCount = 0
  private var includedCount = 0

  /// The maximum size of a file in bytes.
  let limit: Int

  /// The maximum number of times that files are included.
  private static let maximumIncluded = 2_000

  /// Creates the files.
  ///
  /// - Parameters:
  ///   - files: The source.
  ///   - shownFolder: The path of the folder as messages show it.
  ///   - limit: The maximum size of a file in bytes.
  init(_ files: any FlowFileSource, shownFolder: String, limit: Int) {
    self.files = files
    self.shownFolder = shownFolder
    self.limit = limit
  }

  /// Reads a file that's text; nil for any other, and if there's none.
  ///
  /// - Throws: ``JinjaFailure`` if it's too large, or all files together are.
  func text(of path: String) throws(JinjaFailure) -> SourceFile? {
    guard let bytes = try? files.read(path), !bytes.contains(0) else { return nil }
    try count(bytes)
    return String(validating: bytes, as: UTF8.self).map {
      SourceFile(name: shownFolder + path, text: $0)
    }
  }

  /// Reads a file; nil if it can't be read.
  ///
  /// - Throws: ``JinjaFailure`` if it's too large, or all files together are.
  func bytes(of path: String) throws(JinjaFailure) -> [UInt8]? {
    guard let bytes = try? files.read(path) else { return nil }
    try count(bytes)
    return bytes
  }

  private func count(_ bytes: [UInt8]) throws(JinjaFailure) {
    byteCount += bytes.count
    guard bytes.count <= limit, byteCount <= TreeDefinition.maximumByteCount else { throw .limit }
  }

  /// Reads the file with the template's questions.
  func ownFile(_ path: String) throws(UnreadableTemplate) -> SourceFile {
    if let file = (try? text(of: path)) ?? nil { return file }
    throw UnreadableTemplate(orIn: SourceFile(name: shownFolder + path, text: ""))
  }

  /// The entries of a folder in the order of their names; nil if it can't be read.
  func entries(in folder: String, limit: Int) -> [FlowFolderEntry]? {
    guard let entries = try? files.entries(in: folder.isEmpty ? "." : folder, limit: limit) else {
      return nil
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Reads a file that a template includes; nil if there's none.
  ///
  /// Each time, it's a file of its own, since its conditions depend on where it's included.
  ///
  /// - Throws: ``JinjaFailure`` if it can't be parsed, or too many files were included.
  func included(
    _ path: String
  ) throws(JinjaFailure) -> (file: SourceFile, nodes: [JinjaNode])? {
    includedCount += 1
    guard includedCount <= Self.maximumIncluded else { throw .limit }
    if let (file, nodes) = parsed[path] {
      instanceCounts[file.name, default: 1] += 1
      return (SourceFile(name: file.name, text: file.text), nodes)
    }
    guard Self.isInside(path) else { return nil }
    for folder in includeFolders {
      guard let file = try text(of: folder.isEmpty ? path : "\(folder)/\(path)") else { continue }
      let nodes = try JinjaParser.parse(file.text, delimiters)
      parsed[path] = (file, nodes)
      return (file, nodes)
    }
    return nil
  }

  /// Notes a file from which a template imports names.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - names: The names that the template gives, which the file may read.
  func noteLibrary(_ path: String, seeing names: Set<String>) {
    if let index = libraries.firstIndex(where: { $0.path == path }) {
      libraries[index].names.formUnion(names)
    } else if libraries.count < Self.maximumLibraries {
      libraries.append((path, names))
    }
  }

  private static let maximumLibraries = 100

  /// Whether a relative path stays in the folder.
  static func isInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.isEmpty && !path.split(separator: "/").contains("..")
  }
}
