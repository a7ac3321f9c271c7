// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

extension TimeError {
  /// The message about a typed date, time, or duration that has the right form but doesn't exist.
  func words(for type: FieldType, _ catalog: MessageCatalog) -> String {
    switch part {
    case .year(let year)?: catalog.text(.yearOutside, ["year": .count(year)])
    case .month(let month)?: catalog.text(.monthMissing, ["month": .count(month)])
    case .day(let day, let month, let days)?:
      catalog.text(
        .dayMissing, ["day": .count(day), "month": .text(month), "days": .count(days)])
    case .hour(let hour)?: catalog.text(.hourOutside, ["hour": .count(hour)])
    case .minute(let minute)?: catalog.text(.minuteOutside, ["minute": .count(minute)])
    case .second(let second)?: catalog.text(.secondOutside, ["second": .count(second)])
    case nil: catalog.text(type == .duration ? .durationOutside : .dateOutside)
    }
  }
}
