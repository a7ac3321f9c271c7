// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The names of a flow's answers in data.
///
/// Inside a walk, answers go by their ids. In results, in files of answers, and in protocols, they go by their
/// keys. This is the only place where one becomes the other.
struct DataNames: Sendable {
  /// A part of a name: that of a flow, a list, or the answer itself.
  private struct Part: Hashable {
    let text: String

    /// Whether the position of an item follows.
    let isItem: Bool
  }

  /// The names by id, of those answers whose name isn't the id.
  private var names: [String: [Part]] = [:]

  /// The ids of these answers by name, both without positions.
  private var ids: [String: String] = [:]

  /// The ids by what a name is with an id in place of its last key, so that the right name can be proposed.
  private var mistakes: [String: String] = [:]

  /// The numbers of the scopes in which an answer has a key, or that contain one.
  private var keyedScopes: Set<Int> = []

  /// The names in the records of those scopes whose own answers have keys.
  private var recordNames: [Int: RecordNames] = [:]

  /// Finds the names of a flow's answers.
  ///
  /// - Complexity: O(*n*) in the number of answers if one has a key; otherwise O(*n*) in the number of scopes.
  init(scopes: [FlowScope], plan: [PlanItem]) {
    guard scopes.contains(where: { $0.answers.contains { $0.key != nil } }) else { return }
    _ = add(0, under: "", [], scopes, plan)
  }

  private mutating func add(
    _ number: Int, under prefix: String, _ path: [Part], _ scopes: [FlowScope], _ plan: [PlanItem]
  ) -> Bool {
    var isKeyed = false
    var own: [String: String] = [:]
    for answer in scopes[number].answers {
      let id = prefix + answer.name
      add(id, path + [Part(text: answer.dataName, isItem: false)])
      if answer.dataName != answer.name {
        isKeyed = true
        own[answer.name] = answer.dataName
        mistakes[Self.name(path + [Part(text: answer.name, isItem: false)]) { "" }] = id
      }
      if let inner = answer.flow {
        let path = path + [Part(text: answer.dataName, isItem: false)]
        if add(inner, under: id + ".", path, scopes, plan) { isKeyed = true }
      } else if let item = answer.itemScope(in: plan) {
        let path = path + [Part(text: answer.dataName, isItem: true)]
        add(id + "[]", path)
        if add(item, under: id + "[].", path, scopes, plan) { isKeyed = true }
      }
    }
    if isKeyed { keyedScopes.insert(number) }
    if !own.isEmpty { recordNames[number] = RecordNames(own) }
    return isKeyed
  }

  private mutating func add(_ id: String, _ path: [Part]) {
    let name = Self.name(path) { "" }
    guard name != id else { return }
    names[id] = path
    ids[name] = id
  }

  private static func name(_ path: [Part], _ position: () -> String) -> String {
    path.map { $0.isItem ? "\($0.text)[\(position())]" : $0.text }.joined(separator: ".")
  }

  // MARK: Names

  /// Whether each answer's name is its id.
  var areIDs: Bool { names.isEmpty }

  /// Returns the name of the answer with an id; the id itself if that's its name.
  func name(of id: String) -> String {
    guard !names.isEmpty, let path = names[id.withoutPositions] else { return id }
    var positions = id.positions.makeIterator()
    return Self.name(path) { (positions.next() ?? nil).map { String($0) } ?? "" }
  }

  /// Returns the parts of the name of an answer outside of lists.
  func path(of id: String) -> [String] {
    names[id]?.map(\.text) ?? id.split(separator: ".").map { String($0) }
  }

  /// Returns the id of the answer with a name; the name itself if it's unknown; nil if it's the id of an answer
  /// with another name.
  func id(of name: String) -> String? {
    guard !names.isEmpty else { return name }
    if let id = ids[name] { return id }
    let plain = name.withoutPositions
    if plain != name, let id = ids[plain] {
      return id.with(positions: name.positions.map { $0 ?? 0 })
    }
    return names[plain] == nil && mistakes[plain] == nil ? name : nil
  }

  /// Returns the name that's meant by a text that is or ends with an id instead; nil if it's no such mistake.
  func name(meantBy text: String) -> String? {
    guard id(of: text) == nil else { return nil }
    let id = mistakes[text.withoutPositions].map {
      $0.with(positions: text.positions.map { $0 ?? 0 })
    }
    return name(of: id ?? text)
  }

  // MARK: Records

  /// The names in the record of a scope; nil if they're the ids.
  func names(inRecordOf number: Int) -> RecordNames? { recordNames[number] }

  /// Returns the answers of a scope, by their ids, as data.
  func data(_ answers: ValueMap, of number: Int, in flow: CheckedFlow) -> ValueMap {
    guard keyedScopes.contains(number) else { return answers }
    let parts = Dictionary(flow.scopes[number].answers.map { ($0.name, $0) }) { first, _ in first }
    var map = ValueMap()
    map.reserveCapacity(answers.count)
    for entry in answers {
      guard let answer = parts[entry.key.plainText] else {
        map[entry.key] = entry.value
        continue
      }
      map[.string(answer.dataName)] = data(entry.value, of: answer, in: flow)
    }
    return map
  }

  /// Returns a value of an answer as data.
  func data(_ value: Value, of answer: ScopeAnswer, in flow: CheckedFlow) -> Value {
    converted(value, of: answer, in: flow) { map, number, _ in data(map, of: number, in: flow) }
  }

  /// Returns data as the answers of a scope, by their ids.
  ///
  /// - Parameters:
  ///   - data: The data; names that no answer has stay.
  ///   - number: The number of the scope.
  ///   - prefix: What the ids of its answers begin with.
  ///   - flow: The flow.
  ///   - misnamed: The ids that the data has although their answers have other names are appended; they're
  ///     taken as ids.
  /// - Returns: The answers.
  func answers(
    _ data: ValueMap, of number: Int, under prefix: String, in flow: CheckedFlow,
    misnamed: inout [String]
  ) -> ValueMap {
    guard keyedScopes.contains(number) else { return data }
    let answers = flow.scopes[number].answers
    let parts = Dictionary(answers.map { ($0.dataName, $0) }) { first, _ in first }
    let ids = Dictionary(answers.map { ($0.name, $0) }) { first, _ in first }
    var map = ValueMap()
    map.reserveCapacity(data.count)
    for entry in data {
      let name = entry.key.plainText
      if parts[name] == nil, ids[name] != nil { misnamed.append(prefix + name) }
      guard let answer = parts[name] ?? ids[name] else {
        map[entry.key] = entry.value
        continue
      }
      map[.string(answer.name)] = self.answer(
        entry.value, of: answer, at: prefix + answer.name, in: flow, misnamed: &misnamed)
    }
    return map
  }

  /// Returns data as a value of an answer.
  func answer(
    _ data: Value, of answer: ScopeAnswer, at id: String, in flow: CheckedFlow,
    misnamed: inout [String]
  ) -> Value {
    converted(data, of: answer, in: flow) { map, number, position in
      let prefix = position.map { "\(id)[\($0)]." } ?? "\(id)."
      return answers(map, of: number, under: prefix, in: flow, misnamed: &misnamed)
    }
  }

  /// Returns a value with another form of the records in it.
  private func converted(
    _ value: Value, of answer: ScopeAnswer, in flow: CheckedFlow,
    _ convert: (_ record: ValueMap, _ scope: Int, _ position: Int?) -> ValueMap
  ) -> Value {
    switch value {
    case .map(let map):
      guard let inner = answer.flow, keyedScopes.contains(inner) else { return value }
      return .map(convert(map, inner, nil))
    case .list(let records):
      guard let item = answer.itemScope(in: flow.plan), keyedScopes.contains(item) else {
        return value
      }
      return .list(
        records.enumerated().map { position, record in
          if case .map(let map) = record { .map(convert(map, item, position)) } else { record }
        })
    default: return value
    }
  }
}

extension ScopeAnswer {
  /// The number of the scope of its items; nil if it isn't a list of records.
  package func itemScope(in plan: [PlanItem]) -> Int? {
    guard case .element(let index, _) = origin, case .step(let step) = plan[index],
      case .repeat(let list) = step.kind
    else { return nil }
    return list.scope
  }
}

extension Value {
  /// The value with the names of its records; nil if it has none.
  fileprivate var renamed: Value? {
    switch self {
    case .optional(let inner?): return inner.renamed.map { .optional($0) }
    case .list(let values):
      var result = values
      var isChanged = false
      for (position, value) in values.enumerated() {
        guard let value = value.renamed else { continue }
        result[position] = value
        isChanged = true
      }
      return isChanged ? .list(result) : nil
    case .map(let map):
      var result = ValueMap()
      var isChanged = map.names != nil
      result.reserveCapacity(map.count)
      for entry in map {
        let value = entry.value.renamed
        isChanged = isChanged || value != nil
        let name = map.names?[entry.key.plainText].map { Value.string($0) }
        result[name ?? entry.key] = value ?? entry.value
      }
      return isChanged ? .map(result) : nil
    default: return nil
    }
  }

  /// Whether it's a list or a map, which may hold records.
  fileprivate var mayHoldRecords: Bool {
    switch self {
    case .list, .map: true
    default: false
    }
  }
}

// The names of answers in data.
extension CheckedFlow {
  /// Returns the name of an answer in data: in results, in files of answers, and in protocols.
  ///
  /// It's the id, with the keys of the question and of the lists and flows around it in place of their ids.
  ///
  /// - Parameter id: The id of an answer, a used flow, or an item: `license.holder`, `env[2].value`.
  /// - Returns: The name; the id if nothing has it or if that's the name.
  /// - Complexity: O(*n*) in the length of the id.
  package func dataName(of id: String) -> String { dataNames.name(of: id) }

  /// Returns the id of the answer that has a name in data.
  ///
  /// - Parameter name: The name, such as `license.holder` or `env[2].value`.
  /// - Returns: The id; the name if no answer has it; nil if it's the id of an answer that has another name.
  /// - Complexity: O(*n*) in the length of the name.
  package func id(ofAnswerNamed name: String) -> String? { dataNames.id(of: name) }

  /// Returns the parts of the name of an answer in data, which isn't in a list.
  package func dataPath(of id: String) -> [String] { dataNames.path(of: id) }

  /// Returns the name in data that's meant by an id in data; nil if the id isn't wrong there.
  package func dataName(meantBy name: String) -> String? {
    dataNames.name(meantBy: name)
  }

  /// Returns data for an answer with the ids in place of the names in its records.
  ///
  /// - Parameters:
  ///   - data: The value.
  ///   - id: The id of the answer.
  /// - Returns: The value, and the ids of answers in it that have other names in data.
  /// - Complexity: O(*n*) in the size of the value.
  package func answer(from data: Value, for id: String) -> (value: Value, misnamed: [String]) {
    var misnamed: [String] = []
    guard data.mayHoldRecords, let answer = scopeAnswer(of: id) else { return (data, []) }
    let value = dataNames.answer(data, of: answer, at: id, in: self, misnamed: &misnamed)
    return (value, misnamed)
  }

  /// Returns an answer as data.
  package func data(of value: Value, for id: String) -> Value {
    guard value.mayHoldRecords, let answer = scopeAnswer(of: id) else { return value }
    return dataNames.data(value, of: answer, in: self)
  }

  /// The names that the answers in the record of a scope have in data; nil if they're the ids.
  package func names(inRecordOf number: Int) -> RecordNames? {
    dataNames.names(inRecordOf: number)
  }

  /// Returns the value of an expression as data: the records in it that have names there have them.
  ///
  /// - Complexity: O(*n*) in the size of the value if an answer of the flow has a key; otherwise O(1).
  package func data(_ value: Value) -> Value {
    dataNames.areIDs ? value : value.renamed ?? value
  }

  /// Returns the answers of the flow's own scope as data.
  package func data(of answers: ValueMap) -> ValueMap { dataNames.data(answers, of: 0, in: self) }

  /// Returns the list of records or the used flow that an id refers to; nil for anything else.
  ///
  /// - Complexity: O(1) for a list, and O(*n*) in the number of answers for a used flow.
  private func scopeAnswer(of id: String) -> ScopeAnswer? {
    guard !dataNames.areIDs else { return nil }
    if let index = stepIndices[id.withoutPositions] {
      let origin = NameOrigin.element(plan: index, element: 0)
      return `repeat`(at: index).map { ScopeAnswer(name: $0.name, origin: origin) }
    }
    var number = 0
    var found: ScopeAnswer?
    for part in id.withoutPositions.split(separator: ".") {
      let name = part.hasSuffix("[]") ? part.dropLast(2) : part
      if let found, found.flow == nil, found.itemScope(in: plan) == nil { return nil }
      guard let answer = scopes[number].answers.first(where: { $0.name == name }) else {
        return nil
      }
      number = answer.flow ?? answer.itemScope(in: plan) ?? number
      found = answer
    }
    return found
  }
}
