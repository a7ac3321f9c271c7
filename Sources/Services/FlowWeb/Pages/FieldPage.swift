// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import Localization
import SourceDiagnostics

/// A field as a part of a page: its question, what belongs to it, what's wrong, and its input.
struct FieldPage {
  private let control: FieldControl
  private let options: WebOptions

  /// The id of its element, and the beginning of those that belong to it.
  let id: String

  /// Whether the question is the title of the page.
  private let isTitle: Bool

  /// A cell of a table, with the heading of its row and the label of its column.
  struct Cell {
    let row: String
    let column: String?
  }

  /// The cell of a table that the field is; nil outside tables.
  private let cell: Cell?

  /// The search in its choices; nil for none.
  private let search: ChoiceSearch?

  /// Whether what's wrong with its answer isn't shown.
  private let isQuiet: Bool

  private var field: Question.Field { control.field }
  private var state: FieldState { control.field.state }
  private var catalog: MessageCatalog { state.catalog }

  init(
    _ field: Question.Field, id: String, isTitle: Bool = false, cell: Cell? = nil,
    search: ChoiceSearch? = nil, isQuiet: Bool = false, _ options: WebOptions
  ) {
    self.cell = cell
    self.isQuiet = isQuiet
    self.options = options
    control = FieldControl(field, takesFiles: options.uploads != nil)
    self.id = id
    self.isTitle = isTitle
    self.search = search?.field == field.id ? search : nil
  }

  /// The problems of the answer that the page says.
  var shownProblems: [Problem] { isQuiet ? [] : state.problems }

  /// The row of a table and the field, as a summary of problems names them; nil outside tables.
  var cellName: HTML? { cell.map { "\($0.row) – \(field.label)" } }

  /// Whether it has the labels of choices beside their inputs.
  var hasChoices: Bool {
    switch control.kind {
    case .radios, .boxes: true
    case .yesOrNo, .search, .line, .area, .secret, .menu, .file: false
    }
  }

  /// The id of the element to which a summary of problems leads.
  var target: String {
    switch control.kind {
    case .radios, .yesOrNo, .boxes: "\(id)-0"
    case .search: "\(id)-q"
    case .line, .area, .secret, .menu, .file: id
    }
  }

  var html: HTML {
    let isRefused = shownProblems.contains { $0.severity == .error }
    let presence: HTML =
      "<input type=\"hidden\" name=\"\(FieldControl.presence)\" value=\"\(field.id)\">"
    let rest: HTML = "\(about)\(problems)\(input)\(otherDefault)\(help)"
    let look = isRefused ? "field refused" : "field"
    switch control.kind {
    case .radios, .yesOrNo, .boxes, .search:
      return """
        <fieldset class="\(look)"\(described)\(invalid)><legend>\(heading(name))</legend>\(presence)\(rest)</fieldset>
        """
    case .line, .area, .secret, .menu, .file:
      return """
        <div class="\(look)">\(heading("<label for=\"\(id)\">\(name)</label>"))\(presence)\(rest)</div>
        """
    }
  }

  private func heading(_ content: HTML) -> HTML {
    if let cell {
      let row: HTML = "<span dir=\"auto\">\(cell.row)</span> – "
      // The head of the column has only the question's short label.
      return cell.column == field.label
        ? "<span class=\"hidden\">\(row)\(content)</span>"
        : "<span class=\"asked\"><span class=\"hidden\">\(row)</span>\(content)</span>"
    }
    return isTitle ? "<h1>\(content)</h1>" : content
  }

  private var name: HTML {
    let optional: HTML =
      state.isRequired
      ? .nothing : " <span class=\"optional\">\(catalog.text(.hintOptional))</span>"
    return "<span dir=\"auto\">\(field.label)</span>\(optional)"
  }

  // MARK: What belongs to it

  private var hint: String? {
    let choices = field.itemChoices(atMost: FieldControl.mostShown)
    let parts = [state.hint ?? formHint, choices, limits].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private var formHint: String? {
    switch control.kind {
    case .line(type: "text", _): state.type.formHint(in: catalog)
    case .area where state.type.hasItems:
      catalog.text(.webEachLine) + (state.type == .map ? " · a=1" : "")
    case .secret where state.value != nil: catalog.text(.webSecretKept)
    case .boxes, .search(several: true): catalog.text(ofLimits: state.itemLimits)
    case .file:
      options.uploads.map {
        catalog.text(.webFileLimit, ["size": .text(Self.size(ofBytes: $0.maximumByteCount))])
      }
    case .line, .area, .secret, .yesOrNo, .radios, .menu, .search: nil
    }
  }

  private var limits: String? {
    state.type.isNumber || state.type.isTime ? state.bounds : nil
  }

  private var about: HTML {
    let description: HTML =
      state.description.map { .paragraphs($0, class: "description", id: "\(id)-d") } ?? .nothing
    let hint: HTML =
      self.hint.map { "<p class=\"hint\" id=\"\(id)-h\" dir=\"auto\">\($0)</p>" } ?? .nothing
    return description + hint
  }

  private var problems: HTML {
    guard !shownProblems.isEmpty else { return .nothing }
    let lines = shownProblems.map { problem -> HTML in
      "<p class=\"\(problem.severity == .error ? "error" : "warning")\" dir=\"auto\">\(catalog.sentence(problem.message).capitalizedFirst)</p>"
    }
    return "<div id=\"\(id)-e\">\(lines)</div>"
  }

  private var described: HTML {
    var ids: [String] = []
    if state.description != nil { ids.append("\(id)-d") }
    if hint != nil { ids.append("\(id)-h") }
    if control.kind == .file, !control.shownText.isEmpty { ids.append("\(id)-k") }
    if !shownProblems.isEmpty { ids.append("\(id)-e") }
    return ids.isEmpty ? .nothing : " aria-describedby=\"\(ids.joined(separator: " "))\""
  }

  private var invalid: HTML {
    .when(
      shownProblems.contains { $0.severity == .error } && !isFieldset, " aria-invalid=\"true\"")
  }

  private var isFieldset: Bool {
    switch control.kind {
    case .radios, .yesOrNo, .boxes, .search: true
    case .line, .area, .secret, .menu, .file: false
    }
  }

  private var otherDefault: HTML {
    // It's chosen or typed; a page has no words.
    let rows = [field.namedDefault, field.lostElements?.plainText(in: catalog)].compactMap { $0 }
    return rows.reduce(into: HTML.nothing) { $0 += "<p class=\"hint\" dir=\"auto\">\($1)</p>" }
  }

  private var help: HTML {
    guard let help = state.help else { return .nothing }
    let isOpen = state.refusals >= 2
    return """
      <details class="help"\(HTML.when(isOpen, " open"))><summary>\(catalog.text(.actHelp).capitalizedFirst)</summary>\(HTML.paragraphs(help))</details>
      """
  }

  // MARK: The input

  private var input: HTML {
    switch control.kind {
    case .line(let type, let mode): return line(type, mode)
    case .area:
      let rows = min(
        12,
        max(4, control.shownText.split(separator: "\n", omittingEmptySubsequences: false).count + 1)
      )
      return """
        <textarea id="\(id)" name="\(control.name)" rows="\(rows)" dir="auto"\(common)>
        \(control.shownText)</textarea>
        """
    case .file: return file
    case .secret(let twice): return secret(twice)
    case .yesOrNo: return yesOrNo
    case .radios: return choices(state.choices, type: "radio")
    case .boxes: return choices(state.choices, type: "checkbox")
    case .menu: return menu
    case .search(let several): return searched(several)
    }
  }

  /// The attributes that every input has.
  private var common: HTML {
    let required: HTML = .when(state.isRequired, " aria-required=\"true\"")
    return "\(described)\(required)\(invalid)"
  }

  private func line(_ type: String, _ mode: String?) -> HTML {
    var value = control.shownText
    if type == "datetime-local" { value = value.replacing(" ", with: "T") }
    let completions = state.completions.prefix(FieldControl.mostShown)
    let list: HTML = .when(!completions.isEmpty, " list=\"\(id)-l\"")
    let options = completions.map { "<option value=\"\($0)\"></option>" as HTML }
    let keyboard: HTML = mode.map { " inputmode=\"\($0)\"" } ?? .nothing
    let direction: HTML = .when(type == "text" || type == "url", " dir=\"auto\"")
    return """
      <input type="\(type)" id="\(id)" name="\(control.name)" value="\(value)" autocomplete="off"\(direction)\(keyboard)\(range(type))\(list)\(common)>\
      \(HTML.when(!completions.isEmpty, "<datalist id=\"\(id)-l\">\(options)</datalist>"))
      """
  }

  /// The bounds and the steps of a number or a time.
  private func range(_ type: String) -> HTML {
    guard type != "text", type != "email", type != "url" else { return .nothing }
    func limit(_ kind: ConstraintKind) -> String? {
      state.limit(of: kind).map { limit in
        let text = state.typedText(of: limit)
        return type == "datetime-local" ? text.replacing(" ", with: "T") : text
      }
    }
    let least: HTML = limit(.min).map { " min=\"\($0)\"" } ?? .nothing
    let most: HTML = limit(.max).map { " max=\"\($0)\"" } ?? .nothing
    let step: HTML =
      switch state.type {
      case .integer: " step=\"\(limit(.multipleOf) ?? "1")\""
      case .number: " step=\"\(limit(.multipleOf) ?? "any")\""
      case .time, .datetime: " step=\"any\""
      default: .nothing
      }
    return least + most + step
  }

  /// An input for a file, above which the name of the one that's kept is.
  private var file: HTML {
    let name = control.shownText.split(separator: "/").last.map(String.init)
    let kept: HTML =
      name.map {
        "<p class=\"kept\" id=\"\(id)-k\" dir=\"auto\">\(catalog.text(.webFileKept, ["name": .text($0)]))</p>"
      } ?? .nothing
    let removal: HTML = .when(
      name != nil && !state.isRequired, removalBox(catalog.text(.webFileRemove)))
    let required: HTML = .when(state.isRequired && name == nil, " aria-required=\"true\"")
    return """
      \(kept)<input type="file" id="\(id)" name="\(control.name)"\(described)\(required)\(invalid)>\(removal)
      """
  }

  /// A size in words, such as `10 MiB`.
  private static func size(ofBytes count: Int) -> String {
    let unit = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")].first {
      count >= $0.0 && count % $0.0 == 0
    }
    return unit.map { "\(count / $0.0) \($0.1)" } ?? "\(count) B"
  }

  /// A box that leaves the field empty where an empty input doesn't.
  private func removalBox(_ words: String) -> HTML {
    """
    <fieldset class="choices"><legend class="hidden">\(field.label)</legend>\
    <div class="choice"><input type="checkbox" id="\(id)-r" name="\(control.removalName)" value="1">\
    <label for="\(id)-r">\(words.capitalizedFirst)</label></div></fieldset>
    """
  }

  private func secret(_ twice: Bool) -> HTML {
    var html: HTML = """
      <input type="password" id="\(id)" name="\(control.name)" autocomplete="new-password"\(common)>
      """
    if twice {
      html += """
        <label class="again" for="\(id)-again">\(catalog.text(.hintOnceMore))</label>\
        <input type="password" id="\(id)-again" name="\(control.againName)" autocomplete="new-password"\(invalid)>
        """
    }
    // An empty input keeps what's there, or takes a random text.
    let isBlankTaken = state.value != nil || state.generate != nil
    if !state.isRequired, isBlankTaken { html += removalBox(catalog.text(.wordNone)) }
    return html
  }

  private var yesOrNo: HTML {
    let shown = control.shownValue
    let words: [(HTML, String, Bool)] = [
      (
        "<span dir=\"auto\">\(catalog.yes.capitalizedFirst)</span>",
        FieldControl.text(of: .bool(true)), shown == .bool(true)
      ),
      (
        "<span dir=\"auto\">\(catalog.no.capitalizedFirst)</span>",
        FieldControl.text(of: .bool(false)), shown == .bool(false)
      ),
    ]
    var rows = words.enumerated().map {
      option($1.0, value: $1.1, isMarked: $1.2, at: $0, type: "radio")
    }
    if let none = state.noneLabel {
      rows.append(
        option(
          "<span dir=\"auto\">\(none.capitalizedFirst)</span>", value: "", isMarked: shown == nil,
          at: 2, type: "radio"))
    }
    return "<div class=\"choices\">\(rows)</div>"
  }

  private func option(
    _ label: HTML, value: String, isMarked: Bool, at index: Int, type: String,
    isDisabled: Bool = false
  ) -> HTML {
    let place = "\(id)-\(index)"
    return """
      <div class="choice"><input type="\(type)" id="\(place)" name="\(control.name)" value="\(value)"\
      \(HTML.when(isMarked, " checked"))\(HTML.when(isDisabled, " disabled"))><label for="\(place)">\(label)</label></div>
      """
  }

  // MARK: Choices

  /// The chosen values.
  private var chosen: Set<Value> {
    switch control.shownValue {
    case .list(let values)?: Set(values)
    case let value?: [value]
    case nil: []
    }
  }

  private func label(of choice: Choice) -> HTML {
    let note = [
      choice.hint,
      choice.disabledReason.map { reason in
        reason.isEmpty
          ? catalog.text(.notNow) : catalog.text(.notNowBecause, ["reason": .text(reason)])
      }, choice.lockedReason,
    ].compactMap { $0 }.filter { !$0.isEmpty }
    let hint: HTML = .when(
      !note.isEmpty, " <span class=\"hint\" dir=\"auto\">\(note.joined(separator: " · "))</span>")
    return "<span dir=\"auto\">\(choice.label)</span>\(hint)"
  }

  private func choices(_ choices: [Choice], type: String) -> HTML {
    if choices.isEmpty, state.otherLabel == nil {
      return "<p class=\"hint\">\(state.emptyText ?? catalog.text(.nothingToChooseHere))</p>"
    }
    let chosen = chosen
    var rows = HTML.nothing
    var above: Choice?
    for (index, choice) in choices.enumerated() {
      switch choice.separation(from: above) {
      case .title(let title): rows += "<p class=\"choices-title\" dir=\"auto\">\(title)</p>"
      case .line: rows += "<hr>"
      case nil: break
      }
      above = choice
      rows += option(
        label(of: choice), value: FieldControl.text(of: choice.value),
        isMarked: chosen.contains(choice.value) || choice.isLocked && type == "checkbox", at: index,
        type: type, isDisabled: !choice.isEnabled || choice.isLocked && type == "checkbox")
    }
    if type == "radio", let none = state.noneLabel {
      rows += option(
        "<span dir=\"auto\">\(none)</span>", value: "", isMarked: chosen.isEmpty, at: choices.count,
        type: type)
    }
    return "<div class=\"choices\">\(rows)\(other(at: choices.count + 1, type))</div>"
  }

  /// The input for a text beside the choices.
  private func other(at index: Int, _ type: String) -> HTML {
    guard let label = state.otherLabel else { return .nothing }
    let others = state.others(in: control.shownValue).map(\.plainText).joined(separator: "\n")
    let marked = type == "radio" && !others.isEmpty
    let text: HTML =
      type == "radio"
      ? "<input type=\"text\" id=\"\(id)-o\" name=\"\(control.otherName)\" value=\"\(others)\" dir=\"auto\" aria-label=\"\(label)\">"
      : "<textarea id=\"\(id)-o\" name=\"\(control.otherName)\" rows=\"2\" dir=\"auto\" aria-label=\"\(label)\">\n\(others)</textarea>"
    let button: HTML =
      type == "radio"
      ? option(
        "<span dir=\"auto\">\(label)</span>", value: FieldControl.other, isMarked: marked,
        at: index, type: type)
      : "<label class=\"again\" for=\"\(id)-o\">\(label) <span class=\"hint\">\(catalog.text(.webEachLine))</span></label>"
    return "\(button)<div class=\"other\">\(text)</div>"
  }

  private var menu: HTML {
    let chosen = chosen
    var options: HTML =
      "<option value=\"\">\(state.noneLabel ?? "– \(catalog.text(.webChoose)) –")</option>"
    var section: String?
    for choice in state.choices {
      let own = choice.section.flatMap { $0.isEmpty ? nil : $0 }
      if own != section {
        if section != nil { options += "</optgroup>" }
        if let own { options += "<optgroup label=\"\(own)\">" }
        section = own
      }
      let hint: HTML = choice.hint.map { " – \($0)" } ?? .nothing
      options += """
        <option value="\(FieldControl.text(of: choice.value))"\(HTML.when(chosen.contains(choice.value), " selected"))\
        \(HTML.when(!choice.isEnabled, " disabled"))>\(choice.label)\(hint)</option>
        """
    }
    if section != nil { options += "</optgroup>" }
    return "<select id=\"\(id)\" name=\"\(control.name)\"\(common)>\(options)</select>"
  }

  /// A part of many choices, with a search above it; what's chosen elsewhere stays chosen.
  private func searched(_ several: Bool) -> HTML {
    let page = field.choices(from: search?.offset ?? 0, having: search?.text)
    let type = several ? "checkbox" : "radio"
    let shown = Set(page.elements.map(\.value))
    let kept = state.choices.filter { chosen.contains($0.value) && !shown.contains($0.value) }
    var count: HTML = "<p class=\"hint\" role=\"status\">\(catalog.text(.webNoMatches))</p>"
    if !page.elements.isEmpty {
      let words = catalog.text(
        .webMatches,
        [
          "first": .count(page.offset + 1), "last": .count(page.offset + page.elements.count),
          "total": .count(page.total),
        ])
      count = "<p class=\"hint\" role=\"status\">\(words)</p>"
    }
    let find: HTML = """
      <div class="find"><label class="hidden" for="\(id)-q">\(catalog.text(.webFind))</label>\
      <input type="search" id="\(id)-q" name="q:\(field.id)" value="\(search?.text ?? "")" dir="auto" autocomplete="off">\
      <button name="do" value="find:\(field.id)">\(catalog.text(.webFind).capitalizedFirst)</button></div>
      """
    return "\(find)\(count)\(choices(kept + page.elements, type: type))\(ways(of: page))"
  }

  private func ways(of page: Question.Field.Page<Choice>) -> HTML {
    var ways: [HTML] = []
    let size = Question.Field.pageSize
    if page.offset > 0 {
      ways.append(
        "<button name=\"do\" value=\"find:\(field.id)@\(max(0, page.offset - size))\">\(catalog.text(.webPageBefore).capitalizedFirst)</button>"
      )
    }
    if page.offset + page.elements.count < page.total {
      ways.append(
        "<button name=\"do\" value=\"find:\(field.id)@\(page.offset + size)\">\(catalog.text(.webPageAfter).capitalizedFirst)</button>"
      )
    }
    return .when(!ways.isEmpty, "<div class=\"pages\">\(ways)</div>")
  }
}

extension MessageCatalog {
  /// How many choices may be chosen; nil for any number.
  func text(ofLimits limits: (least: Int?, most: Int?)) -> String? {
    switch limits {
    case (let least?, let most?) where least == most: text(.chooseExactly, ["count": .count(least)])
    case (let least?, let most?):
      text(.chooseBetween, ["least": .count(least), "most": .count(most)])
    case (let least?, nil): text(.chooseAtLeast, ["count": .count(least)])
    case (nil, let most?): text(.chooseAtMost, ["count": .count(most)])
    case (nil, nil): nil
    }
  }
}

extension HTML {
  /// Returns a text as a paragraph for each of its parts between empty lines.
  static func paragraphs(_ text: String, class name: String = "text", id: String? = nil) -> HTML {
    let parts = text.split(separator: "\n\n", omittingEmptySubsequences: true)
    let paragraphs = parts.map { "<p dir=\"auto\">\(String($0))</p>" as HTML }
    let mark: HTML = id.map { " id=\"\($0)\"" } ?? .nothing
    return "<div class=\"\(name)\"\(mark)>\(paragraphs)</div>"
  }
}
