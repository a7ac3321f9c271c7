// SPDX-License-Identifier: Apache-2.0

extension FunctionTable {
  static let times: [FunctionDeclaration] = []
  static let moreTexts: [FunctionDeclaration] = []
  static let numbers: [FunctionDeclaration] = []
  static let lists: [FunctionDeclaration] = []
  static let encodings: [FunctionDeclaration] = []
  static let networks: [FunctionDeclaration] = []
}
