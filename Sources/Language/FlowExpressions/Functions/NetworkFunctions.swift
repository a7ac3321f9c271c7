// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  private static let address = ValueType.opaque(NetworkValue.addressTypeName, [])
  private static let block = ValueType.opaque(NetworkValue.blockTypeName, [])

  static let networks: [FunctionDeclaration] = [
    FunctionDeclaration(
      "ip", "An IP address from its text, or the address of a range.",
      [
        .unary("string_to_ip", .string, address) { (text, _) throws(EvaluationError) in
          .network(.address(try readAddress(text)))
        },
        .unary("cidr_ip", block, address, isMethod: true) { (value, _) throws(EvaluationError) in
          .network(.address(try asBlock(value).address))
        },
      ], ["ip('127.0.0.1').isLoopback()": "true"]),
    FunctionDeclaration(
      "cidr", "A range of IP addresses from its text.",
      [
        .unary("string_to_cidr", .string, block) { (text, _) throws(EvaluationError) in
          .network(.block(try readBlock(text)))
        }
      ], ["string(cidr('10.0.0.0/8'))": "'10.0.0.0/8'"]),
    FunctionDeclaration(
      "isIP", "Whether a text is an IP address.",
      [.unary("is_ip", .string, .bool) { text, _ in .bool(IPAddress.isIP(text.text ?? "")) }],
      ["isIP('1.2.3.4')": "true"]),
    FunctionDeclaration(
      "isCIDR", "Whether a text is a range of IP addresses.",
      [.unary("is_cidr", .string, .bool) { text, _ in .bool(CIDR.isCIDR(text.text ?? "")) }],
      ["isCIDR('10.0.0.0/8')": "true"]),
    FunctionDeclaration(
      "ip.isCanonical", "Whether a text is an IP address in its canonical form.",
      [
        .unary("ip_is_canonical", .string, .bool) { (text, _) throws(EvaluationError) in
          .bool(TextBytes.equal(try readAddress(text).description, text.text ?? ""))
        }
      ], ["ip.isCanonical('2001:DB8::68')": "false"]),
    FunctionDeclaration(
      "family", "The version of an IP address, 4 or 6.",
      [
        .unary("ip_family", address, .int, isMethod: true) { (value, _) throws(EvaluationError) in
          .int(Int64(try asAddress(value).family.rawValue))
        }
      ], ["ip('::1').family()": "6"]),
    test("isUnspecified", "Whether an address is `0.0.0.0` or `::`.", "::", \.isUnspecified),
    test("isLoopback", "Whether an address is a loopback address.", "::1", \.isLoopback),
    test(
      "isGlobalUnicast", "Whether an address is a global unicast address.", "10.0.0.1",
      \.isGlobalUnicast),
    test(
      "isLinkLocalMulticast", "Whether an address is a link-local multicast address.",
      "224.0.0.1", \.isLinkLocalMulticast),
    test(
      "isLinkLocalUnicast", "Whether an address is a link-local unicast address.", "fe80::1",
      \.isLinkLocalUnicast),
    FunctionDeclaration(
      "containsIP", "Whether an address is in a range.",
      [
        .binary("cidr_contains_ip", block, address, .bool, isMethod: true) {
          (range, value, _) throws(EvaluationError) in
          .bool(try asBlock(range).contains(try asAddress(value)))
        },
        .binary("cidr_contains_ip_string", block, .string, .bool, isMethod: true) {
          (range, text, _) throws(EvaluationError) in
          .bool(try asBlock(range).contains(try readAddress(text)))
        },
      ], ["cidr('10.0.0.0/8').containsIP('10.1.2.3')": "true"]),
    FunctionDeclaration(
      "containsCIDR", "Whether a range is inside another.",
      [
        .binary("cidr_contains_cidr", block, block, .bool, isMethod: true) {
          (range, value, _) throws(EvaluationError) in
          .bool(try asBlock(range).contains(try asBlock(value)))
        },
        .binary("cidr_contains_cidr_string", block, .string, .bool, isMethod: true) {
          (range, text, _) throws(EvaluationError) in
          .bool(try asBlock(range).contains(try readBlock(text)))
        },
      ], ["cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')": "true"]),
    FunctionDeclaration(
      "masked", "A range with the bits after its prefix set to zero.",
      [
        .unary("cidr_masked", block, block, isMethod: true) { (value, _) throws(EvaluationError) in
          .network(.block(try asBlock(value).masked))
        }
      ], ["cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')": "true"]),
    FunctionDeclaration(
      "prefixLength", "The number of bits in a range's prefix.",
      [
        .unary("cidr_prefix_length", block, .int, isMethod: true) {
          (value, _) throws(EvaluationError) in
          .int(Int64(try asBlock(value).prefixLength))
        }
      ], ["cidr('10.0.0.0/8').prefixLength()": "8"]),
    FunctionDeclaration(
      "string", "Converts to a text.",
      [address, block].map { type in
        .unary("\(type.description)_to_string", type, .string) {
          (value, _) throws(EvaluationError) in
          guard case .network(let network) = value else { throw notA("an address") }
          return .string(network.description)
        }
      }, ["string(ip('2001:DB8::68'))": "'2001:db8::68'"]),
  ]

  private static func test(
    _ name: String, _ summary: String, _ example: String,
    _ test: @escaping @Sendable (IPAddress) -> Bool
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name, summary,
      overloads: [
        .unary("ip_\(name)", address, .bool, isMethod: true) { (value, _) throws(EvaluationError) in
          .bool(test(try asAddress(value)))
        }
      ], examples: [("ip('\(example)').\(name)()", "true")])
  }

  private static func asAddress(_ value: Value) throws(EvaluationError) -> IPAddress {
    guard case .network(.address(let address)) = value else {
      throw EvaluationError.noOverload("ip", [value])
    }
    return address
  }

  private static func asBlock(_ value: Value) throws(EvaluationError) -> CIDR {
    guard case .network(.block(let block)) = value else {
      throw EvaluationError.noOverload("cidr", [value])
    }
    return block
  }

  private static func readAddress(_ text: Value) throws(EvaluationError) -> IPAddress {
    do throws(NetworkError) {
      return try IPAddress(text.text ?? "")
    } catch {
      throw EvaluationError(.invalidValue, "the text isn't an IP address that's allowed here")
    }
  }

  private static func readBlock(_ text: Value) throws(EvaluationError) -> CIDR {
    do throws(NetworkError) {
      return try CIDR(text.text ?? "")
    } catch {
      throw EvaluationError(.invalidValue, "the text isn't a range of IP addresses")
    }
  }
}
