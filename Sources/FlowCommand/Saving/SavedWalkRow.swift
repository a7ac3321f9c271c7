// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import SavedWalks
import TerminalCells

/// What `stackflow sessions` shows of a saved walk.
struct SavedWalkRow {
  let id: String
  private let entry: JournalFolder.Entry
  private let content: (walk: SavedWalk, flowPath: String)?

  init(_ entry: JournalFolder.Entry, _ content: (walk: SavedWalk, flowPath: String)?) {
    id = entry.id
    self.entry = entry
    self.content = content
  }

  /// The time of the last change, to the minute, in UTC.
  private var changed: String {
    let text = entry.changed.description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))Z"
  }

  /// The flow file, or why the walk can't be read.
  private var place: String { content.map { $0.flowPath } ?? "damaged" }

  /// The row in a list.
  func line(idWidth: Int) -> String {
    let space = String(repeating: " ", count: max(0, idWidth - id.count))
    return "\(id)\(space)  \(changed)  \(place)"
  }

  /// The row as data.
  var record: Value {
    var map = ValueMap()
    map["id"] = .string(id)
    map["changed"] = .string(entry.changed.description)
    if let content {
      map["flow"] = .string(content.walk.flowID)
      map["file"] = .string(content.flowPath)
      map["events"] = .int(Int64(content.walk.events.count))
    } else {
      map["damaged"] = true
    }
    return .map(map)
  }

  /// Everything about a walk, in lines.
  func text(of walk: SavedWalk) -> String {
    var lines = [
      "id       \(id)", "flow     \(walk.flowID), version \(walk.flowVersion)",
      "file     \(place)", "changed  \(changed)", "size     \(entry.byteCount) bytes", "",
    ]
    for event in walk.events where event.outcome != .refused {
      guard let subject = event.subject, let input = event.event.shownInput else { continue }
      lines.append("\(subject): \(event.isWithheld ? "(not saved)" : input)")
    }
    return lines.map { $0.escapedForDisplay }.joined(separator: "\n") + "\n"
  }
}

extension FlowEvent {
  /// The answer that it gives, in words; nil if it gives none.
  fileprivate var shownInput: String? {
    let input: FieldInput
    switch self {
    case .next(let given?): input = given
    case .edit(_, let given): input = given
    case .next(nil): return "(as offered)"
    default: return nil
    }
    return switch input {
    case .text(let text): text
    case .value(let value): JSONWriter().text(of: value) ?? ""
    case .none: "(left empty)"
    case .offered: "(as offered)"
    }
  }
}
