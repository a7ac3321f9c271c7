// SPDX-License-Identifier: Apache-2.0

#if BundledYAML
internal import CYaml
#else
internal import CLibYAML
#endif

/// A wrapper of libyaml's parser that returns one event at a time.
///
/// libyaml comes from the system (`CLibYAML`) or, with the trait `BundledYAML`, from the C target
/// of the package Yams (`CYaml`). Yams' own composer isn't used: it stops at the first duplicate
/// key, takes exponential time to hash aliased keys, recurses, and provides no end positions. A
/// loader needs every mistake in one run, bounded time and memory, and exact ranges.
///
/// The parser keeps a copy of the text, which libyaml reads while parsing.
final class YAMLEventParser {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var isInitialized: Bool
  private var isFinished = false

  /// Creates a parser for a text in UTF-8.
  init(_ bytes: [UInt8]) {
    input = UnsafeMutableBufferPointer.allocate(capacity: max(1, bytes.count))
    _ = input.update(fromContentsOf: bytes)
    parser = UnsafeMutablePointer.allocate(capacity: 1)
    isInitialized = yaml_parser_initialize(parser) != 0
    guard isInitialized else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, UnsafePointer(input.baseAddress), bytes.count)
  }

  deinit {
    if isInitialized { yaml_parser_delete(parser) }
    parser.deallocate()
    input.deallocate()
  }

  /// Returns the next event, or nil at the end of the stream.
  ///
  /// - Throws: `YAMLFailure` if the text isn't valid YAML. After that, there are no more events.
  func next() throws(YAMLFailure) -> YAMLEvent? {
    while !isFinished {
      guard isInitialized else { throw outOfMemory() }
      var raw = yaml_event_t()
      guard yaml_parser_parse(parser, &raw) != 0 else { throw failure() }
      defer { yaml_event_delete(&raw) }
      if raw.type == YAML_STREAM_END_EVENT || raw.type == YAML_NO_EVENT {
        isFinished = true
        return nil
      }
      if let event = translated(raw) { return event }
    }
    return nil
  }

  private func translated(_ raw: yaml_event_t) -> YAMLEvent? {
    func event(
      _ kind: YAMLEvent.Kind, anchor: UnsafeMutablePointer<UInt8>? = nil,
      tag: UnsafeMutablePointer<UInt8>? = nil
    ) -> YAMLEvent {
      YAMLEvent(
        kind: kind, start: raw.start_mark.index, end: raw.end_mark.index,
        startColumn: raw.start_mark.column, anchor: anchor.map { String(cString: $0) },
        hasTag: tag != nil)
    }
    switch raw.type {
    case YAML_DOCUMENT_START_EVENT:
      return event(.documentStart(isExplicit: raw.data.document_start.implicit == 0))
    case YAML_DOCUMENT_END_EVENT:
      return event(.documentEnd)
    case YAML_ALIAS_EVENT:
      return event(.alias, anchor: raw.data.alias.anchor)
    case YAML_SCALAR_EVENT:
      let scalar = raw.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return event(
        .scalar(YAMLScalarStyle(scalar.style), text: String(decoding: bytes, as: UTF8.self)),
        anchor: scalar.anchor, tag: scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let list = raw.data.sequence_start
      return event(
        .listStart(isFlowStyle: list.style == YAML_FLOW_SEQUENCE_STYLE), anchor: list.anchor,
        tag: list.tag)
    case YAML_MAPPING_START_EVENT:
      let map = raw.data.mapping_start
      return event(
        .mapStart(isFlowStyle: map.style == YAML_FLOW_MAPPING_STYLE), anchor: map.anchor,
        tag: map.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      return event(.collectionEnd)
    default:
      return nil
    }
  }

  private func failure() -> YAMLFailure {
    isFinished = true
    let raw = parser.pointee
    // Only reader errors have a byte offset, and they can't occur, since the text was checked
    // before.
    return YAMLFailure(
      problem: raw.problem.map { .init(libyaml: String(cString: $0)) } ?? .other,
      context: .init(libyaml: raw.context.map { String(cString: $0) }),
      problemIndex: raw.problem_mark.index,
      contextIndex: raw.context == nil ? nil : raw.context_mark.index)
  }

  private func outOfMemory() -> YAMLFailure {
    isFinished = true
    return YAMLFailure(problem: .other, context: .other, problemIndex: 0, contextIndex: nil)
  }
}

extension YAMLScalarStyle {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}
