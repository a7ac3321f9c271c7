// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Flows that change while `stackflow mcp` offers them.
@Suite struct ChangedFlowTests {
  private static func flow(_ name: String) -> String {
    "flow: 1\nid: trip\nsteps:\n  - { ask: \(name), type: string, label: Which \(name)? }\n"
  }

  /// The next request gets the tools of the changed file, after the notice that the list has changed.
  ///
  /// A file with mistakes changes nothing, and standard error says so.
  @Test func aChangedFileIsReadAgain() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.flow("first"), to: "trip.flow.yaml")
    try folder.write(Self.flow("second") + "# changed\n", to: "second.yaml")
    try folder.write("flow: 1\nid: trip\nsteps: [", to: "broken.yaml")
    // Each request is sent once the response to the one before is there.
    let call = try ProgramCall(
      shell: """
        export XDG_STATE_HOME="$PWD/state"
        mkfifo in
        stackflow mcp trip.flow.yaml <in >out 2>messages &
        exec 3>in
        count() { until [ "$(wc -l <out)" -ge "$1" ]; do :; done; }
        list() { echo '{"jsonrpc":"2.0","id":'"$1"',"method":"tools/list"}' >&3; }
        echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"test","version":"0"}}}' >&3
        until [ -e out ]; do :; done
        count 1; list 2; count 2
        cp second.yaml trip.flow.yaml; list 3; count 4
        cp broken.yaml trip.flow.yaml; list 4; count 5
        list 5; count 6
        exec 3>&-; wait
        cat out; cat messages >&2
        """, directory: folder.path)
    let lines = call.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(call.output)\(call.messages)")
    #expect(lines[0].contains(#""listChanged":true"#))
    #expect(lines[1].contains("Which first?") && !lines[1].contains("second"))
    #expect(lines[2].contains("notifications/tools/list_changed"))
    for line in lines[3...] { #expect(line.contains("Which second?"), "\(line)") }
    let notes = call.messages.split(separator: "\n").filter { $0.hasPrefix("stackflow: ") }
    expectEqual(
      notes, ["stackflow: the flows stay as they were until the mistakes are gone"],
      "\(call.messages)")
  }
}
