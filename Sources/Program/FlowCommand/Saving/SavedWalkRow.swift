// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowModel
import FlowSessions
import SavedWalks
import TerminalCells

/// A saved walk in the list that `stackflow walks` shows.
struct SavedWalkRow {
  let id: String
  private let entry: JournalFolder.Entry
  private let outline: WalkJournal.Outline?

  /// The number of events; nil if the walk is sealed or damaged.
  private let eventCount: Int?

  init(_ entry: JournalFolder.Entry, in folder: String) {
    id = entry.id
    self.entry = entry
    let walk = try? WalkJournal.read(entry.id, in: folder).walk
    let outline = try? WalkJournal.outline(entry.id, in: folder)
    eventCount = walk?.events.count
    // A walk that isn't sealed can be read as a whole unless it's damaged.
    self.outline = outline?.isSealed == false && walk == nil ? nil : outline
  }

  /// The time of the last change, to the minute, in UTC.
  private var changed: String {
    let text = entry.changed.description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))Z"
  }

  /// The flow file, and the version of the flow unless it's 1, or why the walk can't be read.
  private var place: String {
    guard let outline else { return "damaged" }
    let remarks = [
      outline.flowVersion == 1 ? nil : "version \(outline.flowVersion)",
      outline.isSealed ? "sealed" : nil,
    ].compactMap { $0 }
    return outline.flowPath + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
  }

  /// The row in a list.
  func line(idWidth: Int) -> String {
    let space = String(repeating: " ", count: max(0, idWidth - id.count))
    return "\(id.escapedForDisplay)\(space)  \(changed)  \(place.escapedForDisplay)"
  }

  /// The row as data.
  var record: Value {
    var map = ValueMap()
    map["id"] = .string(id)
    map["changed"] = .string(entry.changed.description)
    if let outline {
      map["flow"] = .string(outline.flowID)
      map["version"] = .int(Int64(outline.flowVersion))
      map["file"] = .string(outline.flowPath)
      if let eventCount { map["events"] = .int(Int64(eventCount)) }
      if outline.isSealed { map["sealed"] = true }
    } else {
      map["damaged"] = true
    }
    return .map(map)
  }

  /// Everything about a walk, in lines.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - variables: The environment variables that its flow reads.
  /// - Returns: The lines.
  func text(of walk: SavedWalk, reading variables: [String]) -> String {
    var lines = [
      "id       \(id)", "flow     \(walk.flowID), version \(walk.flowVersion)",
      "file     \(place)", "changed  \(changed)", "size     \(entry.byteCount) bytes",
    ]
    if !variables.isEmpty { lines.append("reads    \(variables.joined(separator: ", "))") }
    lines.append("")
    // The newest answer to a question counts, at the place of the first.
    var answers: [(id: String, text: String)] = []
    var places: [String: Int] = [:]
    func show(_ id: String, _ text: String, _ value: Value? = nil) {
      // A whole list takes the place of the answers in its records.
      if case .list? = value, answers.contains(where: { $0.id.hasPrefix(id + "[") }) {
        answers.removeAll { $0.id.hasPrefix(id + "[") }
        places = Dictionary(uniqueKeysWithValues: zip(answers.map(\.id), answers.indices))
      }
      if let place = places[id] {
        answers[place].text = text
      } else {
        places[id] = answers.count
        answers.append((id, text))
      }
    }
    func show(given: [String: FieldInput]) {
      for (id, input) in given.sorted(by: { $0.key < $1.key }) {
        show(id, input.shown + " (given)")
      }
    }
    show(given: walk.options.answers)
    for event in walk.events where event.outcome != .refused {
      if case .give(let given) = event.event { show(given: given) }
      for (id, value) in (event.taken?.values ?? [:]).sorted(by: { $0.key < $1.key }) {
        show(id, JSONWriter().text(of: value) ?? "", value)
      }
      guard let subject = event.subject, event.taken?.values[subject] == nil,
        let input = event.event.shownInput
      else { continue }
      var value: Value?
      if case .answer(.value(let given)?) = event.event { value = given }
      show(subject, event.isWithheld ? "(not saved)" : input, value)
    }
    lines += answers.map { "\($0.id): \($0.text)" }
    lines += walk.unfinished.map { "\($0.id): \($0.input.shown) (unfinished)" }
    return lines.map { $0.escapedForDisplay }.joined(separator: "\n") + "\n"
  }
}

extension SavedWalk {
  /// The unfinished inputs, which were typed or picked and not submitted, and not answered since, in their order.
  fileprivate var unfinished: [(id: String, input: FieldInput)] {
    var found: [(id: String, input: FieldInput)] = []
    for event in events where event.outcome != .refused {
      guard let id = event.subject else { continue }
      switch event.event {
      case .setAside(_, let input):
        found.removeAll { $0.id == id }
        if input != .offered { found.append((id, input)) }
      case .answer, .edit: found.removeAll { $0.id == id }
      default: break
      }
    }
    return found
  }
}

extension FlowEvent {
  /// The answer that it gives, in words; nil if it gives none.
  fileprivate var shownInput: String? {
    switch self {
    case .answer(let given?): given.shown
    case .edit(_, let given): given.shown
    default: nil
    }
  }
}

extension FieldInput {
  /// The answer in words.
  fileprivate var shown: String {
    switch self {
    case .text(let text): text
    case .value(let value), .remembered(let value, _): JSONWriter().text(of: value) ?? ""
    case .empty: "(left empty)"
    case .offered: "(as offered)"
    case .default: "(the default)"
    }
  }
}
