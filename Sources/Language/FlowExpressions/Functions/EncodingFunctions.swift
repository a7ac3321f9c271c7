// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let encodings: [FunctionDeclaration] = [
    FunctionDeclaration(
      "base64.encode", "Bytes as a Base64 text.",
      [
        .unary("base64_encode_bytes", .bytes, .string) { (value, context) throws(EvaluationError) in
          guard case .bytes(let bytes) = value else { throw notA("bytes") }
          try context.chargeCreation(bytes: bytes.count * 4 / 3 + 4)
          return .string(Base64.encode(bytes))
        }
      ], ["base64.encode(b'hello')": "'aGVsbG8='"]),
    FunctionDeclaration(
      "base64.decode", "The bytes of a Base64 text, with or without padding.",
      [
        .unary("base64_decode_string", .string, .bytes) {
          (value, context) throws(EvaluationError) in
          let text = value.text ?? ""
          try context.chargeCreation(bytes: text.utf8.count)
          guard let bytes = Base64.decode(text) else { throw notA("Base64") }
          return .bytes(bytes)
        }
      ], ["base64.decode('aGVsbG8=')": "b'hello'"]),
  ]
}
