// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import GitTesting
import Testing

@testable import TemplateSources

/// Every repository is made here by git, and fetched from its folder.
@Suite("The store of templates")
struct TemplateStoreTests {
  private let repository: GitRepository
  private let store: TemplateStore

  init() throws {
    repository = try GitRepository(named: "tool")
    store = TemplateStore(folder: repository.folder + "/cache/templates")
  }

  private func address(_ more: String = "") throws -> TemplateAddress {
    try TemplateAddress(repository.address + more)
  }

  private func fetched(_ more: String = "") throws -> TemplateFolder {
    try store.fetched(address(more)).folder
  }

  private func text(_ name: String, in folder: TemplateFolder) throws -> String {
    try String(contentsOfFile: "\(folder.root)/\(name)", encoding: .utf8)
  }

  /// The names of everything in a folder, also of what's hidden.
  private func names(in folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
  }

  // MARK: Versions

  @Test func withoutATagItIsTheHighestRelease() throws {
    for tag in ["v1.9.0", "v1.10.0", "v2.0.0-rc.1", "nightly", "1.2"] {
      try repository.commit(tag: tag)
    }
    try repository.commit()
    let version = try store.latest(of: address())
    expectEqual(version.name, "v1.10.0")
    expectEqual(version.kind, .tag)
    expectEqual(version.commit, try repository.git("rev-parse", "v1.10.0"))
    expectEqual(version.offlineReason, nil)
  }

  @Test func preReleasesCountIfThereIsNothingElse() throws {
    try repository.commit(tag: "v2.0.0-rc.1")
    try repository.commit(tag: "v2.0.0-rc.2")
    try repository.commit()
    expectEqual(try store.latest(of: address()).name, "v2.0.0-rc.2")
  }

  @Test func withoutReleasesItIsTheDefaultBranch() throws {
    try repository.commit(tag: "nightly")
    let commit = try repository.commit()
    let version = try store.latest(of: address())
    expectEqual(version.kind, .defaultBranch)
    expectEqual(version.name, "main")
    expectEqual(version.commit, commit)
    expectEqual(try store.latest(of: address("@HEAD")), version)
  }

  @Test func tagsBranchesAndCommitsAreFound() throws {
    let first = try repository.commit(tag: "v1.0.0")
    try repository.git("branch", "feature/new-look")
    try repository.git("tag", "--annotate", "--message", "Two", "v2.0.0")
    let second = try repository.commit()
    expectEqual(try store.latest(of: address("@v1.0.0")).commit, first)
    // An annotated tag means its commit.
    expectEqual(try store.latest(of: address("@v2.0.0")).commit, first)
    expectEqual(try store.latest(of: address("@feature/new-look")).kind, .branch)
    expectEqual(try store.latest(of: address("@main")).commit, second)
    expectEqual(try store.latest(of: address("@\(first)")).kind, .commit)
    expectEqual(try store.latest(of: address("@\(second.prefix(8))")).commit, second)
  }

  @Test func aTagComesBeforeABranchOfTheSameName() throws {
    let tagged = try repository.commit(tag: "next")
    try repository.git("branch", "next")
    expectEqual(try store.latest(of: address("@next")).isAlsoBranch, false)
    try repository.git("switch", "--quiet", "next")
    let branched = try repository.commit()
    let version = try store.latest(of: address("@next"))
    expectEqual(version.commit, tagged)
    expectEqual(version.isAlsoBranch, true)
    expectEqual(try store.latest(of: address("@heads/next")).commit, branched)
    expectEqual(try store.latest(of: address("@refs/tags/next")).commit, tagged)
  }

  @Test func whatIsMeantIsSuggested() throws {
    try repository.commit(tag: "v1.2.0")
    try repository.git("branch", "release/spring")
    for (revision, near) in [
      ("1.2.0", "v1.2.0"), ("v1.2.1", "v1.2.0"), ("release/sprint", "release/spring"),
      ("other", nil),
    ] {
      #expect(throws: TemplateFailure.unknownRevision(revision, near: near)) {
        try store.latest(of: address("@\(revision)"))
      }
    }
    expectEqual(
      TemplateFailure.unknownRevision("1.2.0", near: "v1.2.0").message,
      "there's no tag, branch, or commit '1.2.0'; did you mean 'v1.2.0'?")
  }

  @Test func anEmptyRepositoryIsRefused() throws {
    #expect(throws: TemplateFailure.empty) { try store.latest(of: address()) }
  }

  @Test func aRepositoryWithoutItsDefaultBranchSaysWhatItHas() throws {
    try repository.commit()
    try repository.git("branch", "other")
    try repository.git("symbolic-ref", "HEAD", "refs/heads/gone")
    #expect(throws: TemplateFailure.noDefault(branches: ["main", "other"])) {
      try store.latest(of: address())
    }
  }

  @Test func aMissingCommitIsRefused() throws {
    try repository.commit()
    let commit = String(repeating: "a", count: 40)
    #expect(throws: TemplateFailure.missingCommit(commit)) { try fetched("@\(commit)") }
  }

  // MARK: Folders

  @Test func theFilesAreThoseOfTheCommit() throws {
    try repository.write("one\n", to: "a.txt")
    try repository.write("#!/bin/sh\n", to: "bin/run", isExecutable: true)
    try repository.write("é\n", to: "{{ name }}/{% if x %}ü.txt{% endif %}")
    try repository.link("bin/link", to: "../a.txt")
    let commit = try repository.commit(tag: "v1")
    try repository.write("two\n", to: "a.txt")
    try repository.commit()
    let folder = try fetched("#bin")
    expectEqual(folder.commit, commit)
    expectEqual(folder.path, folder.root + "/bin")
    expectEqual(
      names(in: folder.root),
      [
        "a.txt", "bin", "bin/link", "bin/run", "{{ name }}",
        "{{ name }}/{% if x %}ü.txt{% endif %}",
      ])
    expectEqual(try text("a.txt", in: folder), "one\n")
    expectEqual(try text("bin/link", in: folder), "one\n")
    let manager = FileManager.default
    func mode(_ name: String) throws -> Int? {
      (try manager.attributesOfItem(atPath: "\(folder.root)/\(name)")[.posixPermissions]
        as? NSNumber)?
        .intValue
    }
    expectEqual(try mode("a.txt"), 0o644)
    expectEqual(try mode("bin/run"), 0o755)
    // Each commit has a folder of its own, and the same one each time.
    expectEqual(try store.folder(of: address(), at: commit).root, folder.root)
    expectEqual(try text("a.txt", in: fetched("@main")), "two\n")
    expectEqual(try text("a.txt", in: folder), "one\n")
  }

  @Test func attributesOfTheRepositoryChangeNothing() throws {
    try repository.write("* text eol=crlf working-tree-encoding=UTF-16\n*.id ident\n", to: "x")
    try repository.write("a\r\nb\n", to: "lines.txt")
    try repository.write("$Id$\n", to: "name.id")
    try repository.commit()
    // They apply only from now on, so that the test's own git doesn't change the files.
    try repository.git("mv", "x", ".gitattributes")
    try repository.git("commit", "--quiet", "--message", "Move")
    let folder = try fetched()
    expectEqual(try text("lines.txt", in: folder), "a\r\nb\n")
    expectEqual(try text("name.id", in: folder), "$Id$\n")
  }

  @Test func manyAndLargeFilesAreRead() throws {
    let large = String(repeating: "0123456789abcdef", count: 600_000)
    try repository.write(large, to: "large")
    try repository.write("", to: "empty")
    try repository.commit()
    // Git writes them into one file.
    try repository.commit(
      files: (0..<2_100).map { ("many/\($0 % 7)/\($0)", "\($0)\n") })
    let folder = try fetched()
    expectEqual(try text("large", in: folder) == large, true)
    expectEqual(try text("empty", in: folder), "")
    expectEqual(try text("many/6/2099", in: folder), "2099\n")
    expectEqual(names(in: folder.root).count, 2_110)
  }

  @Test func repositoriesInsideAreLeftOut() throws {
    try repository.write("a\n", to: "a.txt")
    let commit = try repository.commit()
    try repository.git("update-index", "--add", "--cacheinfo", "160000,\(commit),parts/other")
    try repository.git("commit", "--quiet", "--message", "Submodule")
    for _ in 0..<2 {
      let folder = try fetched()
      expectEqual(folder.submodules, ["parts/other"])
      expectEqual(names(in: folder.root), ["a.txt"])
    }
  }

  @Test func pointersOfLargeFilesAreKnown() throws {
    try repository.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n", to: "image.png")
    try repository.write("a\n", to: "a.txt")
    try repository.commit()
    for _ in 0..<2 { expectEqual(try fetched().pointers, ["image.png"]) }
  }

  // MARK: Guards

  @Test(arguments: [
    ("a/up", "../../x"), ("up", ".."), ("up", "/etc/passwd"), ("up", "a/../../x"), ("up", "up"),
  ])
  func aLinkThatLeadsOutIsRefused(path: String, target: String) throws {
    try repository.write("a\n", to: "a/a.txt")
    try repository.link(path, to: target)
    try repository.commit()
    #expect(throws: TemplateFailure.link(path, target: target)) { try fetched() }
    expectEqual(names(in: store.folder).contains { $0.contains("a.txt") }, false)
  }

  /// `a/root` is the repository's own folder, so that `a/root/..` is outside of it.
  @Test func linksAreFollowedThroughLinks() throws {
    try repository.write("a\n", to: "a/b/a.txt")
    try repository.link("a/b/root", to: "../..")
    try repository.link("fine", to: "a/b/root/a/b/missing")
    try repository.commit(tag: "v1")
    #expect(throws: Never.self) { try fetched() }
    try repository.link("out", to: "a/b/root/..")
    try repository.commit(tag: "v2")
    #expect(throws: TemplateFailure.link("out", target: "a/b/root/..")) { try fetched() }
  }

  static let refusedNames: [(String, TemplateFailure.NameProblem)] = [
    (".GIT", .ofGit), (".g\u{200C}it", .ofGit), (".git ", .ofGit), (".git.", .ofGit),
    ("git~1", .ofGit), (".git::$INDEX", .ofGit), ("a\\.git", .ofGit), ("a\nb", .controlCharacter),
    ("a\u{1B}[2J", .controlCharacter),
  ]

  /// Git's own commands make such names only if they're told to.
  @Test(arguments: refusedNames)
  func aNameThatCouldDoHarmIsRefused(
    name: String, problem: TemplateFailure.NameProblem
  ) throws {
    try repository.commit(name: name)
    #expect(throws: TemplateFailure.name(name, problem)) { try fetched() }
  }

  @Test func tooDeepAFileIsRefused() throws {
    let path = String(repeating: "d/", count: 65) + "a.txt"
    try repository.write("a\n", to: path)
    try repository.commit()
    #expect(throws: TemplateFailure.name(path, .tooDeep)) { try fetched() }
  }

  // MARK: The cache

  @Test func withoutTheRepositoryTheCacheIsUsed() throws {
    try repository.write("one\n", to: "a.txt")
    let first = try repository.commit(tag: "v1")
    expectEqual(try fetched().commit, first)
    try repository.commit(tag: "v2")
    // The newer release is seen, but never fetched.
    expectEqual(try store.latest(of: address()).name, "v2")
    try FileManager.default.moveItem(atPath: repository.path, toPath: repository.path + "-away")
    let (folder, version) = try store.fetched(address())
    expectEqual(folder.commit, first)
    expectEqual(version.name, "v1")
    #expect(version.offlineReason != nil)
    expectEqual(try text("a.txt", in: folder), "one\n")
    expectEqual(try fetched("@\(first)").commit, first)
    #expect {
      try fetched("@v2")
    } throws: { error in
      if case .unreachable = error as? TemplateFailure { true } else { false }
    }
  }

  @Test func aMovedBranchIsFoundWithoutTheRepository() throws {
    let first = try repository.commit()
    expectEqual(try fetched("@main").commit, first)
    try repository.commit()
    _ = try store.latest(of: address("@main"))
    try FileManager.default.moveItem(atPath: repository.path, toPath: repository.path + "-away")
    expectEqual(try fetched("@main").commit, first)
  }

  @Test func withoutTheRepositoryAndTheCacheItFails() throws {
    let gone = try TemplateAddress("file://\(repository.folder)/gone")
    #expect {
      try store.fetched(gone)
    } throws: { error in
      guard let failure = error as? TemplateFailure else { return false }
      return failure.message.hasPrefix(
        "it can't be fetched: '\(repository.folder)/gone' does not appear")
    }
  }

  @Test(arguments: ["a.txt", "sub/b.txt", "sub", "list", "", "mode", "link"])
  func aDamagedFolderIsMadeAgain(damage: String) throws {
    try repository.write("one\n", to: "a.txt")
    try repository.write("two\n", to: "sub/b.txt")
    try repository.link("link", to: "a.txt")
    try repository.commit()
    let folder = try fetched()
    let manager = FileManager.default
    switch damage {
    case "list": try Data("end".utf8).write(to: URL(filePath: folder.root + "/../list"))
    case "mode":
      try manager.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.root + "/a.txt")
    case "a.txt": try Data("on".utf8).write(to: URL(filePath: folder.root + "/a.txt"))
    default: try manager.removeItem(atPath: folder.root + "/" + damage)
    }
    // The fetched copy is enough.
    try manager.moveItem(atPath: repository.path, toPath: repository.path + "-away")
    let again = try store.folder(of: address(), at: folder.commit)
    expectEqual(again, folder)
    expectEqual(names(in: again.root), ["a.txt", "link", "sub", "sub/b.txt"])
    expectEqual(try text("a.txt", in: again), "one\n")
  }

  @Test(arguments: [["HEAD"], ["config"], ["objects"]])
  func aDamagedRepositoryIsFetchedAgain(parts: [String]) throws {
    try repository.write("one\n", to: "a.txt")
    try repository.commit()
    let folder = try fetched()
    let place = URL(filePath: folder.root).deletingLastPathComponent().deletingLastPathComponent()
    for part in parts {
      let url = place.appending(path: "repository.git/\(part)")
      if part == "objects" {
        for pack in try FileManager.default.subpathsOfDirectory(atPath: url.path)
        where pack.contains(".pack") || pack.contains("/") && !pack.contains("pack/") {
          try FileManager.default.removeItem(at: url.appending(path: pack))
        }
      } else {
        try Data("[".utf8).write(to: url)
      }
    }
    try FileManager.default.removeItem(atPath: folder.root)
    expectEqual(try text("a.txt", in: fetched()), "one\n")
  }

  @Test func whatAKilledGitHasLeftStopsNoOther() throws {
    try repository.commit(tag: "v1")
    let folder = try fetched()
    let place = URL(filePath: folder.root).deletingLastPathComponent().deletingLastPathComponent()
    try Data().write(to: place.appending(path: "repository.git/shallow.lock"))
    try repository.write("two\n", to: "a.txt")
    try repository.commit(tag: "v2")
    expectEqual(try text("a.txt", in: fetched()), "two\n")
  }

  @Test func severalAtOnceGetOneFolder() throws {
    try repository.write("one\n", to: "a.txt")
    try repository.commit()
    let (store, address) = (store, try address())
    let lock = NSLock()
    nonisolated(unsafe) var folders: [TemplateFolder] = []
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      guard let folder = try? store.fetched(address).folder else { return }
      lock.withLock { folders.append(folder) }
    }
    expectEqual(folders.count, 6)
    expectEqual(Set(folders).count, 1)
    expectEqual(try text("a.txt", in: folders[0]), "one\n")
    expectEqual(names(in: folders[0].root), ["a.txt"])
  }

  @Test func aShallowRepositoryIsFetched() throws {
    try repository.commit()
    try repository.write("one\n", to: "a.txt")
    let commit = try repository.commit()
    try repository.git("clone", "--quiet", "--depth=1", repository.address, "../shallow")
    let shallow = try TemplateAddress("file://\(repository.folder)/shallow")
    expectEqual(try store.fetched(shallow).folder.commit, commit)
  }

  @Test func aCommitThatNoNameLeadsToIsFetched() throws {
    try repository.write("one\n", to: "a.txt")
    let first = try repository.commit()
    try repository.write("two\n", to: "a.txt")
    try repository.commit()
    expectEqual(try text("a.txt", in: fetched("@\(first)")), "one\n")
  }

  @Test func aFolderThatOthersCanChangeIsNotUsed() throws {
    try FileManager.default.createDirectory(
      atPath: store.folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: store.folder)
    #expect(throws: TemplateFailure.openCache(store.folder)) { try store.latest(of: address()) }
  }

  // MARK: Trust

  // MARK: Dropping

  private func age(_ path: String, days: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 10_000_000 - days * 86_400)],
      ofItemAtPath: path)
  }

  /// A commit that wasn't used for long goes, and a repository with its last commit.
  @Test func whatIsNotUsedIsDropped() throws {
    try repository.commit(tag: "v1.0.0")
    try repository.write("two\n", to: "a.txt")
    try repository.commit(tag: "v2.0.0")
    let (old, new) = (try fetched("@v1.0.0"), try fetched("@v2.0.0"))
    let place = (old.root as NSString).deletingLastPathComponent.replacingOccurrences(
      of: "/" + old.commit, with: "")
    try age("\(place)/address", days: 300)
    try age("\(place)/\(old.commit)", days: 100)
    try age("\(place)/\(new.commit)", days: 80)
    store.dropUnused(since: 10_000_000 - 90 * 86_400)
    #expect(!names(in: place).contains(old.commit))
    #expect(names(in: place).contains(new.commit))
    // Git's objects make it again, and drop the other one, which was used long before today.
    expectEqual(try fetched("@v1.0.0").commit, old.commit)
    expectEqual(names(in: place).contains(new.commit), false)
    try age("\(place)/\(old.commit)", days: 100)
    store.dropUnused(since: 10_000_000 - 90 * 86_400)
    expectEqual(names(in: store.folder), [])
  }

  /// Each use counts, and what another process uses stays.
  @Test func whatIsUsedStays() throws {
    try repository.commit(tag: "v1.0.0")
    let folder = try fetched()
    let place = (folder.root as NSString).deletingLastPathComponent.replacingOccurrences(
      of: "/" + folder.commit, with: "")
    for name in ["address", folder.commit] { try age("\(place)/\(name)", days: 300) }
    try store.place(of: address()).withLock { store.dropUnused(since: 10_000_000) }
    expectEqual(try fetched().commit, folder.commit)
    store.dropUnused(since: 10_000_000)
    #expect(names(in: place).contains(folder.commit))
  }

  @Test func aConfirmationIsForOneFlowOfOneCommit() throws {
    try repository.commit(tag: "v1")
    let folder = try fetched()
    #expect(!store.isTrusted("a.flow.yaml", in: folder))
    try store.trust("a.flow.yaml", in: folder)
    try store.trust("a.flow.yaml", in: folder)
    #expect(store.isTrusted("a.flow.yaml", in: folder))
    #expect(!store.isTrusted("b.flow.yaml", in: folder))
    try repository.commit(tag: "v2")
    #expect(!store.isTrusted("a.flow.yaml", in: try fetched()))
    #expect(store.isTrusted("a.flow.yaml", in: try fetched("@v1")))
  }
}
