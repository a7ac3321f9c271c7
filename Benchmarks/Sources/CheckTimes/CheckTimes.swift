// SPDX-License-Identifier: Apache-2.0

import Foundation
import LargeFlow

/// The time of `stackflow check` for a flow of 10,000 steps, compared with PyYAML's C loader, which
/// only parses it.
///
/// Both are whole processes that alternate in one run. Python's start-up time is subtracted, that of
/// `stackflow` isn't. Usage: `CheckTimes PROGRAM [RUNS]`, or
/// `CheckTimes STEPS`, which only writes a flow of so many steps.
@main
enum CheckTimes {
  static let steps = 10_000

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let steps = arguments.first.flatMap({ Int($0) }) {
      print(LargeFlow.text(steps: steps), terminator: "")
      return
    }
    guard let program = arguments.first else {
      print("usage: CheckTimes PROGRAM [RUNS]")
      exit(2)
    }
    let runs = arguments.dropFirst().first.flatMap { Int($0) } ?? 10
    let file = FileManager.default.temporaryDirectory.appending(
      path: "large-\(ProcessInfo.processInfo.processIdentifier).flow.yaml")
    let text = LargeFlow.text(steps: steps)
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let load = "import sys, yaml; yaml.load(open(sys.argv[1], 'rb'), Loader=yaml.CSafeLoader)"
    let contestants = [
      ("python, start-up only", ["python3", "-c", "import sys, yaml", path]),
      ("python, PyYAML's C loader", ["python3", "-c", load, path]),
      ("stackflow check", [program, "check", path]),
    ]
    var seconds = Array(repeating: [Double](), count: contestants.count)
    for _ in 0..<max(runs, 1) {
      for (index, contestant) in contestants.enumerated() {
        seconds[index].append(try time(contestant.1))
      }
    }
    let medians = seconds.map { $0.sorted()[$0.count / 2] }
    print("\(steps) steps, \(text.utf8.count) bytes, \(runs) alternating runs, median seconds")
    for (index, contestant) in contestants.enumerated() {
      print("  \(contestant.0): \(fixed(medians[index]))")
    }
    let parsing = medians[1] - medians[0]
    print(
      "PyYAML parses in \(fixed(parsing)); stackflow check is \(fixed(medians[2] / parsing)) times that"
    )
  }

  private static func time(_ command: [String]) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let start = ContinuousClock.now
    try process.run()
    process.waitUntilExit()
    let elapsed = ContinuousClock.now - start
    guard process.terminationStatus == 0 else {
      print("\(command[0]) ended with status \(process.terminationStatus)")
      exit(1)
    }
    return elapsed / .seconds(1)
  }

  private static func fixed(_ value: Double) -> String { String(format: "%.3f", value) }
}
