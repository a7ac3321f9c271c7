// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowEffects
import FlowExpressions
import FlowSessions
import Foundation
import Testing

@testable import FlowHosts

/// Real processes: what they get, what they may do, and how they end.
@Suite struct SystemCommandsTests {
  private static let minute = (try? TimeSpan(seconds: 60)) ?? .zero

  private func run(
    _ arguments: String..., environment: [String: String] = [:], passed: [String] = [],
    input: String = "", timeout: TimeSpan = minute, folder: String = ".",
    cancellation: EffectCancellation = EffectCancellation()
  ) -> EffectResult {
    SystemCommands(folder: folder).run(
      CommandRequest(
        arguments: arguments,
        environment: environment.sorted { $0.key < $1.key }.map { .init(name: $0, value: $1) },
        passed: passed, input: input, timeout: timeout, keepsOutput: true), until: cancellation)
  }

  private func text(_ result: EffectResult) -> String {
    guard case .ended(let ended) = result else { return "\(result)" }
    return String(decoding: ended.output, as: UTF8.self)
  }

  @Test func outputAndStatusAreReturned() {
    let result = run("sh", "-c", "echo out; echo bad >&2; exit 3")
    expectEqual(
      result, .ended(CommandResult(status: 3, output: Array("out\n".utf8), errors: "bad\n")))
  }

  @Test func whatACommandWritesIsHandedOver() {
    let cancellation = EffectCancellation()
    let result = run("sh", "-c", "echo out; echo bad >&2", cancellation: cancellation)
    expectEqual(text(result), "out\n")
    // The pipes of both are read in no order of their own.
    expectEqual(Set(cancellation.output.lines(last: 5)), ["out", "bad"])
  }

  @Test func argumentsArePassedUnchanged() {
    expectEqual(text(run("printf", "%s|", "a b", "$HOME", "*", "", "'\"")), "a b|$HOME|*||'\"|")
  }

  @Test func theEnvironmentOnlyHasGivenVariables() {
    let found = text(
      run("env", environment: ["A": "1", "B": "x y"], passed: ["PATH", "NO_SUCH_1"]))
    let names = found.split(separator: "\n").map { $0.prefix { $0 != "=" } }.sorted()
    expectEqual(names, ["A", "B", "PATH"])
    #expect(found.contains("B=x y\n"))
    expectEqual(text(run("env")), "")
  }

  @Test func standardInputIsTheGivenTextOrEmpty() {
    expectEqual(text(run("cat")), "")
    let long = String(repeating: "0123456789abcdef\n", count: 100_000)
    expectEqual(text(run("cat", input: long)), long)
    // A program that doesn't read isn't waited for.
    expectEqual(text(run("true", input: long)), "")
  }

  @Test func commandsHaveNoTerminal() {
    expectEqual(text(run("sh", "-c", "(: < /dev/tty) 2>/dev/null && echo yes || echo no")), "no\n")
  }

  @Test func noDescriptorIsInherited() throws {
    let pipe = Pipe()
    // A descriptor that a careless part of the program left open for children.
    let number = pipe.fileHandleForWriting.fileDescriptor
    _ = fcntl(number, F_SETFD, 0)
    let found = text(
      run("sh", "-c", "ls /proc/self/fd | wc -l; [ -e /proc/self/fd/\(number) ] && echo open"))
    // 0, 1, 2 and the one that lists them.
    expectEqual(found, "4\n")
    withExtendedLifetime(pipe) {}
  }

  @Test func outputIsReadToItsEndUpToALimit() {
    let big = run("head", "-c", "3000000", "/dev/zero")
    guard case .ended(let ended) = big else {
      Issue.record("\(big)")
      return
    }
    expectEqual(ended.output.count, 3_000_000)
    expectEqual(
      run("sh", "-c", "exec cat /dev/zero"),
      .failed(message: "wrote more than \(SystemCommands.outputLimit) bytes"))
  }

  @Test func unusedOutputDoesNotStopACommand() {
    let result = SystemCommands().run(
      CommandRequest(
        arguments: [
          "sh", "-c", "head -c 9000000 /dev/zero; head -c 9000000 /dev/zero >&2; exit 4",
        ],
        timeout: Self.minute), until: EffectCancellation())
    guard case .ended(let ended) = result else {
      Issue.record("\(result)")
      return
    }
    expectEqual(ended.status, 4)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.utf8.count < 20_000)
  }

  /// Returns a script that repeats a command and ignores signals.
  ///
  /// It ends when the tests have ended, however that happens, because a killed test can't kill
  /// anything.
  private static func ignoring(_ signals: String, while command: String) -> String {
    "trap '' \(signals); while kill -0 $PPID 2> /dev/null; do \(command); done"
  }

  @Test func aTimeoutEndsACommandAndItsChildren() throws {
    let folder = try Folder()
    let name = folder.path + "/alive"
    expectEqual(mkfifo(name, 0o600), 0)
    let end = open(name, O_RDONLY | O_NONBLOCK)
    defer { close(end) }
    // The inner shell ignores SIGTERM, and holds the pipe as long as it lives.
    let script = "(\(Self.ignoring("TERM HUP", while: "sleep 1"))) > \(name) & wait"
    let limit = try TimeSpan(seconds: 0, nanoseconds: 300_000_000)
    expectEqual(run("sh", "-c", script, timeout: limit), .failed(message: "took longer than 300ms"))
    // A pipe without writers is at its end.
    _ = fcntl(end, F_SETFL, 0)
    var byte: UInt8 = 0
    expectEqual(read(end, &byte, 1), 0)
  }

  @Test func aCommandThatIgnoresSIGTERMIsKilled() {
    let result = run(
      "sh", "-c", Self.ignoring("TERM", while: ":"),
      timeout: (try? TimeSpan(seconds: 0, nanoseconds: 100_000_000)) ?? .zero)
    expectEqual(result, .failed(message: "took longer than 100ms"))
  }

  @Test func cancellingEndsACommand() async {
    let cancellation = EffectCancellation()
    async let result = Task.detached {
      run("sleep", "1000", cancellation: cancellation)
    }.value
    cancellation.cancel()
    expectEqual(await result, .failed(message: "was interrupted"))
  }

  @Test func aCommandThatCannotStartFailsWithTheReason() throws {
    expectEqual(run("no-such-program-1"), .failed(message: "wasn't found"))
    expectEqual(
      run("/no/such/program"), .failed(message: "couldn't be started: no such file or directory"))
    let folder = try Folder()
    try folder.write("x", to: "plain")
    expectEqual(
      run("./plain", folder: folder.path),
      .failed(message: "couldn't be started: permission denied"))
  }

  @Test func aSignalIsAFailure() {
    expectEqual(run("sh", "-c", "kill -9 $$"), .failed(message: "was ended by signal 9"))
  }

  @Test func commandsRunInTheHostsFolder() throws {
    let folder = try Folder()
    expectEqual(text(run("pwd", "-P", folder: folder.path)), folder.realPath + "\n")
  }

  @Test func aBackgroundChildDoesNotKeepTheCommandWaiting() {
    expectEqual(text(run("sh", "-c", "sleep 1000 & echo $!")).isEmpty, false)
  }

  @Test func noZombieRemains() {
    for _ in 0..<20 { _ = run("true") }
    // No child of this process is left to wait for. Other tests can have running children.
    let own = getpid()
    let zombies =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { name in
        guard Int32(name) != nil,
          let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
          let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 1
        else { return false }
        return fields[0] == "Z" && fields[1] == "\(own)" && stat.contains("(true)")
      } ?? []
    expectEqual(zombies, [])
  }
}
