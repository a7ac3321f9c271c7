// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension TemplateFailure {
  /// The words for a person: lower case, no full stop.
  package var message: String {
    switch self {
    case .noGit:
      "there's no 'git', which fetches templates; install it (apt install git, dnf install git, or brew "
        + "install git)"
    case .noCache: "there's no folder for the cache; name one with XDG_CACHE_HOME"
    case .openCache(let folder):
      "other users can write to the folder '\(folder)'; take that away with 'chmod go-w'"
    case .cache(let reason): "the cache can't be written: \(reason)"
    case .unreachable(let reason): "it can't be fetched: \(reason)\(Self.advice(for: reason))"
    case .empty: "the repository is empty"
    case .noDefault(let branches):
      "the repository has no default branch; name a branch after '@'"
        + (branches.isEmpty ? "" : ": \(Self.list(branches))")
    case .unknownRevision(let name, let near):
      "there's no tag, branch, or commit '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? Self.commitAdvice(name))
    case .missingCommit(let name): "the repository has no commit '\(name)'"
    case .name(let path, let problem):
      "it has a file '\(path)', \(Self.words(problem)), so nothing of it is used"
    case .link(let path, let target):
      "its link '\(path)' leads out of the repository, to '\(target)', so nothing of it is used"
    case .tooLarge:
      "it's too large: there may be \(TemplateEntry.maximumCount) files with "
        + "\(TemplateEntry.maximumByteCount >> 20) MiB"
    case .damaged: "what was fetched isn't whole; try again"
    }
  }

  private static func words(_ problem: NameProblem) -> String {
    switch problem {
    case .notUnicode: "whose name isn't Unicode"
    case .leadsOut: "whose path leads out of its folder"
    case .tooLong: "whose name has more than \(TemplateEntry.maximumNameLength) bytes"
    case .tooDeep: "which is in more than \(TemplateEntry.maximumDepth) folders"
    case .controlCharacter: "whose name has a control character"
    case .ofGit: "whose name is git's own"
    case .unknownKind: "which is neither a file nor a link"
    }
  }

  /// The advice for a repository that can't be reached.
  private static func advice(for reason: String) -> String {
    func says(_ words: String...) -> Bool { words.contains { reason.includes($0) } }
    if says("could not read Username", "could not read Password", "Authentication failed") {
      return "; if it's private, set up a credential helper of git, or use ssh"
    }
    if says("Permission denied (publickey", "Host key verification failed") {
      return "; check with 'ssh -T' that the host knows you, and you know it"
    }
    return ""
  }

  private static func commitAdvice(_ name: String) -> String {
    name.utf8.count >= 7
      && name.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66 }
      ? "; a commit is named by all of its digits" : ""
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}
