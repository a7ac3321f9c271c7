// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import Localization

// The words that people read: one pattern for all refusals, one word for each key.
@Suite struct MessageWordsTests {
  @Test(arguments: [
    MessageID.answerNeeded, .textNeeded, .lineNeeded, .integerNeeded, .numberNeeded,
    .yesOrNoNeeded, .dateNeeded, .timeNeeded, .dateTimeNeeded, .durationNeeded, .pathNeeded,
    .choiceNeeded, .choiceListNeeded, .recordNeeded, .recordListNeeded, .numberTooLarge,
    .numberAmbiguous, .entriesDiffer, .tooShort, .tooLong, .tooFewChosen, .tooManyChosen,
    .patternMismatch, .tooSmall, .tooLarge, .tooEarly, .tooLate, .tooBrief, .tooExtended,
    .notAMultiple, .notAnEmail, .notAURI, .notAHostName, .notAnIPv4Address, .notAnIPv6Address,
    .notAUUID, .notAVersion, .notARegularExpression, .chooseOne, .chooseOneNotSeveral,
    .choiceNumbers, .pathExists, .pathIsLink, .pathIsDanglingLink, .pathMissing, .fileMissing,
    .directoryMissing, .pathIsDirectory, .pathIsFile, .fileIsDevice, .directoryIsDevice,
    .recordCount, .tooFewItems, .tooManyItems, .onlyYes, .noteTakesYes, .reviewTakesYes,
    .stopTakesYes, .commitTakesYes, .listTakesNothing, .fixedListTakesNothing,
  ])
  func aRefusalSaysWhatToDoOrWhatTheAnswerMustBe(id: MessageID) {
    let words = MessageCatalog.english.pattern(of: id)
    let openings = ["enter ", "choose ", "must be ", "must have ", "must match "]
    #expect(openings.contains { words.hasPrefix($0) }, "\(id): \(words)")
  }

  @Test func noMessageSaysThatSomethingIsNeeded() {
    for id in MessageID.allCases {
      let words = MessageCatalog.english.pattern(of: id)
      #expect(!words.contains("is needed") && !words.contains("are needed"), "\(id): \(words)")
    }
  }

  /// The keys that hints name side by side.
  static let rows: [[MessageID]] = [
    [.actNext, .actBack, .actHelp, .actStop, .actComplete],
    [.actTake, .actChoose, .actClear, .actComplete, .actBack],
    [.actMark, .actChoose, .actAll, .actNext, .actBack],
    [.actDay, .actWeek, .actMonth, .actNext, .actClear],
    [.actEdit, .actRemove, .actMoveItem, .actPickItem, .actDone],
    [.actNextField, .actNext, .actBack, .actKeep, .actKeepAll],
    [.actChange, .actPickAnswer, .actNext, .actBack],
  ]

  @Test(arguments: MessageCatalog.builtIn, rows)
  func keysSideBySideHaveDifferentWords(catalog: MessageCatalog, row: [MessageID]) {
    let words = row.map { catalog.pattern(of: $0) }
    expectEqual(Set(words).count, words.count, "\(catalog.language): \(words)")
  }
}
