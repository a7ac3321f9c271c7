// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import RandomTesting
import Testing

@Suite struct FormTests {
  static let schedule = ProjectFolder.flow("forms/schedule")

  private func walker() throws -> Walker {
    var walker = try Walker(Self.schedule)
    walker.type("x")
    return walker
  }

  @Test func aFieldIsHiddenUntilTheFieldsItReadsHaveValues() throws {
    let walker = try walker()
    expectEqual(walker.step?.title, "When does x run?")
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "zone"])
  }

  @Test func fieldsShowAndHideAsEarlierAnswersChange() throws {
    var walker = try walker()
    walker.send(.edit(field: "every", .text("day")))
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "at", "zone", "retries"])
    expectEqual(walker.step?.field("retries")?.value, 5)
    walker.send(.edit(field: "every", .text("hour")))
    expectEqual(walker.step?.visibleFields.map(\.id), ["every", "zone", "retries"])
    expectEqual(walker.step?.field("retries")?.value, 1)
  }
}
