// SPDX-License-Identifier: Apache-2.0

/// Generates random expressions: most are well formed, and some are damaged.
struct ExpressionGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var bits = state
    bits ^= bits >> 33
    bits = bits &* 0xFF51_AFD7_ED55_8CCD
    return bits ^ bits >> 33
  }

  private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  private mutating func pick(_ words: [String]) -> String { words[number(below: words.count)] }

  /// Returns the next expression.
  mutating func text() -> String {
    let depth = number(below: 5)
    let text = expression(depth)
    return number(below: 3) == 0 ? damaged(text) : text
  }

  private mutating func arguments(_ depth: Int) -> String {
    (0..<number(below: 4)).map { _ in expression(depth - 2) }.joined(separator: ", ")
  }

  private mutating func expression(_ depth: Int) -> String {
    guard depth > 0, number(below: 6) > 0 else { return pick(Words.names + Words.literals) }
    let inner = expression(depth - 1)
    switch number(below: 14) {
    case 0, 1: return "\(inner) \(pick(Words.operators)) \(expression(depth - 1))"
    case 2: return "(\(inner)) ? \(expression(depth - 1)) : \(expression(depth - 1))"
    case 3: return "\(pick(["!", "-"]))(\(inner))"
    case 4: return "[\(inner), \(pick(["", "?"]))\(expression(depth - 1))]"
    case 5:
      return "{\(inner): \(expression(depth - 1)), \(pick(["", "?"]))'k': \(pick(Words.names))}"
    case 6: return "(\(inner)).\(pick(["", "?"]))\(pick(["k", "f", "g", "`a-b`", "if"]))"
    case 7: return "(\(inner))[\(pick(["", "?"]))\(expression(depth - 1))]"
    case 8: return "(\(inner)).\(pick(Words.macros))(e, \(expression(depth - 1)))"
    case 9: return "(\(inner)).\(pick(Words.twoMacros))(k, v, \(expression(depth - 1)))"
    case 10: return "cel.bind(e, \(inner), \(expression(depth - 1)))"
    case 11: return "has((\(inner)).k)"
    case 12: return "(\(inner)).\(pick(Words.methods))(\(arguments(depth)))"
    default: return "\(pick(Words.functions))(\(arguments(depth)))"
    }
  }

  private mutating func damaged(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    let alphabet = Array("()[]{}?:.,'\"`\\+-*/%!=<>&| \nab01eEuxr_é$".unicodeScalars)
    for _ in 0...number(below: 4) {
      let place = number(below: scalars.count + 1)
      let scalar = alphabet[number(below: alphabet.count)]
      switch number(below: 4) {
      case 0: scalars.insert(scalar, at: place)
      case 1: if place < scalars.count { scalars.remove(at: place) }
      case 2: if place < scalars.count { scalars[place] = scalar }
      default:
        let other = number(below: scalars.count + 1)
        scalars.insert(
          contentsOf: scalars[min(place, other)..<max(place, other)].prefix(40), at: place)
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

private enum Words {
  static let operators = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||",
  ]
  static let names = [
    "a", "s", "l", "d", "m", "p", "b", "x.y", "t", "r", "r.f", "r.g", "e", "v", "k", "zz", "true",
    "false", "null", "int", "net.IP", "q",
  ]
  static let literals = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615u", "2u",
    "1.5", "-0.0", "1e308", "'a'", "''", "'é%s'", "b'\\xff'", "r'\\d+'", "'%d %.3f %x'",
    "'2026-01-31'", "'2026-01-31T00:00:00Z'", "'1h'", "'10.0.0.0/8'", "'::1'", "'de'", "'%b'",
    "'[a-z]+(b)?'", "{}",
    "[]",
  ]
  static let macros = [
    "all", "exists", "exists_one", "filter", "sortBy", "map", "optMap", "optFlatMap",
  ]
  static let twoMacros = [
    "all", "exists", "existsOne", "transformList", "transformMap", "transformMapEntry",
  ]
  static let methods = [
    "size", "contains", "startsWith", "endsWith", "matches", "charAt", "indexOf", "lastIndexOf",
    "lowerAscii", "replace", "split", "substring", "trim", "join", "reverse", "format", "distinct",
    "flatten", "slice", "sort", "first", "last", "hasValue", "value", "orValue", "or", "getHours",
    "getFullYear", "getDate", "sum", "min", "max", "unwrapOpt", "isLoopback", "containsIP",
    "masked", "family", "rsplit", "removePrefix", "removeSuffix", "part",
  ]
  static let functions = [
    "size", "int", "uint", "double", "string", "bytes", "bool", "dyn", "type", "timestamp",
    "duration", "optional.of", "optional.none", "optional.ofNonZeroValue", "math.greatest",
    "math.least", "math.abs", "math.round", "math.bitShiftLeft", "math.bitNot", "math.sqrt",
    "lists.range", "base64.encode", "base64.decode", "ip", "cidr", "isIP", "strings.quote",
    "toJson", "toAsciiJson", "toYaml", "indent", "regex.replace", "regex.extract",
    "regex.extractAll",
    "yearsBetween", "addDays", "sum", "label", "has", "matches",
    "capitalize", "title", "formatDate",
  ]
}
