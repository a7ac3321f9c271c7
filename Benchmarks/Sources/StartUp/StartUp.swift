// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The time from exec to the first question on a pseudo-terminal, compared with other programs.
///
/// The programs alternate in one run, so that other load affects all of them. The result is the ratio
/// of the medians. Usage: `StartUp PROGRAM FLOW [RUNS]`, where PROGRAM is the built `stackflow`, and
/// FLOW first asks the question below. Programs that aren't installed are skipped.
@main
enum StartUp {
  /// The question of every program; it's asked once this text is on the terminal.
  static let question = "Name of the service"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else {
      print("usage: StartUp PROGRAM FLOW [RUNS]")
      exit(2)
    }
    let runs = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 50
    var contestants = [
      Contestant("whiptail", ["whiptail", "--inputbox", question, "8", "60"]),
      Contestant("dialog", ["dialog", "--inputbox", question, "8", "60"]),
      Contestant("bash read -e", ["bash", "-c", "read -e -p '\(question): ' answer"]),
      Contestant("stackflow", [arguments[0], "run", arguments[1]]),
      Contestant(
        "stackflow, line", [arguments[0], "run", arguments[1]], variables: ["ACCESSIBLE=1"]),
    ]
    contestants.removeAll { !$0.works() }
    for _ in 0..<max(runs, 1) {
      for contestant in contestants { contestant.measure() }
    }
    report(contestants, runs: runs)
  }

  static func report(_ contestants: [Contestant], runs: Int) {
    print("exec to the first question, \(runs) alternating runs, milliseconds")
    print(row("", ["min", "median", "p90", "x whiptail", "KiB resident"]))
    let reference = contestants.first { $0.name == "whiptail" }?.median
    for contestant in contestants {
      let ratio = reference.map { fixed(contestant.median / $0, 2) } ?? "-"
      print(
        row(
          contestant.name,
          [
            fixed(contestant.quantile(0), 2), fixed(contestant.median, 2),
            fixed(contestant.quantile(0.9), 2), ratio,
            contestant.memory.map { String($0) } ?? "-",
          ]))
    }
  }

  private static func row(_ name: String, _ columns: [String]) -> String {
    columns.reduce(name + String(repeating: " ", count: max(0, 24 - name.count))) { row, text in
      row + String(repeating: " ", count: max(1, 14 - text.count)) + text
    }
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100.0 : 1.0
    let rounded = Int((value * scale).rounded())
    let fraction = String(rounded % 100)
    return "\(rounded / 100)." + (fraction.count < 2 ? "0" : "") + fraction
  }
}

/// A program that asks the question, and its times.
final class Contestant {
  let name: String
  private let command: [String]
  private let variables: [String]
  private var milliseconds: [Double] = []
  private(set) var memory: Int?

  init(_ name: String, _ command: [String], variables: [String] = []) {
    self.name = name
    self.command = command
    self.variables = variables
  }

  /// Returns whether the program is installed and asks.
  ///
  /// This first start also fills caches.
  func works() -> Bool {
    do {
      _ = try start()
      return true
    } catch {
      print("\(name) is skipped: \(error)")
      return false
    }
  }

  func measure() {
    do {
      milliseconds.append(try start())
    } catch {
      print("\(name): \(error)")
    }
  }

  private func start() throws(StartUpError) -> Double {
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let terminal = try MeasuredProgram(
      command,
      environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(home)", "PATH=\(path)"]
        + variables)
    defer { terminal.end() }
    let asked = try terminal.wait(for: StartUp.question, atMost: .seconds(10))
    memory = terminal.residentMemory()
    return (asked - terminal.started) / .milliseconds(1)
  }

  func quantile(_ share: Double) -> Double {
    let sorted = milliseconds.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return sorted[Int(Double(last) * share)]
  }

  var median: Double { quantile(0.5) }
}
