// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Foundation
import Testing

/// A third-party validator of JSON Schema: Python's `jsonschema`.
///
/// It's started once for any number of instances.
struct SchemaValidator {
  /// An instance, and the index of the schema to validate it against.
  struct Check {
    let schema: Int
    let instance: Value
  }

  /// The reason why the validator isn't available; nil if it is.
  static let absence: String? = {
    guard let found = try? run(["-c", "import jsonschema"], input: Data()) else {
      return "there is no python3"
    }
    return found.status == 0 ? nil : "python3 has no module jsonschema; Scripts/test installs it"
  }()

  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator, FormatChecker
    from jsonschema.validators import validator_for
    asked = json.load(sys.stdin)
    validators = []
    for schema in asked["schemas"]:
        kind = validator_for(schema, default=Draft202012Validator)
        kind.check_schema(schema)
        validators.append(kind(schema, format_checker=FormatChecker()))
    answers = []
    for number, instance in asked["checks"]:
        if asked["areTexts"]: instance = json.loads(instance)
        error = next(validators[number].iter_errors(instance), None)
        answers.append(None if error is None else
            "/".join(map(str, error.absolute_path)) + ": " + error.message[:300])
    json.dump(answers, sys.stdout)
    """

  /// Returns the error of each instance, or nil if it's valid.
  ///
  /// Instances can be texts in JSON, which may hold numbers that values can't.
  static func complaints(
    schemas: [Value], _ checks: [Check], areTexts: Bool = false
  ) throws -> [String?] {
    let asked: Value = [
      "schemas": .list(schemas), "areTexts": .bool(areTexts),
      "checks": .list(checks.map { [.int(Int64($0.schema)), $0.instance] }),
    ]
    let text = try #require(JSONWriter().text(of: asked))
    let found = try run(["-c", script], input: Data(text.utf8))
    try #require(found.status == 0, "\(found.messages)")
    let answers = try #require(Value(json: found.output).elements)
    try #require(answers.count == checks.count)
    return answers.map(\.text)
  }

  private static func run(
    _ arguments: [String], input: Data
  ) throws -> (status: Int32, output: String, messages: String) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "stackflow-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Use files instead of pipes to avoid deadlocks.
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    try input.write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    let texts = try files.dropFirst().map {
      String(decoding: try Data(contentsOf: $0), as: UTF8.self)
    }
    if process.terminationStatus == 127 { throw CocoaError(.fileNoSuchFile) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
