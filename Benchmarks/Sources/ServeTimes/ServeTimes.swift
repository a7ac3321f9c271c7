// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The requests that `stackflow serve` answers in a second, beside a JSON-RPC echo server written with
/// swift-nio that does nothing else.
///
/// Each server runs on one processor core, and gets its requests without waiting for responses. Both
/// alternate, and the results are the medians: the requests by the clock, and by the processor time of the
/// server, which other programs hardly change. Usage: `ServeTimes PROGRAM ECHO-SERVER [RUNS]`.
@main
enum ServeTimes {
  static let flow = """
    flow: 1
    id: ten
    steps:
    \((0..<10).map { "  - { ask: q\($0), type: string, label: Question \($0)? }" }.joined(separator: "\n"))

    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else {
      print("usage: ServeTimes PROGRAM ECHO-SERVER [RUNS]")
      exit(2)
    }
    let runs = max(1, arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5)
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "serve-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "ten.flow.yaml").path(percentEncoded: false)
    try Data(flow.utf8).write(to: URL(filePath: path))
    let stackflow = [arguments[0], "serve", path]
    let contests: [(name: String, command: [String], requests: [String])] = [
      ("echo of 'state'", [arguments[1]], states(100_000)),
      ("stackflow, 'state'", stackflow, states(100_000)),
      ("echo of 'submit'", [arguments[1]], walks(5_000)),
      ("stackflow, 'submit'", stackflow, walks(5_000)),
    ]
    var rates = Array(repeating: [(clock: Double, processor: Double)](), count: contests.count)
    for _ in 0..<runs {
      for (index, contest) in contests.enumerated() {
        let ran = try run(contest.command, contest.requests)
        let count = Double(contest.requests.count)
        rates[index].append((count / ran.seconds, count / ran.processorSeconds))
      }
    }
    print("Requests on one core, the medians of \(runs) alternating runs: a second, a processor second")
    for (contest, rates) in zip(contests, rates) {
      let clock = rates.map(\.clock).sorted()[runs / 2]
      let processor = rates.map(\.processor).sorted()[runs / 2]
      print("  \(contest.name): \(Int(clock)), \(Int(processor))")
    }
    for count in [100_000, 1_000_000] {
      let ran = try run(stackflow, states(count))
      print("  peak memory after \(count) requests: \(ran.peakKiB) KiB")
    }
  }

  private static func request(_ id: Int, _ method: String, _ parameters: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"# + "\n"
  }

  private static func states(_ count: Int) -> [String] {
    [request(0, "open", #""flow":"ten""#)]
      + (1..<count).map { request($0, "state", #""walk":"w1""#) }
  }

  /// Walks of ten questions, each opened, answered, and closed.
  private static func walks(_ count: Int) -> [String] {
    var requests: [String] = []
    for walk in 1...count {
      requests.append(request(requests.count, "open", #""flow":"ten""#))
      for _ in 0..<10 {
        requests.append(
          request(requests.count, "submit", #""walk":"w\#(walk)","answer":"an answer""#))
      }
      requests.append(request(requests.count, "close", #""walk":"w\#(walk)""#))
    }
    return requests
  }

  /// Gives a server its requests, and counts the responses.
  private static func run(
    _ command: [String], _ requests: [String]
  ) throws -> (seconds: Double, processorSeconds: Double, peakKiB: Int) {
    let input = Data(requests.joined().utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["taskset", "-c", "1"] + command
    let (requestPipe, responsePipe) = (Pipe(), Pipe())
    process.standardInput = requestPipe
    process.standardOutput = responsePipe
    try process.run()
    let start = ContinuousClock.now
    let writer = Thread {
      try? requestPipe.fileHandleForWriting.write(contentsOf: input)
    }
    writer.start()
    var left = requests.count
    while left > 0 {
      let data = responsePipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      left -= data.count { $0 == 0x0A }
    }
    let elapsed = ContinuousClock.now - start
    let peak = peakKiB(of: process.processIdentifier)
    let processorSeconds = processorSeconds(of: process.processIdentifier)
    try requestPipe.fileHandleForWriting.close()
    process.waitUntilExit()
    guard left == 0 else {
      print("\(command[0]) left \(left) requests without a response")
      exit(1)
    }
    return (elapsed / .seconds(1), processorSeconds, peak)
  }

  /// The processor time that a process has taken so far, its own and the kernel's for it.
  private static func processorSeconds(of process: Int32) -> Double {
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The name, in parentheses, can contain spaces; 11 fields are between it and the times.
    let fields = status.split(separator: ")").last?.split(separator: " ").dropFirst(11) ?? []
    let ticks = fields.prefix(2).compactMap { Double($0) }.reduce(0, +)
    return max(ticks, 1) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func peakKiB(of process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
  }
}
