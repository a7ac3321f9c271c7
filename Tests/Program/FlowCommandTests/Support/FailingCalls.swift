// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
import Foundation
import RandomTesting
import Testing

/// The library `Tests/Support/FailingCalls`, which makes calls of the system fail, or ends the process at them.
enum FailingCalls {
  /// The environment in which a program meets failing calls.
  ///
  /// - Parameters:
  ///   - failing: The numbers of the calls that fail, from 1.
  ///   - name: The function of the system of which all calls fail; nil for none.
  ///   - error: Their `errno`.
  ///   - kill: The number of the call before which the process is killed; nil for none.
  ///   - count: The path of the file to which the number of calls is written; nil for none.
  /// - Returns: The environment.
  /// - Throws: The reason why the library can't be compiled.
  static func environment(
    failing: [Int] = [], name: String? = nil, error: Int32 = 5, kill: Int? = nil, count: String? = nil
  ) throws -> [String: String] {
    var environment = ["LD_PRELOAD": try library.get()]
    if !failing.isEmpty {
      environment["FAILING_AT"] = failing.map(String.init).joined(separator: ",")
    }
    if let name { environment["FAILING_NAME"] = name }
    environment["FAILING_ERROR"] = String(error)
    if let kill { environment["FAILING_KILL"] = String(kill) }
    if let count { environment["FAILING_COUNT"] = count }
    return environment
  }

  private struct CannotCompile: Error {
    let words: String
  }

  /// The path of the library, next to the program; it's compiled once in each process.
  private static let library = Result { try compile() }

  private static func compile() throws -> String {
    let source = ProjectFolder.url.appending(path: "Tests/Support/FailingCalls/failing.c")
    let products = URL(filePath: try ProgramFixtures.program()).deletingLastPathComponent()
    let library = products.appending(path: "failing.so")
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let compilers = ["cc", "clang"].flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let compiler = compilers.first(where: FileManager.default.isExecutableFile) else {
      throw CannotCompile(words: "there's no C compiler, neither cc nor clang")
    }
    let process = Process()
    process.executableURL = URL(filePath: compiler)
    process.arguments = [
      "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library.path, source.path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CannotCompile(words: "\(compiler) ended with \(process.terminationStatus)")
    }
    return library.path
  }
}
#endif
