// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions

/// Effects and results of every kind, with everything that they can have.
package enum SampleEffects {
  /// Requests for effects.
  package static let requests: [EffectRequest] =
    [
      EffectRequest(
        step: "made", title: "Make it", isUndo: true,
        effect: .command(
          CommandRequest(
            arguments: ["make", "-k", "a b"],
            environment: [
              .init(name: "Z", value: "é"), .init(name: "A", value: "hidden", isSecret: true),
            ], passed: ["PATH"], input: "in\n", timeout: (try? TimeSpan(seconds: 90)) ?? .zero,
            keepsOutput: true))),
      EffectRequest(
        step: "env[0].made", effect: .command(CommandRequest(arguments: ["ls"], timeout: .zero))),
      EffectRequest(
        step: "call",
        effect: .action(
          ActionRequest(name: "act", arguments: ValueMap([("n", 1), ("at", .bytes([0, 255]))])))),
      EffectRequest(step: "tree", effect: .write(tree)),
    ]
    + [file, appended, link].map { EffectRequest(step: "note", effect: .write($0)) }
    + zip([file, file, appended, link, tree], files).map {
      EffectRequest(
        step: "note", isUndo: true, effect: .restore(RestoreRequest(write: $0, written: $1)))
    }

  /// Results of effects.
  package static let results: [EffectResult] =
    [
      .ended(CommandResult(status: -1, output: [104, 105, 255], errors: "no")),
      .ended(CommandResult(status: 0)),
      .returned([.string("list"): [1, .uint(2), .double(0.5), .null], .int(7): .optional("x")]),
      .done, .failed(message: "was unlucky"),
    ] + files.map { .written($0) }

  private static let file = WriteRequest(
    path: "notes.txt", content: Array("hello\n".utf8), mode: 0o600, exists: .ask, isSecret: true)

  private static let appended = WriteRequest(
    path: "log.txt", content: [255, 10], exists: .append)

  private static let link = WriteRequest(
    path: "latest", content: Array("notes.txt".utf8), exists: .overwrite, kind: .link)

  private static let tree = WriteRequest(
    path: "out", content: [], exists: .fail,
    kind: .tree([
      WriteRequest(path: "out", content: [], exists: .keep, kind: .folder), file, link,
      WriteRequest(path: "out/b", content: [1], exists: .keep),
    ]))

  private static let files: [WrittenFile] = [
    WrittenFile(previous: .nothing, madeFolders: ["a", "a/b"]),
    WrittenFile(previous: .replaced([0, 255], mode: 0o644)),
    WrittenFile(previous: .appended(count: 12)),
    WrittenFile(previous: .link(to: "elsewhere"), madeFolders: ["c"]),
    WrittenFile(
      previous: .tree([
        WrittenFile(previous: .nothing, madeFolders: ["out"]),
        WrittenFile(previous: .replaced([7], mode: 0o755)), WrittenFile(previous: .link(to: "x")),
        nil,
      ])),
  ]
}
