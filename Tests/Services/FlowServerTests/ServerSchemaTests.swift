// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowModel
import Foundation
import RandomTesting
import Testing

/// The types of the flow language that `server.schema.json` lists.
@Suite struct ServerSchemaTests {
  /// With `RECORD_GOLDENS=1`, the test writes the types into the file, and fails if they changed.
  @Test func theTypesOfFieldsAreThoseOfTheLanguage() throws {
    let file = ProjectFolder.url.appending(path: "Documentation/server.schema.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let list = try #require(text.firstMatch(of: #/"string",(\s*)"text",[^\]]*?(?=\s*\])/#))
    let types = FieldType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",\(list.1)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1", list.0 != types {
      try text.replacingCharacters(in: list.range, with: types)
        .write(to: file, atomically: true, encoding: .utf8)
      Issue.record("server.schema.json is written")
    }
    expectEqual(String(list.0), types)
  }
}
