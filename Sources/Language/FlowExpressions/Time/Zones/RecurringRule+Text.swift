// SPDX-License-Identifier: Apache-2.0

extension ZoneRules {
  /// Creates the rules of a text in the form of POSIX's variable `TZ`, such as `JST-9`, `<-03>3`, or
  /// `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// Times of changes are from −167 to 167 hours. Without days of changes, those of the United States since
  /// 2007 apply, as in the C library.
  ///
  /// - Parameter text: The text, of at most 255 bytes; it's also the name.
  /// - Throws: ``TimeError/Code/unknownZone`` if it has another form.
  /// - Complexity: O(*n*) in the length of the text.
  package init(rule text: String) throws(TimeError) {
    guard text.utf8.count <= 255, let rule = RecurringRule(text.utf8) else {
      throw unknownZone(text)
    }
    self.init(name: text, first: rule.standard, rule: rule)
  }
}

extension RecurringRule {
  /// Reads a rule; `nil` if it's invalid.
  init?(_ text: some Sequence<UInt8>) {
    var scanner = TextScanner(text)
    guard let name = Self.readName(&scanner), let west = Self.readTime(&scanner, maximumHours: 24)
    else { return nil }
    standard = ZoneRules.Offset(seconds: -west, isDaylightSaving: false, abbreviation: name)
    guard !scanner.isAtEnd else { return }
    guard let summerName = Self.readName(&scanner) else { return nil }
    var summerWest = west - 3_600
    if let next = scanner.next, next != 0x2C {
      guard let read = Self.readTime(&scanner, maximumHours: 24) else { return nil }
      summerWest = read
    }
    var start = Change(day: .weekday(month: 3, week: 2, weekday: 0), seconds: 7_200)
    var end = Change(day: .weekday(month: 11, week: 1, weekday: 0), seconds: 7_200)
    if !scanner.isAtEnd {
      guard scanner.accept(","), let first = Self.readChange(&scanner), scanner.accept(","),
        let second = Self.readChange(&scanner), scanner.isAtEnd
      else { return nil }
      start = first
      end = second
    }
    summer = Summer(
      offset: ZoneRules.Offset(
        seconds: -summerWest, isDaylightSaving: true, abbreviation: summerName),
      start: start, end: end)
  }

  private static func readName(_ scanner: inout TextScanner) -> String? {
    let name: ArraySlice<UInt8>
    if scanner.accept("<") {
      name = scanner.run { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == 0x2B || byte == 0x2D
      }
      guard scanner.accept(">") else { return nil }
    } else {
      name = scanner.run { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }
    guard name.count >= 3 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads `[+-]hh[:mm[:ss]]` as seconds.
  private static func readTime(_ scanner: inout TextScanner, maximumHours: Int) -> Int? {
    let isNegative = scanner.accept("-")
    if !isNegative { _ = scanner.accept("+") }
    guard let hours = readNumber(&scanner, 0...maximumHours) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] {
      guard scanner.accept(":") else { break }
      guard let value = readNumber(&scanner, 0...59) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func readChange(_ scanner: inout TextScanner) -> Change? {
    let day: Change.Day
    if scanner.accept("M") {
      guard let month = readNumber(&scanner, 1...12), scanner.accept("."),
        let week = readNumber(&scanner, 1...5), scanner.accept("."),
        let weekday = readNumber(&scanner, 0...6)
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if scanner.accept("J") {
      guard let number = readNumber(&scanner, 1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = readNumber(&scanner, 0...365) else { return nil }
      day = .withLeapDay(number)
    }
    guard scanner.accept("/") else { return Change(day: day, seconds: 7_200) }
    return readTime(&scanner, maximumHours: 167).map { Change(day: day, seconds: $0) }
  }

  private static func readNumber(
    _ scanner: inout TextScanner, _ bounds: ClosedRange<Int>
  ) -> Int? {
    let digits = scanner.run()
    guard (1...4).contains(digits.count) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return bounds.contains(value) ? value : nil
  }
}
