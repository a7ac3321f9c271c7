// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Programs that ask, compared with each other on a pseudo-terminal of 80 by 24 cells.
///
/// Usage: `Peers (start-up | echo | choices) PROGRAM FLOW FOLDER [RUNS]`, where PROGRAM is the built
/// `stackflow`, FLOW first asks the question below, and FOLDER takes the lists of choices. The
/// programs alternate, so that other load affects all of them, and a ratio is that of medians. A
/// program that isn't installed is named and left out.
@main
enum Peers {
  /// The question of every program; it's asked once this text is on the terminal.
  static let question = "Name of the service"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 4 else { usage() }
    let runs = max(1, arguments.dropFirst(4).first.flatMap { Int($0) } ?? 0)
    let (program, flow, folder) = (arguments[1], arguments[2], arguments[3])
    switch arguments[0] {
    case "start-up": startUp(lines(program, flow), runs: runs > 1 ? runs : 50)
    case "echo": echo(lines(program, flow), runs: runs > 1 ? runs : 5)
    case "choices":
      do {
        choices(try lists(program, in: folder), runs: runs > 1 ? runs : 5)
      } catch {
        print(error)
        exit(1)
      }
    default: usage()
    }
  }

  private static func usage() -> Never {
    print("usage: Peers (start-up | echo | choices) PROGRAM FLOW FOLDER [RUNS]")
    exit(2)
  }

  // MARK: Programs

  /// Programs that ask for a line.
  private static func lines(_ program: String, _ flow: String) -> [Contestant] {
    [
      Contestant("whiptail", ["whiptail", "--inputbox", question, "8", "60"], shows: question),
      Contestant("dialog", ["dialog", "--inputbox", question, "8", "60"], shows: question),
      Contestant(
        "bash read -e", ["bash", "-c", "read -e -p '\(question): ' answer"], shows: question),
      Contestant(
        "questionary",
        ["python3", "-c", "import questionary; questionary.text('\(question)').ask()"],
        shows: question),
      Contestant("stackflow", [program, "run", flow], shows: question),
      Contestant(
        "stackflow, line", [program, "run", flow], variables: ["ACCESSIBLE=1"], shows: question),
    ]
  }

  /// Programs that ask for one of 100,000 choices; the keys of a filter narrow the list.
  ///
  /// dialog and whiptail take choices as arguments only, of which a system allows fewer.
  private static func lists(_ program: String, in folder: String) throws(MeasuredFailure)
    -> [Contestant]
  {
    let names = (0..<100_000).map { "name-\($0 % 7)-\($0)" }
    let plain = try ListFile(folder + "/plain.txt", names.map { $0 + "\n" })
    let labelled = try ListFile(
      folder + "/labelled.txt", names.map { "\($0)\tThe thing with the number \($0)\n" })
    let read = try ListFile(
      folder + "/command.flow.yaml",
      [
        "flow: 1\nid: command\nsteps:\n  - run: names\n    command: [cat, \(plain.path)]\n",
        "    capture: lines\n    reads: true\n  - ask: which\n    type: choice\n    label: Which\n",
        "    choices: { from: names }\n",
      ])
    let listed = try ListFile(
      folder + "/listed.flow.yaml",
      ["flow: 1\nid: listed\nsteps:\n  - ask: which\n    type: choice\n    choices:\n"]
        + names.map { "      - \($0)\n" })
    let ask = "exec \"$0\" ask choice Which < \"$1\""
    let select = """
      import questionary, sys
      names = [line[:-1] for line in open(sys.argv[1])]
      questionary.select("Which", names, use_search_filter=True, use_jk_keys=False).ask()
      """
    return [
      Contestant("questionary", ["python3", "-c", select, plain.path], shows: "name-0-0"),
      Contestant("stackflow ask", ["sh", "-c", ask, program, plain.path], shows: "name-0-0"),
      Contestant(
        "stackflow ask, labels", ["sh", "-c", ask, program, labelled.path],
        shows: "The thing with"),
      Contestant(
        "stackflow run, command", [program, "run", "--allow-run", "--yes", read.path],
        shows: "name-0-0"),
      Contestant("stackflow run, listed", [program, "run", listed.path], shows: "name-0-0"),
    ]
  }

  // MARK: Measurements

  private static func startUp(_ contestants: [Contestant], runs: Int) {
    let contestants = measured(contestants, runs: runs, keys: [])
    print("exec to the first question, \(runs) alternating runs, milliseconds")
    print(row("", ["min", "median", "p90", "x whiptail", "KiB resident"]))
    let reference = contestants.first { $0.name == "whiptail" }?.starts.median
    for contestant in contestants {
      let times = contestant.starts
      print(
        row(
          contestant.name,
          [
            fixed(times.minimum), fixed(times.median), fixed(times.quantile(0.9)),
            reference.map { fixed(times.median / $0) } ?? "-", kibibytes(contestant.memory),
          ]))
    }
  }

  private static func echo(_ contestants: [Contestant], runs: Int) {
    // Letters at the end of the line, and one in four is deleted.
    let keys = (0..<40).map { $0 % 4 == 3 ? 0x7F : UInt8(ascii: "a") + UInt8($0 % 26) }
    let contestants = measured(contestants, runs: runs, keys: keys)
    print("a key that edits the line, \(runs) runs of \(keys.count) keys, milliseconds and bytes")
    print(row("", ["min", "median", "p90", "x dialog", "bytes, median", "bytes, most"]))
    let reference = contestants.first { $0.name == "dialog" }?.keys.median
    for contestant in contestants {
      let times = contestant.keys
      let bytes = contestant.keyBytes
      print(
        row(
          contestant.name,
          [
            fixed(times.minimum), fixed(times.median), fixed(times.quantile(0.9)),
            reference.map { fixed(times.median / $0) } ?? "-", "\(Int(bytes.median))",
            "\(Int(bytes.quantile(1)))",
          ]))
    }
  }

  private static func choices(_ contestants: [Contestant], runs: Int) {
    let contestants = measured(contestants, runs: runs, keys: Array("name-5".utf8))
    print(
      "100,000 choices, \(runs) runs; the keys of a filter that matches a seventh, milliseconds")
    print(row("", ["first paint", "key, median", "key, most", "MB, peak"]))
    for contestant in contestants {
      print(
        row(
          contestant.name,
          [
            fixed(contestant.starts.median), fixed(contestant.keys.median),
            fixed(contestant.keys.quantile(1)),
            contestant.peak.map { fixed(Double($0) / 1_000) } ?? "-",
          ]))
    }
  }

  /// The contestants that are installed, after all runs.
  private static func measured(
    _ contestants: [Contestant], runs: Int, keys: [UInt8]
  ) -> [Contestant] {
    // A first start also fills caches.
    let present = contestants.filter { $0.works() }
    for _ in 0..<runs {
      for contestant in present { contestant.measure(keys) }
    }
    return present
  }

  // MARK: Tables

  private static func row(_ name: String, _ columns: [String]) -> String {
    columns.reduce(name + String(repeating: " ", count: max(0, 24 - name.count))) { row, text in
      row + String(repeating: " ", count: max(1, 14 - text.count)) + text
    }
  }

  private static func kibibytes(_ count: Int?) -> String { count.map { "\($0)" } ?? "-" }

  private static func fixed(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let rounded = Int((value * 100).rounded())
    let fraction = String(rounded % 100)
    return "\(rounded / 100)." + (fraction.count < 2 ? "0" : "") + fraction
  }
}
