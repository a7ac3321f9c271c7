// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Samples of times, timestamps, and durations: the bounds, the literals, and values between them.
extension AnswerSamples {
  /// Returns whether a literal is a time in the notation of answers, so that it sorts as text as it
  /// does as a time.
  static func isTime(_ value: Value) -> Bool {
    guard case .string(let text) = value else { return false }
    return (try? TimeOfDay(text))?.description == text
  }

  static func times(first: Int?, last: Int?, _ literals: [Value]) -> [Sample] {
    let least = first ?? 0
    let greatest = last ?? 86_399
    guard least <= greatest else { return [] }
    var seconds: Set<Int> = [least, greatest]
    for second in literals.compactMap(AnswerDomain.second) + [least, greatest] {
      // A time of whole minutes is written without seconds, so it's a shorter text.
      let minute = second - second % 60
      seconds.formUnion([second - 1, second, second + 1, minute, minute + 60])
      seconds.formUnion([minute - 1, minute + 1, minute + 61])
    }
    return seconds.filter { $0 >= least && $0 <= greatest }.sorted().compactMap { second in
      let time = try? TimeOfDay(
        hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
      return time.map { .value(.string($0.description)) }
    }
  }

  static func moments(first: Timestamp?, last: Timestamp?, _ literals: [Value]) -> [Sample] {
    let least = first ?? .earliest
    let greatest = last ?? .latest
    guard least <= greatest else { return [] }
    var moments: Set<Timestamp> = [least, greatest]
    for case .timestamp(let moment) in literals {
      moments.insert(moment)
      if let tick = try? TimeSpan(seconds: 0, nanoseconds: 1) {
        if let next = try? moment.adding(tick) { moments.insert(next) }
        if let before = try? moment.subtracting(tick) { moments.insert(before) }
      }
    }
    return nearest(moments.filter { $0 >= least && $0 <= greatest }, .earliest, .latest)
      .map { .value(.timestamp($0)) }
  }

  static func spans(first: TimeSpan?, last: TimeSpan?, _ literals: [Value]) -> [Sample] {
    let longest = try? TimeSpan(seconds: TimeSpan.maximumSeconds)
    let greatest = last ?? longest ?? .zero
    let least = first ?? longest?.negated ?? .zero
    guard least <= greatest else { return [] }
    var spans: Set<TimeSpan> = [least, greatest]
    for case .duration(let span) in literals {
      spans.insert(span)
      if let tick = try? TimeSpan(seconds: 0, nanoseconds: 1) {
        if let next = try? span.adding(tick) { spans.insert(next) }
        if let before = try? span.subtracting(tick) { spans.insert(before) }
      }
    }
    return nearest(
      spans.filter { $0 >= least && $0 <= greatest }, longest?.negated ?? .zero, longest ?? .zero
    )
    .map { .value(.duration($0)) }
  }

  /// Returns values in ascending order, followed by the extremes, which are the least helpful in
  /// explanations.
  private static func nearest<Element: Comparable>(
    _ values: some Sequence<Element>, _ first: Element, _ last: Element
  ) -> [Element] {
    let sorted = values.sorted()
    let ends = sorted.filter { $0 == first || $0 == last }
    return sorted.filter { $0 != first && $0 != last } + ends
  }
}
