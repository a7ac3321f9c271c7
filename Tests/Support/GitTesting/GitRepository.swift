// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A repository of git in a temporary folder, which exists as long as this object.
///
/// Its commits have fixed authors and dates, so that they have the same names in each run. No settings of the user or
/// the machine are used.
public final class GitRepository {
  /// Git has failed.
  public struct Failure: Error {
    /// The message of git.
    public let words: String
  }

  /// The folder with everything of the test.
  public let folder: String

  /// The path of the repository, which has a work tree.
  public let path: String

  /// The number of commits so far, which is the day of the next one.
  private var commitCount = 0

  /// Creates an empty repository, whose default branch is `main`.
  ///
  /// - Parameter name: The name of its folder.
  /// - Throws: `Failure` if there's no git.
  public init(named name: String = "repository") throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "git-\(UUID().uuidString)")
    folder = url.path(percentEncoded: false)
    path = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try git("init", "--quiet", "--template=", "--initial-branch=main")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The address of the repository.
  public var address: String { "file://\(path)" }

  /// Runs git in the repository.
  ///
  /// - Returns: Its output, without white space at its end.
  /// - Throws: `Failure` if git fails.
  @discardableResult
  public func git(_ arguments: String..., input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(filePath: path)
    let date = "2026-01-\(String(format: "%02d", 1 + commitCount % 28))T12:00:00Z"
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_AUTHOR_DATE": date,
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
      "GIT_COMMITTER_DATE": date,
    ]
    let (inPipe, outPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.standardInput = inPipe
    process.standardOutput = outPipe
    process.standardError = errorPipe
    try process.run()
    try inPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inPipe.fileHandleForWriting.close()
    let output = outPipe.fileHandleForReading.readDataToEndOfFile()
    let errors = errorPipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(words: String(decoding: errors, as: UTF8.self))
    }
    var text = String(decoding: output, as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Writes a file of the work tree, and the folders around it.
  public func write(_ text: String, to name: String, isExecutable: Bool = false) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: isExecutable ? 0o755 : 0o644], ofItemAtPath: url.path)
  }

  /// Makes a symbolic link of the work tree.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// Commits everything in the work tree.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - tag: A tag for the commit; nil for none.
  /// - Returns: The name of the commit.
  /// - Throws: `Failure` if git fails.
  @discardableResult
  public func commit(_ message: String = "Change", tag: String? = nil) throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
    commitCount += 1
    if let tag { try git("tag", tag) }
    return try git("rev-parse", "HEAD")
  }

  /// Commits a tree that git's own commands wouldn't make, with one file in it.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - mode: Its mode, such as `100644`.
  ///   - content: Its content.
  /// - Returns: The name of the commit, which the branch `main` has then.
  /// - Throws: `Failure` if git fails.
  @discardableResult
  public func commit(name: String, mode: String = "100644", content: String = "x\n") throws
    -> String
  {
    let object = try git("hash-object", "-w", "--stdin", input: content)
    let tree = try git("mktree", "-z", input: "\(mode) blob \(object)\t\(name)\0")
    let commit = try git("commit-tree", tree, "-m", "Change")
    try git("update-ref", "refs/heads/main", commit)
    return commit
  }

  /// Commits many files besides those of the last commit, without the work tree: in one start of git, and in one pack.
  ///
  /// - Parameter files: Their names and contents.
  /// - Throws: `Failure` if git fails.
  public func commit(files: [(name: String, content: String)]) throws {
    var stream = "commit refs/heads/main\ncommitter Ada <ada@example.org> 1767268800 +0000\n"
    stream += "data 4\nMany\nfrom refs/heads/main^0\n"
    for (name, content) in files {
      stream += "M 100644 inline \(name)\ndata \(content.utf8.count)\n\(content)\n"
    }
    try git("fast-import", "--quiet", input: stream)
  }
}
