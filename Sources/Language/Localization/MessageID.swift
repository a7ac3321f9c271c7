// SPDX-License-Identifier: Apache-2.0

/// A message of the program's own that a user reads while walking a flow.
///
/// A name tells the situation; the English catalog gives the words. Messages that begin with a small
/// letter are parts of a line, such as a reason after "Not accepted:", or are shown beside something;
/// the others are sentences.
public enum MessageID: String, CaseIterable, Hashable, Sendable {
  // MARK: What an answer must be

  case answerNeeded
  case noDefault
  case textNeeded
  case lineNeeded
  case integerNeeded
  case numberNeeded
  case yesOrNoNeeded
  case dateNeeded
  case timeNeeded
  case dateTimeNeeded
  case durationNeeded
  case pathNeeded
  case choiceNeeded
  case choiceListNeeded
  case itemsNeeded
  case pairsNeeded
  case itemListNeeded
  case pairMapNeeded
  case itemRefused
  case itemEmpty
  case pairRefused
  case pairNeeded
  case quoteOpen
  case itemTwice
  case recordNeeded
  case recordListNeeded
  case neededLike
  case didYouMean
  case numberTooLarge
  case numberAmbiguous
  case entriesDiffer
  case cannotBeChecked

  // MARK: Dates and times that don't exist

  case problemAndNeed
  case yearOutside
  case monthMissing
  case dayMissing
  case hourOutside
  case minuteOutside
  case secondOutside
  case dateOutside
  case durationOutside

  // MARK: Limits

  case tooShort
  case tooLong
  case tooFewChosen
  case tooManyChosen
  case patternMismatch
  case tooSmall
  case tooLarge
  case tooEarly
  case tooLate
  case tooBrief
  case tooExtended
  case notAMultiple
  case notAnEmail
  case notAURI
  case notAHostName
  case notAnIPv4Address
  case notAnIPv6Address
  case notAUUID
  case notAVersion
  case notARegularExpression

  // MARK: Choices

  case nothingToChoose
  case nothingToChooseHere
  case chooseOne
  case chooseOneNotSeveral
  case beginsSeveral
  case partOfSeveral
  case partOfMany
  case notOneOf
  case notOneOfMany
  case notAChoice
  case numberAsText
  case numberNotAText
  case choiceClosed
  case choiceClosedBecause
  case choiceNumbers
  case ambiguousChoice
  case ambiguousRange
  case ambiguousAll
  case ambiguousNone
  case choiceWithNumber

  // MARK: Paths

  case pathUnknown
  case pathNotAllowed
  case pathExists
  case pathIsLink
  case pathIsDanglingLink
  case pathMissing
  case fileMissing
  case directoryMissing
  case pathIsDirectory
  case pathIsFile
  case fileIsDevice
  case directoryIsDevice
  case homeMissing

  // MARK: Lists of records

  case recordCount
  case itemUnanswered
  case itemProblem
  case itemToAnswerAgain
  case unanswered
  case fieldProblem
  case fieldUnanswered
  case itemMissing
  case itemsAreFixed
  case tooFewItems
  case tooManyItems
  case tooManyCells
  case keyComputed
  case keyMissing
  case keyNeedsRecord
  case keyProblem
  case keyUnused

  // MARK: Steps without a field

  case onlyYes
  case noteTakesYes
  case reviewTakesYes
  case stopTakesYes
  case commitTakesYes
  case listTakesNothing

  // MARK: Going back

  case firstStep
  case notAsked
  case notShown
  case effectIsNotAsked
  case noStep
  case severalSteps
  case pastCommit
  case notUndone

  // MARK: Commands, actions, and files that failed

  case effectProblem
  case subjectCommand
  case subjectAction
  case subjectWrite
  case subjectRestore
  case endedWithStatus
  case endedWithStatusSaying
  case unexpectedResult
  case failedWithSecret
  case notAllowed
  case notAllowedHere
  case notAllowedBecause
  case noCommandAllowed
  case commandNotListed
  case noFolderAllowed
  case folderNotListed
  case failedBecause
  case wasInterrupted
  case actionMissing
  case commandMissing
  case notStarted
  case tookTooLong
  case wroteTooMuch
  case endedBySignal
  case outputNotUTF8
  case outputNotJSON
  case resultNotOfKind
  case resultNotOfType

  // MARK: Why a file can't be written

  case pathNotRelative
  case pathHasNull
  case pathNamesFolder
  case pathLeadsOut
  case partIsNoFolder
  case noFolder
  case folderUnreadable
  case fileExists
  case fileChanged
  case notAFile
  case fileTooLarge
  case notRestored
  case notRestoredKept
  case moveAwayToUndo
  case writtenElsewhere

  // MARK: What the flow itself got wrong

  case stepDoesNothing
  case commandUnnamed
  case singleTextNeeded
  case kindList
  case kindMap
  case kindBytes
  case kindNothing
  case kindOther
  case argumentHasNull
  case pathEmpty
  case pathInHome
  case treeNameWrong
  case treeNameTwice
  case treeElementsAlike
  case treeLinkOutside
  case treeTooLarge
  case loopTooLong
  case textTooLong
  case noJSONForm
  case noYAMLForm
  case computedLimitWrong
  case computedPatternWrong

  // MARK: What commands and files do

  case effectRun
  case effectUndo
  case effectCall
  case effectUndoCall
  case commandPassing
  case commandReading
  case byteCount
  case effectWrite
  case effectOverwrite
  case effectWriteNew
  case effectAppend
  case effectWithMode
  case effectRemove
  case effectPutBack
  case effectShorten
  case effectWriteTree
  case effectRemoveTree
  case detailFiles
  case fileBecause
  case outlookNew
  case outlookChanged
  case outlookUnchanged
  case outlookKept
  case treeKept
  case isFolder
  case isFile
  case isLink
  case isPipe
  case isDevice
  case isExecutable
  case isNotExecutable
  case modeDiffers
  case outlookBlocked
  case countNew
  case countChanged
  case countKept
  case countUnchanged

  // MARK: What is done, in the columns of a list

  case verbRun
  case verbUndo
  case verbCall
  case verbWrite
  case verbAppend
  case verbRestore
  case verbDelete
  case detailOverwriting
  case detailIfNew
  case detailMode
  case detailPutBack
  case detailShortened

  // MARK: Above and below a question

  case stepOf
  case stepOfAbout
  case itemOf
  case checkAnswers
  case itemsShown
  case noItems
  case hintYesNo
  case hintDate
  case hintTime
  case hintDateTime
  case hintDuration
  case hintGenerated
  case hintItems
  case hintPairs
  case hintOptional
  case hintEditor
  case chooseExactly
  case chooseBetween
  case chooseAtLeast
  case chooseAtMost
  case chooseAny
  case choosingRule
  case notNow
  case notNowBecause
  case moreCandidates
  case moreChoices
  case moreMatches

  // MARK: Hints at a question

  case hintFirst
  case hintOnceMore
  case hintSecret
  case hintSecretKeys
  case hintSecretHelp
  case hintChoosing
  case hintKept
  case hintUnfinished
  case hintOffered
  case hintNote
  case hintReview
  case hintCommit
  case hintStop

  // MARK: What is said of an answer

  case understoodAs
  case choiceUnderstood
  case timeSkipped
  case timeRepeated
  case notAccepted
  case careful
  case keepWarned
  case notPossible
  case denied
  case notUnderstood
  case leftEmpty
  case originGiven
  case originDefault
  case answeredAgain
  case nothingAnswered
  case noMoreHelp
  case whatCanBeTyped

  // MARK: Lists of records, as they're changed

  case listItemOpen
  case listElementOpen
  case listEditOnly
  case listFullEmpty
  case listFull
  case listEmpty
  case listOpen
  case listNeedsMore
  case listGoesOn
  case listGoesOnEmpty
  case listNothing
  case listEditOrNothing
  case listTypes
  case wordAddAlone
  case wordMoveNumbers
  case wordItemNumber
  case detailAdd
  case detailItem
  case detailItemCount
  case detailMove
  case listMissing
  case removeHint

  // MARK: Words after a colon

  case wordBack
  case wordHelp
  case wordWhy
  case wordReview
  case wordAccept
  case wordNone
  case wordDefault
  case wordField
  case wordEdit
  case wordRetry
  case wordShow
  case wordNext
  case wordQuit
  case wordAdd
  case wordEditItem
  case wordRemove
  case wordMove
  case keyClearsScreen
  case wordTakesOne
  case backByOne
  case fieldNeedsID
  case wordStandsAlone
  case wordMissing
  case wordMeant
  case escapeRule
  case editorNotHere
  case editorMissing
  case editorUnchanged
  case fieldMissing
  case severalFields
  case nothingToAccept
  case nothingFailed
  case cannotRetry

  // MARK: Questions about commands and files

  case effectsAhead
  case readsEnvironment
  case effectsBack
  case effectsYes
  case effectsYesShow
  case overwriteQuestion
  case overwriteYes
  case overwriteNo
  case treeBlocked
  case outputLost
  case doubtQuestion
  case doubtYes
  case doubtYesOrNo
  case doubtUnasked
  case pastHappened
  case pastQuestion
  case pastCounts
  case walkResumed
  case continueWith
  case savedSecret
  case savedDiffers
  case savedDropped
  case savedRenamed
  case savedMigrationFailed
  case journalFailed
  case journalTorn
  case journalRemoved
  case contentSecret
  case contentNotText
  case contentMore
  case fileKept
  case effectSkipped
  case ctrlCAgain

  // MARK: Failures

  case cannotContinue
  case stepFailed
  case waysOut
  case wayRetry
  case wayRetryNext
  case wayBack
  case wayBackAgain
  case wayQuit
  case notUndoable

  // MARK: Going back past answers

  case backDiscards
  case backHint
  case discarded
  case backToFirst

  // MARK: Why a step is asked

  case whyUnknown
  case whyFailed
  case whyAlways
  case whyNoEnd
  case whyAsked
  case whyAskedNoEnd
  case whySkipped
  case whyEnded
  case whyLater
  case whyLaterNoEnd
  case whyLaterWhen
  case whyLaterAndNoEnd
  case whyRead
  case whyReadEmpty
  case whyReadNothing

  // MARK: The program around a walk

  case walkInputEnded
  case walkTimeUp
  case walkEndedAt
  case effectsRemain
  case filesWritten
  case effectSkippedNote
  case answerFollowed
  case answerFollowedEmpty
  case answerStayed
  case defaultIs
  case defaultTaken
  case defaultRefused
  case defaultLoses
  case answerWarned
  case answerWarnedNote
  case answerRefused
  case answersRefused
  case answersMissing
  case answersMissingAlone
  case answersOneByOne
  case missingHasDefault
  case missingWhen
  case missingTakeBoth
  case missingTakeDefaults
  case missingLeaveEmpty
  case decisionMissing
  case fileExistsUnasked
  case fileInTheWayUnasked
  case allowRun
  case answersUnused
  case resultKept
  case resultLost
  case resultIn
  case resultTitle
  case resultQuestion
  case resultHelp
  case pickerTitle
  case pickerQuestion
  case pickerMistakes
  case confirmQuestion
  case questionRefused
  case questionUnasked

  // MARK: One command at a time

  case stepAnswerWith
  case stepSecretWith
  case stepAddWith
  case stepBackWith
  case stepRetryWith
  case stepDecideWith
  case decisionNotShown
  case stepResultWith
  case stepOffered
  case stepComplete
  case stepNoResult
  case stepIncomplete
  case stepPerformed
  case effectDidFail
  case stepUndone

  // MARK: On a screen

  case screenProgress
  case screenProgressLeft
  case actNext
  case actAnswer
  case actBack
  case actHelp
  case actStop
  case actCancel
  case actCloseHelp
  case actCloseWhy
  case actTake
  case actChoose
  case actClear
  case actClose
  case actFilter
  case actTypeYes
  case actMark
  case actAll
  case actStep
  case actMove
  case actDay
  case actWeek
  case actMonth
  case actClock
  case actComplete
  case actDone
  case actNewLine
  case actEditor
  case actChange
  case actOpen
  case actKeep
  case actNextField
  case actPick
  case actPickAnswer
  case actPickItem
  case actEdit
  case actRemove
  case actMoveItem
  case actScroll
  case actKeepAll
  case actDefault
  case doGoOn
  case doYesGoOn
  case doGoBack
  case doFinish
  case doEndHere
  case doRetry
  case doGoOnWith
  case doLeave
  case doOverwrite
  case doItHappened
  case doItNow
  case doItHappenedNot
  case doCount
  case doNotCount
  case doKeepFile
  case doShowFile
  case doShowFiles
  case doIt
  case doNotDoIt
  case doChange
  case doStay
  case doAddOne
  case doAddAnother
  case doListDone
  case ofMany
  case ofAtLeast
  case ofAtMost
  case itemCount
  case matchCount
  case nothingMatches
  case chosenCount
  case rangeExactly
  case rangeBetween
  case rangeAtLeast
  case rangeAtMost
  case moreCount
  case andMore
  case folderName
  case secretShown
  case secretHidden
  case onceMore
  case canBeUndone
  case isFinal
  case changesNothing
  case changingDiscards
  case changingDiscardsOffered
  case unchangeable
  case willBeAskedAgain
  case answerOffered
  case answersOffered
  case asBefore
  case dayToday
  case dayYesterday
  case defaultRemark
  case noneYet
  case fileIsThere
  case fileDiffers
  case noLastLineBreak
  case isSecretAnswer
  case passwordPrompt
  case effectRuns
  case effectRunsWith
  case hintRefused
  case fileDiffersBy
  case fileOnlyKept
  case fileNumber
  case fileIs
  case failedTitle
  case failedAgainTitle
  case stuckTitle
  case lineOfFlow
  case effectsBackTitle
  case effectsNextTitle
  case monthAndYear
}
