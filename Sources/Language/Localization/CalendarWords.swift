// SPDX-License-Identifier: Apache-2.0

/// The names of months and days in a language.
public struct CalendarWords: Hashable, Sendable {
  /// The months, from January.
  public let months: [String]

  /// The days of the week, from Monday.
  public let weekdays: [String]

  /// The days of the week in a calendar, from Monday, of at most two cells each.
  public let shortWeekdays: [String]

  /// Whether a week in a calendar begins on Sunday, not on Monday.
  public let beginsOnSunday: Bool

  /// Creates names.
  ///
  /// - Parameters:
  ///   - months: The months, from January.
  ///   - weekdays: The days of the week, from Monday.
  ///   - shortWeekdays: The same for a calendar, of at most two cells each.
  ///   - beginsOnSunday: Whether a week in a calendar begins on Sunday.
  public init(
    months: [String], weekdays: [String], shortWeekdays: [String], beginsOnSunday: Bool = false
  ) {
    self.months = months
    self.weekdays = weekdays
    self.shortWeekdays = shortWeekdays
    self.beginsOnSunday = beginsOnSunday
  }
}

extension MessageCatalog {
  /// The names of months and days; those of English for a language that isn't built in.
  public var calendar: CalendarWords {
    switch language {
    case "de":
      CalendarWords(
        months: [
          "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
          "Oktober", "November", "Dezember",
        ],
        weekdays: [
          "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
        ],
        shortWeekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"])
    case "fr":
      CalendarWords(
        months: [
          "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
          "octobre", "novembre", "décembre",
        ],
        weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
        shortWeekdays: ["lu", "ma", "me", "je", "ve", "sa", "di"])
    case "es":
      CalendarWords(
        months: [
          "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
          "octubre", "noviembre", "diciembre",
        ],
        weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
        shortWeekdays: ["lu", "ma", "mi", "ju", "vi", "sá", "do"])
    case "nl":
      CalendarWords(
        months: [
          "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
          "oktober", "november", "december",
        ],
        weekdays: ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
        shortWeekdays: ["ma", "di", "wo", "do", "vr", "za", "zo"])
    case "ja":
      CalendarWords(
        months: ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"],
        weekdays: ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"],
        shortWeekdays: ["月", "火", "水", "木", "金", "土", "日"], beginsOnSunday: true)
    case "he":
      CalendarWords(
        months: [
          "ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר",
          "נובמבר", "דצמבר",
        ],
        weekdays: [
          "יום שני", "יום שלישי", "יום רביעי", "יום חמישי", "יום שישי", "שבת", "יום ראשון",
        ],
        shortWeekdays: ["ב׳", "ג׳", "ד׳", "ה׳", "ו׳", "ש׳", "א׳"],
        beginsOnSunday: true)
    default:
      CalendarWords(
        months: [
          "January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December",
        ],
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        shortWeekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
    }
  }
}
