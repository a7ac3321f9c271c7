// SPDX-License-Identifier: Apache-2.0

// The declarations that the samples of the documentation take for given.
import StackFlowCore

struct Question {
  var text: String
  var title: String
}

var first: Question { Question(text: "", title: "") }

final class Wizard<Item>: StackFlowDelegate {}

var wizard: Wizard<Question> { Wizard() }

var approver: Wizard<String> { Wizard() }
