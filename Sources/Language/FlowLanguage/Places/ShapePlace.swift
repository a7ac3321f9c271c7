// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import FlowModel
import FlowScripts
import ForeignTemplates

/// The content that a place may have, as the tables of keys say.
struct ShapePlace: Sendable {
  /// The place.
  let place: KeyPlace

  /// The maps that the place can be in, if it's in a map with keys of the language.
  let maps: [FileMap]

  /// The shape of the value at the place; of what's named, if it's in a map with names.
  let shape: FileShape?

  /// Whether it's the name of an entry.
  let isName: Bool

  /// Finds out what may be written at a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - kind: What kind of file it's in; texts and templates have no tables.
  init(_ place: KeyPlace, in kind: FileKind) {
    self.place = place
    let table = ShapeTable(kind)
    var shape = table.root
    for part in place.path { shape = shape.flatMap { table.step(into: $0, part) } }
    if place.kind != .value, let inner = shape {
      maps = table.maps(of: inner, among: place.siblings)
      self.shape = table.named(inner)
      isName = maps.isEmpty && self.shape != nil
    } else {
      maps = []
      self.shape = shape
      isName = false
    }
  }

  /// The key at the place or the key of the value, with its documentation; nil if it's none of the language.
  static func key(at place: KeyPlace, named name: String, in kind: FileKind) -> (
    map: FileMap, key: FileKey
  )? {
    var place = place
    if place.kind == .value { place.leaveValue() }
    let shaped = ShapePlace(place, in: kind)
    for map in shaped.maps {
      if let key = map.keys.first(where: { $0.name == name }) { return (map, key) }
    }
    return nil
  }
}

/// The maps of a kind of file by their names.
private struct ShapeTable {
  let root: FileShape?
  private let maps: [String: FileMap]

  init(_ kind: FileKind) {
    let all: [FileMap]
    switch kind {
    case .flow: (root, all) = (.map("flowFile"), FileMap.all)
    case .script: (root, all) = (.map(FileMap.script.name), FileMap.scriptMaps)
    case .extensions: (root, all) = (.map(FileMap.extensionsFile.name), FileMap.ofExtensions)
    case .copier: (root, all) = (ForeignTemplate.copierFile, ForeignTemplate.copierMaps)
    case .texts, .cookiecutter, .template: (root, all) = (nil, [])
    }
    maps = Dictionary(all.map { ($0.name, $0) }) { one, _ in one }
  }

  /// Returns the maps that a shape can be, given keys that a map has.
  func maps(of shape: FileShape, among siblings: [String: String]) -> [FileMap] {
    switch shape {
    case .map("step"): steps(FileMap.steps, siblings).map { $0.form(among: siblings) }
    case .map("element"):
      steps(["ask", "note", "compute"].compactMap { maps[$0] }, siblings)
        .map { $0.form(among: siblings) }
    case .map(let name): maps[name].map { [$0.form(among: siblings)] } ?? []
    case .any(let shapes): shapes.flatMap { maps(of: $0, among: siblings) }
    case .setting(let literal):
      maps(of: literal, among: siblings) + (maps["setting"].map { [$0] } ?? [])
    default: []
    }
  }

  private func steps(_ all: [FileMap], _ siblings: [String: String]) -> [FileMap] {
    let known = all.filter { siblings[$0.name] != nil || siblings[$0.keys[0].name] != nil }
    return known.isEmpty ? all : known
  }

  /// Returns the shape of what's named, if a shape is a map with names.
  func named(_ shape: FileShape) -> FileShape? {
    switch shape {
    case .names(let inner): return inner
    case .text: return .template
    case .output, .data: return shape
    case .any(let shapes):
      for one in shapes { if let inner = named(one) { return inner } }
      return nil
    default: return nil
    }
  }

  func step(into shape: FileShape, _ part: KeyPlace.Part) -> FileShape? {
    switch (shape, part) {
    case (.any(let shapes), _):
      for one in shapes { if let inner = step(into: one, part) { return inner } }
      return nil
    case (.list(let inner), .item): return inner
    case (.output, _), (.data, _): return shape
    case (.names(let inner), .key): return inner
    case (.text, .key): return .template
    case (.setting, .key("value", _)): return .expression
    case (.setting(let literal), _): return step(into: literal, part)
    case (.map, .key(let name, let siblings)):
      for map in maps(of: shape, among: siblings) {
        if let key = map.keys.first(where: { $0.name == name }) { return key.shape }
      }
      return nil
    default: return nil
    }
  }
}

extension FileMap {
  /// Returns the form of the map for the type that a map with some keys has.
  fileprivate func form(among siblings: [String: String]) -> FileMap {
    let type = siblings["type"].flatMap { FieldType(rawValue: $0.unquoted) }
    return forms.first { $0.type == type }?.map ?? self
  }
}
