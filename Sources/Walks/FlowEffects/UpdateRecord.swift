// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

/// The files that a flow with `updatable` has made, and their origin: the content of `.stackflow/FLOWID.yaml`.
///
/// It's written with the files that it's about, whole or not at all, and a later version of the flow is compared with
/// it. It contains no secret, and nothing that follows from one.
package struct UpdateRecord: Hashable, Sendable {
  /// An answer to a question of the flow.
  package struct Answer: Hashable, Sendable {
    /// The name in data.
    package var name: String

    /// The answer as data; null for a field that was left empty.
    package var value: Value

    package var origin: AnswerOrigin

    package init(name: String, value: Value, origin: AnswerOrigin) {
      self.name = name
      self.value = value
      self.origin = origin
    }
  }

  /// A file or a link that was made.
  package struct File: Hashable, Sendable {
    /// The path relative to the folder of the project.
    package var path: String

    /// The digest of what was rendered; nil for a file that depends on a secret.
    package var digest: UInt64?

    package init(path: String, digest: UInt64?) {
      self.path = path
      self.digest = digest
    }
  }

  /// The version of the format.
  package static let format = 1

  /// The folder in a project that has its records.
  package static let folderName = ".stackflow"

  /// The word in place of the digest of a file that depends on a secret.
  static let secretWord = "secret"

  /// The number of digits of a digest.
  package static let digestLength = 16

  /// The id of the flow.
  package var flow: String

  /// The version of the flow.
  package var version: Int

  /// The path of the flow file relative to the project, or its address; nil for a flow in code.
  package var source: String?

  /// The commit of the address; nil for a path.
  package var commit: String?

  /// The digest of the flow file.
  var digest: UInt64

  /// The version of StackFlow; nil if it's unknown.
  package var program: String?

  /// The time at which it was made.
  package var now: Timestamp

  /// The name of the time zone.
  package var zone: String

  /// The language of the texts; nil for that of the flow.
  package var language: String?

  /// The values of the inputs by their names, without secrets.
  package var inputs: [String: Value] = [:]

  /// The answers, in the order of their questions, without secrets.
  package var answers: [Answer] = []

  /// The files, in the order of their paths.
  package var files: [File] = []

  package init(
    flow: String, version: Int, source: String?, commit: String? = nil, digest: UInt64,
    program: String? = nil, now: Timestamp, zone: String, language: String?
  ) {
    self.flow = flow
    self.version = version
    self.source = source
    self.commit = commit
    self.digest = digest
    self.program = program
    self.now = now
    self.zone = zone
    self.language = language
  }

  /// Returns the path of the record of a flow in a folder; an empty path is the working directory.
  package static func path(of flow: String, in folder: String) -> String {
    (folder.isEmpty || folder == "." ? "" : folder + "/") + "\(folderName)/\(flow).yaml"
  }

  /// Returns a digest as it's written.
  static func text(of digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: digestLength - digits.count) + digits
  }

  /// The text of the file.
  ///
  /// - Complexity: O(*n*) in the number of answers and files.
  package var text: String {
    var map = ValueMap([
      ("record", .int(Int64(Self.format))), ("flow", .string(flow)),
      ("version", .int(Int64(version))),
    ])
    if let source { map["source"] = .string(source) }
    if let commit { map["commit"] = .string(commit) }
    map["digest"] = .string(Self.text(of: digest))
    if let program { map["stackflow"] = .string(program) }
    map["now"] = .timestamp(now)
    map["zone"] = .string(zone)
    if let language { map["language"] = .string(language) }
    if !inputs.isEmpty {
      map["inputs"] = .map(ValueMap(inputs.sorted { $0.key < $1.key }))
    }
    if !answers.isEmpty {
      map["answers"] = .map(
        ValueMap(
          answers.map { ($0.name, .map(ValueMap([($0.origin.rawValue, $0.value)]))) }))
    }
    var lines = (YAMLWriter().text(of: .map(map)) ?? "") + "\n\(Self.filesLine)\n"
    for file in files { lines += Self.line(of: file) + "\n" }
    return Self.heading + lines
  }

  private static let heading = """
    # What StackFlow has made here, and from what. 'stackflow update' compares a later version with it; commit it.

    """

  private static let filesLine = "files:"

  /// A file as a line: its digest, and its path.
  private static func line(of file: File) -> String {
    let words = (file.digest.map(text) ?? secretWord) + " " + file.path
    return "  - " + (YAMLWriter().text(of: .string(words)) ?? "")
  }

  /// Returns the files of a text that ``text`` has made, which no one can have edited.
  package static func files(of text: String) -> [File] {
    let lines = text.split(separator: "\n")
    guard let place = lines.firstIndex(where: { $0 == filesLine }) else { return [] }
    return lines[(place + 1)...].compactMap { line in
      let words = line.dropFirst("  - ".count)
      guard words.first == "\"" else { return File(words: words) }
      if !words.utf8.contains(UInt8(ascii: "\\")) {
        return File(words: words.dropFirst().dropLast())
      }
      guard case .string(let words)? = try? Value(json: String(words)) else { return nil }
      return File(words: words[...])
    }
  }
}

extension UpdateRecord.File {
  /// Creates a file from its digest and its path with a space between them; nil if that's something else.
  package init?(words: Substring) {
    guard let space = words.firstIndex(of: " ") else { return nil }
    let word = words[..<space]
    let path = String(words[words.index(after: space)...])
    if word == UpdateRecord.secretWord {
      self.init(path: path, digest: nil)
    } else {
      guard word.utf8.count == UpdateRecord.digestLength, word.first != "+",
        let digest = UInt64(word, radix: 16)
      else { return nil }
      self.init(path: path, digest: digest)
    }
  }
}

/// The content at a path of a project, by which two files are the same.
package enum FileIdentity: Hashable, Sendable {
  case file([UInt8], isExecutable: Bool)
  case link(to: String)

  /// Creates the identity of the file or link that a part of a write makes; nil for a folder.
  package init?(_ part: WriteRequest) {
    switch part.kind {
    case .file: self = .file(part.content, isExecutable: part.mode.map { $0 & 0o100 != 0 } ?? false)
    case .link: self = .link(to: String(decoding: part.content, as: UTF8.self))
    case .folder, .tree, .removal: return nil
    }
  }

  /// The digest of the content, and of what kind of file it is.
  ///
  /// - Complexity: O(*n*) in the size of the content.
  package var digest: UInt64 {
    var fingerprint = Fingerprint()
    switch self {
    case .file(let bytes, let isExecutable):
      fingerprint.add(isExecutable ? "program" : "file")
      fingerprint.add(bytes)
    case .link(let target):
      fingerprint.add("link")
      fingerprint.add(target)
    }
    return fingerprint.value
  }
}
