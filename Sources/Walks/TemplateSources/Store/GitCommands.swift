// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowSessions
import SourceDiagnostics

/// Runs the system's git on one bare repository, so that it asks nothing, and runs nothing of a repository.
///
/// Git reads the user's settings, which know how to reach private repositories, but not those of the folder in which the
/// user is. It uses only HTTPS, SSH, and files.
struct GitCommands {
  /// The bare repository.
  let repository: String

  /// How long git may take to list a repository, in seconds.
  static let listingTime: Int64 = 60

  /// How long git may take to fetch a commit, in seconds.
  static let fetchingTime: Int64 = 600

  /// How long git may take on this machine, in seconds.
  static let localTime: Int64 = 120

  /// The maximum size in bytes of what git writes at once: 32 MiB.
  static let outputLimit = 32 << 20

  /// Runs git.
  ///
  /// - Parameters:
  ///   - arguments: The command of git and its arguments.
  ///   - input: The standard input.
  ///   - seconds: How long it may take.
  ///   - outputLimit: The maximum size of its output in bytes.
  ///   - sshCommand: The command by which it reaches a host; nil for ssh alone.
  /// - Returns: Its output.
  /// - Throws: ``TemplateFailure/noGit``, or ``TemplateFailure/unreachable(_:)`` with what git says, or why it was ended.
  func run(
    _ arguments: [String], input: String = "", seconds: Int64 = localTime,
    outputLimit: Int = outputLimit, sshCommand: String? = nil
  ) throws(TemplateFailure) -> [UInt8] {
    guard SystemCommands.find("git", in: "/") != nil else { throw .noGit }
    let settings = Self.settings.flatMap { ["-c", $0] }
    let command = CommandRequest(
      arguments: ["git"] + settings + ["--git-dir=\(repository)"] + arguments,
      environment: Self.variables.map { .init(name: $0.0, value: $0.1) }
        + [.init(name: "GIT_SSH_COMMAND", value: (sshCommand ?? "ssh") + Self.sshOptions)],
      passed: Self.passed, input: input,
      timeout: (try? TimeSpan(nanoseconds: Int128(seconds) * 1_000_000_000)) ?? .zero,
      keepsOutput: true)
    // The repository's folder may not exist yet, and no other folder's settings are read with `--git-dir`.
    let commands = SystemCommands(folder: "/", outputLimit: outputLimit)
    switch commands.run(command, until: EffectCancellation()) {
    case .ended(let result) where result.status == 0: return result.output
    case .ended(let result): throw .unreachable(Self.reason(result.errors, status: result.status))
    case .failed(let message): throw .unreachable("git \(message)")
    case .returned, .written, .done: throw .unreachable("git ended in an unknown way")
    }
  }

  /// Settings that come before those of the user.
  private static let settings = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=", "gc.auto=0",
    "maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false",
    "fetch.writeCommitGraph=false", "transfer.bundleURI=false", "http.lowSpeedLimit=1",
    "http.lowSpeedTime=30",
  ]

  /// Variables that keep git from asking, and from any other way to reach a repository.
  private static let variables = [
    ("GIT_TERMINAL_PROMPT", "0"), ("GIT_ASKPASS", ""), ("SSH_ASKPASS", ""),
    ("SSH_ASKPASS_REQUIRE", "never"), ("GCM_INTERACTIVE", "never"),
    ("GIT_ALLOW_PROTOCOL", "https:ssh:file"), ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"), ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_TEMPLATE_DIR", ""),
    ("GIT_ATTR_NOSYSTEM", "1"), ("LC_ALL", "C"),
  ]

  /// The variables of the user that say how a repository is reached.
  private static let passed = [
    "PATH", "HOME", "XDG_CONFIG_HOME", "USER", "LOGNAME", "TMPDIR", "SSH_AUTH_SOCK",
    "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  /// Options with which ssh asks nothing.
  private static let sshOptions = " -o BatchMode=yes -o ConnectTimeout=20"

  /// The command by which the user's git reaches a host; nil for ssh alone.
  private var sshCommand: String? {
    if let own = SystemHost.environment("GIT_SSH_COMMAND"), !own.isEmpty { return own }
    guard let line = try? run(["config", "--get", "core.sshCommand"]) else { return nil }
    let own = String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
    return own.isEmpty ? nil : own
  }

  /// Runs a command of git that reaches another repository.
  private func reach(_ arguments: [String], seconds: Int64) throws(TemplateFailure) -> [UInt8] {
    try run(arguments, seconds: seconds, sshCommand: sshCommand)
  }

  /// The reason that git gives for a failure, in one line and without possible passwords.
  static func reason(_ errors: String, status: Int) -> String {
    let lines = errors.split(whereSeparator: \.isNewline).map(String.init)
    // Before the last words of git, ssh says why it failed.
    let first = lines.firstIndex { $0.hasPrefix("fatal: ") } ?? 0
    let isOfHost = first > 0 && lines[first].hasSuffix("Could not read from remote repository.")
    let line =
      lines.isEmpty
      ? "git ended with the status \(status)" : lines[isOfHost ? first - 1 : first]
    let words = ["fatal: ", "error: "].reduce(line) { line, prefix in
      line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line
    }
    return withoutPasswords(String(words.prefix(500)))
  }

  /// Removes what's between `://` and `@`: git shows addresses with what the user's settings put into them.
  private static func withoutPasswords(_ text: String) -> String {
    var rest = text[...]
    var safe = ""
    while let colon = rest.firstIndex(of: ":") {
      let end = rest.index(after: colon)
      safe += rest[..<end]
      rest = rest[end...]
      guard rest.hasPrefix("//") else { continue }
      let authority = rest.dropFirst(2).prefix { !"/ '\"".contains($0) }
      guard let at = authority.lastIndex(of: "@") else { continue }
      safe += "//"
      rest = rest[rest.index(after: at)...]
    }
    return safe + rest
  }

  // MARK: The repository

  /// Whether there's a repository that git can use.
  var isUsable: Bool {
    get throws(TemplateFailure) {
      do throws(TemplateFailure) {
        let answer = try run(["rev-parse", "--is-bare-repository"])
        return answer.starts(with: "true".utf8)
      } catch {
        if error == .noGit { throw error }
        return false
      }
    }
  }

  /// Makes an empty repository.
  ///
  /// - Parameter hasLongNames: Whether its commits have names of 64 digits.
  /// - Throws: ``TemplateFailure``.
  func make(hasLongNames: Bool) throws(TemplateFailure) {
    _ = try run([
      "init", "--bare", "--quiet", "--template=",
      "--object-format=\(hasLongNames ? "sha256" : "sha1")",
    ])
  }

  /// Lists the tags and branches of another repository.
  func references(of address: TemplateAddress) throws(TemplateFailure) -> TemplateReferences {
    let listing = try reach(
      [
        "ls-remote", "--symref", "--", address.repository, "HEAD", "refs/heads/*", "refs/tags/*",
      ], seconds: Self.listingTime)
    return TemplateReferences(listing: String(decoding: listing, as: UTF8.self))
  }

  /// Fetches a commit without those before it, or, if the server gives single commits only by a name, all of them.
  ///
  /// - Throws: ``TemplateFailure``: ``TemplateFailure/missingCommit(_:)`` if the repository doesn't have it.
  func fetch(_ commit: String, wholly address: TemplateAddress) throws(TemplateFailure) {
    do throws(TemplateFailure) {
      _ = try reach(
        Self.fetch + ["--depth=1", "--", address.repository, commit], seconds: Self.fetchingTime)
    } catch {
      guard case .unreachable(let reason) = error,
        ["not our ref", "unadvertised object", "find remote ref"].contains(where: {
          reason.includes($0)
        })
      else { throw error }
      _ = try reach(
        Self.fetch + [
          "--", address.repository, "+refs/heads/*:refs/all/heads/*",
          "+refs/tags/*:refs/all/tags/*",
        ], seconds: Self.fetchingTime)
    }
    guard try has(commit) else { throw .missingCommit(commit) }
  }

  private static let fetch = [
    "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
    "--no-auto-maintenance", "--update-shallow", "--force",
  ]

  /// Whether a commit and its files are here.
  func has(_ commit: String) throws(TemplateFailure) -> Bool {
    do throws(TemplateFailure) {
      let kind = try run(["cat-file", "-t", commit])
      return kind.starts(with: "commit".utf8)
    } catch {
      if error == .noGit { throw error }
      return false
    }
  }

  /// Lists all files of a commit, with their sizes.
  func files(of commit: String) throws(TemplateFailure) -> [UInt8] {
    try run(["ls-tree", "-r", "-l", "-z", "--full-tree", commit])
  }

  /// Reads objects, in the format of `git cat-file --batch`.
  func objects(_ names: [String], byteCount: Int) throws(TemplateFailure) -> [UInt8] {
    try run(
      ["cat-file", "--batch"], input: names.map { $0 + "\n" }.joined(),
      outputLimit: byteCount + names.count * 128)
  }
}
