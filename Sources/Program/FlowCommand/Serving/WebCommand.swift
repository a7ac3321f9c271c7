// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CLibrary
import FlowHosts
import FlowSessions
import ProgramParts

/// The command `stackflow web`, which becomes the program `stackflow-web`.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Let people walk flows in their browsers.",
    discussion: """
      Starts 'stackflow-web', a program of its own, which is beside this one or on the PATH: it serves the \
      flows on a loopback address, prints the address, and keeps the walks in a folder. 'stackflow web serve --help' \
      lists its options, and Documentation/Web.md describes them.

      Example: stackflow web Flows/hello.flow.yaml --open
      """)

  @Argument(
    parsing: .captureForPassthrough, help: "What stackflow-web gets: flow files and options.")
  var words: [String] = []

  func run() throws {
    // Everything after the command's name is for the other program, but its options are asked for with its name.
    if ["--help", "-h"].contains(words.first) { throw CleanExit.helpRequest(self) }
    try Self.start(words)
  }

  /// Returns what `stackflow-web` gets to play scripts, if a command line asks for the depth `web`; otherwise nil.
  ///
  /// Its pages are another program's, so that depth isn't one of the options of `stackflow test`.
  static func words(ofTest words: some Collection<String>) -> [String]? {
    var words = Array(words)
    guard words.first == "test" else { return nil }
    if let index = words.firstIndex(of: "--depth=web") {
      words.remove(at: index)
    } else if let index = words.firstIndex(of: "--depth"), words.dropFirst(index + 1).first == "web"
    {
      words.removeSubrange(index...index + 1)
    } else {
      return nil
    }
    return words
  }

  /// Becomes `stackflow-web`.
  ///
  /// - Parameters:
  ///   - words: What it gets.
  ///   - traits: The traits that it's built with.
  /// - Throws: ``ProgramEnding`` if it isn't there.
  static func start(_ words: [String], traits: String = "default,Web") throws {
    let name = "stackflow-web"
    for path in candidates(for: name) where access(path, X_OK) == 0 {
      var arguments = ([name] + words).map { strdup($0) }
      arguments.append(nil)
      execv(path, &arguments)
    }
    throw ProgramOutput.fail(
      .usage,
      "there's no '\(name)' beside this program or on the PATH; build it with 'swift build -c release --traits "
        + "\(traits) --product \(name)', or see Documentation/Web.md")
  }

  /// The paths of a program: beside this one, and then those of the PATH.
  private static func candidates(for name: String) -> [String] {
    var folders: [String] = []
    #if os(Linux)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    if count > 0 {
      let path = String(decoding: buffer.prefix(count), as: UTF8.self)
      folders.append(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    }
    #endif
    folders += (SystemHost.environment("PATH") ?? "").split(separator: ":").map(String.init)
    return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
  }
}
