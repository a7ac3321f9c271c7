// SPDX-License-Identifier: Apache-2.0

/// The names of months and days in a language.
package struct CalendarWords: Hashable, Sendable {
  /// The months, from January.
  package let months: [String]

  /// The months in a date of a few characters, from January, such as `janv.`.
  package let abbreviatedMonths: [String]

  /// The days of the week, from Monday.
  package let weekdays: [String]

  /// The days of the week in a date of a few characters, from Monday, such as `lun.`.
  package let abbreviatedWeekdays: [String]

  /// The days of the week in a calendar, from Monday, of at most two cells each.
  package let shortWeekdays: [String]

  /// Whether a week in a calendar begins on Sunday, not on Monday.
  package let beginsOnSunday: Bool

  /// The words for the hours before and after noon, such as `AM` and `PM`.
  package let halvesOfDay: [String]

  /// Creates names.
  ///
  /// In dates of a few characters, months and days have their first three letters.
  ///
  /// - Parameters:
  ///   - months: The months, from January.
  ///   - weekdays: The days of the week, from Monday.
  ///   - shortWeekdays: The same for a calendar, of at most two cells each.
  ///   - beginsOnSunday: Whether a week in a calendar begins on Sunday.
  init(
    months: [String], weekdays: [String], shortWeekdays: [String], beginsOnSunday: Bool = false
  ) {
    self.init(
      months, months.map { String($0.prefix(3)) }, weekdays, weekdays.map { String($0.prefix(3)) },
      shortWeekdays, beginsOnSunday: beginsOnSunday)
  }

  fileprivate init(
    _ months: [String], _ abbreviatedMonths: [String], _ weekdays: [String],
    _ abbreviatedWeekdays: [String], _ shortWeekdays: [String],
    _ halvesOfDay: [String] = ["AM", "PM"], beginsOnSunday: Bool = false
  ) {
    self.months = months
    self.abbreviatedMonths = abbreviatedMonths
    self.weekdays = weekdays
    self.abbreviatedWeekdays = abbreviatedWeekdays
    self.shortWeekdays = shortWeekdays
    self.halvesOfDay = halvesOfDay
    self.beginsOnSunday = beginsOnSunday
  }
}

extension MessageCatalog {
  /// The names of months and days; those of English for a language that isn't built in.
  package var calendar: CalendarWords {
    switch language {
    case "de":
      let days = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
      return CalendarWords(
        [
          "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
          "Oktober", "November", "Dezember",
        ],
        ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
        ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
        days, days)
    case "fr":
      return CalendarWords(
        [
          "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
          "octobre", "novembre", "décembre",
        ],
        [
          "janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.",
          "nov.", "déc.",
        ],
        ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
        ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
        ["lu", "ma", "me", "je", "ve", "sa", "di"])
    case "es":
      return CalendarWords(
        [
          "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
          "octubre", "noviembre", "diciembre",
        ],
        ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"],
        ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
        ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
        ["lu", "ma", "mi", "ju", "vi", "sá", "do"])
    case "nl":
      let days = ["ma", "di", "wo", "do", "vr", "za", "zo"]
      return CalendarWords(
        [
          "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
          "oktober", "november", "december",
        ],
        ["jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"],
        ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
        days, days)
    case "ja":
      let months = ["1月", "2月", "3月", "4月", "5月", "6月", "7月", "8月", "9月", "10月", "11月", "12月"]
      let days = ["月", "火", "水", "木", "金", "土", "日"]
      return CalendarWords(
        months, months, ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"],
        days, days, ["午前", "午後"], beginsOnSunday: true)
    case "he":
      let days = ["ב׳", "ג׳", "ד׳", "ה׳", "ו׳", "ש׳", "א׳"]
      return CalendarWords(
        [
          "ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר",
          "נובמבר", "דצמבר",
        ],
        [
          "ינו׳", "פבר׳", "מרץ", "אפר׳", "מאי", "יוני", "יולי", "אוג׳", "ספט׳", "אוק׳", "נוב׳",
          "דצמ׳",
        ],
        ["יום שני", "יום שלישי", "יום רביעי", "יום חמישי", "יום שישי", "שבת", "יום ראשון"],
        days, days, beginsOnSunday: true)
    default:
      return CalendarWords(
        months: [
          "January", "February", "March", "April", "May", "June", "July", "August", "September",
          "October", "November", "December",
        ],
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        shortWeekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
    }
  }
}
