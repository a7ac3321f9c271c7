// SPDX-License-Identifier: Apache-2.0

extension BuiltInLanguage {
  /// The German pattern of a message.
  static func germanPattern(of id: MessageID) -> String {
    switch id {
    // What an answer must be
    case .answerNeeded: "eine Antwort ist nötig"
    case .textNeeded: "ein Text ist nötig"
    case .lineNeeded: "eine einzelne Zeile ist nötig"
    case .integerNeeded: "eine ganze Zahl ist nötig"
    case .numberNeeded: "eine Zahl ist nötig"
    case .yesOrNoNeeded: "ja oder nein ist nötig"
    case .dateNeeded: "ein Datum ist nötig"
    case .timeNeeded: "eine Uhrzeit ist nötig"
    case .dateTimeNeeded: "ein Datum mit Uhrzeit ist nötig"
    case .durationNeeded: "eine Dauer ist nötig"
    case .pathNeeded: "ein Pfad ist nötig"
    case .choiceNeeded: "eine der Möglichkeiten ist nötig"
    case .choiceListNeeded: "eine Liste von Möglichkeiten ist nötig"
    case .recordNeeded: "ein Datensatz ist nötig"
    case .recordListNeeded: "eine Liste von Datensätzen ist nötig"
    case .neededLike: "{needed}, zum Beispiel {example}"
    case .didYouMean: "{problem}; gemeint vielleicht {meant}?"
    case .numberTooLarge: "diese Zahl ist zu groß"
    case .numberAmbiguous: "das kann {grouped} oder {fraction} sein; bitte eines davon eingeben"
    case .entriesDiffer: "die beiden Eingaben sind verschieden; bitte beide wiederholen"
    case .cannotBeChecked: "das lässt sich nicht prüfen: {reason}"

    // Dates and times that don't exist
    case .problemAndNeed: "{problem}; {needed}"
    case .yearOutside: "das Jahr {year} liegt außerhalb von 1 bis 9999"
    case .monthMissing: "einen Monat {month} gibt es nicht"
    case .dayMissing: "einen Tag {day} gibt es nicht im Monat {month}, der {days} Tage hat"
    case .hourOutside: "die Stunde {hour} liegt außerhalb von 0 bis 23"
    case .minuteOutside: "die Minute {minute} liegt außerhalb von 0 bis 59"
    case .secondOutside: "die Sekunde {second} liegt außerhalb von 0 bis 59"
    case .dateOutside: "das liegt außerhalb der Jahre 1 bis 9999"
    case .durationOutside: "diese Dauer ist zu lang"

    // Limits
    case .tooShort:
      "mindestens {limit, plural, one {# Zeichen} other {# Zeichen}} nötig; das sind {count}"
    case .tooLong:
      "höchstens {limit, plural, one {# Zeichen} other {# Zeichen}} erlaubt; das sind {count}"
    case .tooFewChosen: "mindestens {limit} auswählen"
    case .tooManyChosen: "höchstens {limit} auswählen, nicht {count}"
    case .patternMismatch: "das passt nicht zum Muster {pattern}"
    case .tooSmall: "{limit} oder mehr ist nötig"
    case .tooLarge: "{limit} oder weniger ist nötig"
    case .tooEarly: "{limit} oder später ist nötig"
    case .tooLate: "{limit} oder früher ist nötig"
    case .tooBrief: "{limit} oder länger ist nötig"
    case .tooExtended: "{limit} oder kürzer ist nötig"
    case .notAMultiple: "ein Vielfaches von {unit} ist nötig"
    case .notAnEmail: "eine E-Mail-Adresse wie {example} ist nötig"
    case .notAURI: "eine URI wie {example} ist nötig"
    case .notAHostName: "ein Hostname wie {example} ist nötig"
    case .notAnIPv4Address: "eine IPv4-Adresse wie {example} ist nötig"
    case .notAnIPv6Address: "eine IPv6-Adresse wie {example} ist nötig"
    case .notAUUID: "eine UUID wie {example} ist nötig"
    case .notAVersion: "eine Version wie {example} ist nötig"
    case .notARegularExpression: "ein regulärer Ausdruck in der Syntax von RE2 ist nötig"

    // Choices
    case .nothingToChoose: "es gibt nichts zur Auswahl"
    case .nothingToChooseHere: "Es gibt nichts zur Auswahl."
    case .chooseOne: "eine Möglichkeit auswählen"
    case .chooseOneNotSeveral: "eine Möglichkeit auswählen, keine Liste"
    case .beginsSeveral: "mit {word} beginnen mehrere Möglichkeiten: {choices}"
    case .partOfSeveral: "{word} kommt in mehreren Möglichkeiten vor: {choices}"
    case .partOfMany: "{word} kommt in {found} der {count} Möglichkeiten vor"
    case .notOneOf: "{word} steht nicht zur Auswahl: {choices}"
    case .notOneOfMany: "{word} ist keine der {count} Möglichkeiten"
    case .notAChoice: "{word} steht nicht zur Auswahl"
    case .numberNotAText:
      """
      {word} steht nicht zur Auswahl; dort stehen Texte, und das ist eine Zahl, also in \
      Anführungszeichen setzen
      """
    case .choiceClosed: "{choice} ist gerade nicht wählbar"
    case .choiceClosedBecause: "{choice} ist nicht wählbar: {reason}"
    case .choiceNumbers: "die Möglichkeiten haben die Nummern 1 bis {count}"
    case .ambiguousChoice: "{word} kann {readings} sein; bitte {ways} eingeben"
    case .ambiguousRange:
      "{word} kann die Nummern {numbers} bedeuten oder {choice}; bitte {ways} eingeben"
    case .ambiguousAll: "{word} kann alle bedeuten oder {choice}; bitte {ways} eingeben"
    case .ambiguousNone: "{word} kann keine bedeuten oder {choice}; bitte {ways} eingeben"
    case .choiceWithNumber: "{choice} (Nummer {number})"

    // Paths
    case .pathUnknown: "was {path} ist, lässt sich hier nicht feststellen"
    case .pathExists: "{path} gibt es schon; ein neuer Pfad ist nötig"
    case .pathIsLink: "{path} ist schon ein symbolischer Link; ein neuer Pfad ist nötig"
    case .pathIsDanglingLink: "{path} ist ein symbolischer Link ins Leere"
    case .pathMissing: "{path} gibt es nicht; der Pfad einer Datei oder eines Ordners ist nötig"
    case .fileMissing: "eine Datei {path} gibt es nicht"
    case .directoryMissing: "einen Ordner {path} gibt es nicht"
    case .pathIsDirectory: "{path} ist ein Ordner; eine Datei ist nötig"
    case .pathIsFile: "{path} ist eine Datei; ein Ordner ist nötig"
    case .fileIsDevice: "{path} ist ein Gerät oder Ähnliches; eine Datei ist nötig"
    case .directoryIsDevice: "{path} ist ein Gerät oder Ähnliches; ein Ordner ist nötig"
    case .homeMissing: "zu {name} gibt es kein Benutzerverzeichnis"

    // Lists of records
    case .recordCount:
      """
      {needed, plural, one {# Datensatz ist} other {# Datensätze sind}} hier nötig, nicht \
      {count}
      """
    case .itemUnanswered: "Eintrag {number} ist noch nicht beantwortet"
    case .itemProblem: "Eintrag {number}: {problem}"
    case .itemToAnswerAgain: "Eintrag {number} muss neu beantwortet werden: {problem}"
    case .unanswered: "noch nicht beantwortet"
    case .fieldProblem: "{field}: {problem}"
    case .fieldUnanswered: "{field} muss beantwortet werden"
    case .itemMissing: "einen Eintrag {number} gibt es nicht"
    case .itemsAreFixed: "der Ablauf bestimmt, welche Einträge es gibt"
    case .tooFewItems: "mindestens {limit, plural, one {# Eintrag} other {# Einträge}} nötig"
    case .tooManyItems:
      """
      {limit, plural, =0 {keine Einträge erlaubt} one {nur # Eintrag erlaubt} other \
      {höchstens # Einträge erlaubt}}
      """
    case .keyComputed: "{name} wird berechnet und kann nicht angegeben werden"
    case .keyMissing: "darin gibt es kein {name}"
    case .keyNeedsRecord: "{name} muss ein Datensatz mit den Antworten des verwendeten Ablaufs sein"
    case .keyProblem: "in {name}: {problem}"
    case .keyUnused: "{name} ist angegeben, wird aber nicht gefragt"

    // Steps without a field
    case .onlyYes: "hier geht es nur mit ja weiter"
    case .noteTakesYes: "weiter geht es mit leerer Eingabe oder ja"
    case .reviewTakesYes:
      """
      weiter geht es mit leerer Eingabe oder ja; um eine Antwort zu ändern, zu ihr \
      zurückgehen
      """
    case .stopTakesYes:
      "beendet wird mit leerer Eingabe oder ja; um eine Antwort zu ändern, zu ihr zurückgehen"
    case .commitTakesYes: "mit ja geht es weiter, sonst zurückgehen"
    case .listTakesNothing:
      """
      weiter geht es mit leerer Eingabe; Einträge lassen sich hinzufügen, ändern, \
      entfernen und verschieben
      """

    // Going back
    case .firstStep: "das ist der erste Schritt"
    case .notAsked: "{id} wurde noch nicht gefragt"
    case .notShown: "{id} wurde nicht gezeigt, dorthin führt kein Weg zurück"
    case .effectIsNotAsked: "{id} ist ein Schritt der Art {kind} und fragt nichts"
    case .noStep: "einen Schritt {id} gibt es nicht"
    case .pastCommit: "hinter {id} führt kein Weg zurück"
    case .notUndone: "{step} wurde nicht rückgängig gemacht: {problem}"

    // Commands, actions, and files that failed
    case .effectProblem: "{subject}: {problem}"
    case .subjectCommand: "{name}"
    case .subjectAction: "Aktion {name}"
    case .subjectWrite: "Schreiben von {path}"
    case .subjectRestore: "Wiederherstellen von {path}"
    case .endedWithStatus: "mit Status {status} beendet"
    case .endedWithStatusSaying: "mit Status {status} beendet: {words}"
    case .unexpectedResult: "ein Ergebnis anderer Art"
    case .failedWithSecret: "fehlgeschlagen, mit einer Meldung, die ein Geheimnis enthält"
    case .notAllowed: "nicht erlaubt"
    case .notAllowedHere:
      "nicht erlaubt; hier werden weder Befehle ausgeführt noch Dateien geschrieben"
    case .notAllowedBecause: "nicht erlaubt; {reason}"
    case .noCommandAllowed: "kein Befehl darf ausgeführt werden"
    case .commandNotListed: "nur {names} darf ausgeführt werden"
    case .noFolderAllowed: "in keinen Ordner darf geschrieben werden"
    case .folderNotListed: "der Pfad liegt in keinem Ordner, in den geschrieben werden darf"
    case .failedBecause: "fehlgeschlagen; {reason}"
    case .wasInterrupted: "unterbrochen"
    case .actionMissing: "gibt es hier nicht"
    case .commandMissing: "nicht gefunden"
    case .notStarted: "ließ sich nicht starten; {reason}"
    case .tookTooLong: "dauerte länger als {time}"
    case .wroteTooMuch: "gab mehr als {count, plural, one {# Byte} other {# Bytes}} aus"
    case .endedBySignal: "durch Signal {signal} beendet"
    case .outputNotUTF8: "die Ausgabe ist kein UTF-8"
    case .outputNotJSON: "die Ausgabe ist kein JSON: {reason}"
    case .resultNotOfKind: "ergab kein {kind}"
    case .resultNotOfType: "ergab JSON, das nicht passt ({type})"

    // Why a file can't be written
    case .pathNotRelative: "der Pfad muss relativ sein"
    case .pathHasNull: "der Pfad enthält ein Nullzeichen"
    case .pathNamesFolder: "der Pfad ist ein Ordner"
    case .pathLeadsOut: "der Pfad führt aus dem Arbeitsverzeichnis hinaus"
    case .partIsNoFolder: "{part} ist kein Ordner"
    case .noFolder: "es gibt keinen Ordner"
    case .folderUnreadable: "sie liegt in keinem Ordner, der gelesen werden darf"
    case .fileExists: "die Datei gibt es schon"
    case .fileChanged: "die Datei wurde seit dem Schreiben geändert"
    case .notAFile: "das ist keine Datei"
    case .fileTooLarge:
      "die Datei ist größer als {limit} Bytes und ließe sich nicht wiederherstellen"

    // What the flow itself got wrong
    case .stepDoesNothing: "{id} tut nichts"
    case .commandUnnamed: "der Befehl nennt kein Programm"
    case .singleTextNeeded: "ein einzelner Text ist nötig, nicht {value}"
    case .kindList: "eine Liste"
    case .kindMap: "eine Zuordnung"
    case .kindBytes: "Bytes"
    case .kindNothing: "nichts"
    case .kindOther: "ein anderer Wert"
    case .argumentHasNull: "ein Argument darf kein Nullzeichen enthalten"
    case .pathEmpty: "der Pfad ist leer"
    case .noJSONForm: "der Wert lässt sich nicht als JSON schreiben"
    case .noYAMLForm: "der Wert lässt sich nicht als YAML schreiben"
    case .computedLimitWrong:
      "der berechnete Wert von {name} passt nicht (nötig: {need}); gefunden: {value}"
    case .computedPatternWrong: "das berechnete Muster ist kein regulärer Ausdruck: {reason}"

    // What commands and files do
    case .effectRun: "ausführen: {command}"
    case .effectUndo: "rückgängig machen: {command}"
    case .effectCall: "Aktion {name} aufrufen"
    case .effectUndoCall: "rückgängig machen mit der Aktion {name}"
    case .commandPassing: "{command}, mit {names} aus der Umgebung"
    case .commandReading: "{command}, liest {size}"
    case .byteCount: "{count, plural, one {# Byte} other {# Bytes}}"
    case .effectWrite: "schreiben: {path} ({size})"
    case .effectOverwrite: "überschreiben: {path} ({size})"
    case .effectWriteNew: "schreiben, falls noch nicht da: {path} ({size})"
    case .effectAppend: "{size} anhängen an {path}"
    case .effectWithMode: "{effect}, Modus {mode}"
    case .effectRemove: "{path} entfernen, hier geschrieben"
    case .effectPutBack: "{path} wiederherstellen, wie es war"
    case .effectShorten: "{size} vom Ende von {path} entfernen"

    // Above and below a question
    case .stepOf: "Schritt {step}."
    case .stepOfAbout: "Schritt {step}, noch etwa {remaining}."
    case .itemOf: "Eintrag {number} von: {list}"
    case .checkAnswers: "Antworten prüfen"
    case .itemsShown:
      """
      {count, plural, one {Eintrag {first}} other {Einträge {first} bis {last}}} von \
      {total}. Alle zeigen: :show all
      """
    case .noItems: "Noch keine vorhanden."
    case .hintYesNo: "ja oder nein"
    case .hintDate: "Jahr-Monat-Tag"
    case .hintTime: "Stunden:Minuten"
    case .hintDateTime: "Jahr-Monat-Tag Stunden:Minuten"
    case .hintDuration: "etwa 1h30m"
    case .hintOptional: "freiwillig"
    case .hintEditor: "mehrere Zeilen: :edit"
    case .chooseExactly: "{count} auswählen"
    case .chooseBetween: "{least} bis {most} auswählen"
    case .chooseAtLeast: "Mindestens {count} auswählen"
    case .chooseAtMost: "Bis zu {count} auswählen"
    case .chooseAny: "Beliebig viele auswählen"
    case .choosingRule: "{heading}: Nummern und Bereiche wie 1 3-5, alle, keine."
    case .notNow: "gerade nicht"
    case .notNowBecause: "gerade nicht: {reason}"
    case .moreCandidates: "und {count} weitere"
    case .moreChoices:
      "und {count} weitere. Einen Teil des Namens eingeben, um nur passende zu sehen."
    case .moreMatches: "und {count} weitere mit {text}."

    // Hints at a question
    case .hintFirst:
      "Enter übernimmt die Zeile, :back geht zurück, :help zeigt, was sonst noch geht."
    case .hintOnceMore: "Zur Sicherheit noch einmal."
    case .hintSecret: "Die Eingabe bleibt unsichtbar. {keys}"
    case .hintSecretKeys: "Umschalt-Tab geht zurück, F1 zeigt, was sonst noch geht."
    case .hintChoosing: "Eine Nummer oder einen Namen eingeben; der Anfang genügt."
    case .hintKept: "Wie zuvor; Enter behält es bei."
    case .hintOffered: "Enter übernimmt den Text in der Zeile; Tippen ersetzt ihn."
    case .hintNote: "Weiter mit Enter."
    case .hintReview:
      "Weiter mit Enter. Um eine Antwort zu ändern, :back und den Namen in Klammern eingeben."
    case .hintCommit: "Weiter mit ja. Danach gibt es kein Zurück."
    case .hintStop: "Beenden mit Enter; :back ändert eine Antwort."

    // What is said of an answer
    case .understoodAs: "Verstanden: {text}"
    case .notAccepted: "Nicht angenommen:"
    case .careful: "Achtung:"
    case .keepWarned: "Noch einmal Enter behält es bei."
    case .notPossible: "Nicht möglich:"
    case .denied: "abgelehnt"
    case .notUnderstood: "Nicht verstanden: {problem}"
    case .leftEmpty: "leer gelassen"
    case .originGiven: "vorgegeben"
    case .originDefault: "Vorgabe"
    case .answeredAgain: "neu zu beantworten: {problem}"
    case .nothingAnswered: "Noch ist nichts beantwortet."
    case .noMoreHelp: "Mehr gibt es dazu nicht zu sagen."
    case .whatCanBeTyped: "Mögliche Eingaben:"

    // Lists of records, as they're changed
    case .listItemOpen: "Eintrag {number} muss beantwortet werden: {command} eingeben."
    case .listEditOnly: "Mit edit und einer Nummer einen Eintrag ändern. Weiter mit Enter."
    case .listFullEmpty: "Es können keine hinzugefügt werden."
    case .listFull:
      """
      Eingeben: edit, remove oder move und eine Nummer. Mehr können nicht hinzugefügt \
      werden.
      """
    case .listEmpty: "Mit add einen neuen hinzufügen."
    case .listOpen: "Eingeben: add, oder edit, remove oder move und eine Nummer."
    case .listNeedsMore: "{hint} Mindestens {limit, plural, one {# ist} other {# sind}} nötig."
    case .listGoesOn: "{hint} Weiter mit Enter."
    case .listGoesOnEmpty: "{hint} Ohne Einträge weiter mit Enter."
    case .listNothing: "mit leerer Eingabe geht es weiter"
    case .listEditOrNothing: "edit und eine Nummer eingeben, oder nichts, um weiterzugehen"
    case .listTypes: "möglich: {ways}"
    case .nothingToGoOn: "leere Eingabe zum Weitergehen"
    case .wordAddAlone: "nach {word} darf nichts stehen"
    case .wordMoveNumbers: "{word} braucht zwei Nummern: den Eintrag und seinen neuen Platz"
    case .wordItemNumber: "{word} braucht die Nummer eines Eintrags"
    case .detailAdd: "ein neuer Eintrag"
    case .detailItem: "ein Eintrag, nach Nummer"
    case .detailMove: "ein Eintrag an einen anderen Platz: zwei Nummern"
    case .listMissing: "hier ist keine Liste"

    // Words after a colon
    case .wordBack: "einen Schritt zurück; eine Anzahl oder die ID eines Schritts kann folgen"
    case .wordHelp: "mehr zur Frage, und diese Liste"
    case .wordWhy: "warum das gefragt wird; eine ID kann folgen"
    case .wordReview: "die bisherigen Antworten"
    case .wordAccept: "frühere Antworten übernehmen"
    case .wordNone: "leer lassen"
    case .wordField: "zu einem Feld dieses Formulars; seine ID folgt"
    case .wordEdit: "den Text im eigenen Editor schreiben"
    case .wordRetry: "einen fehlgeschlagenen Schritt wiederholen"
    case .wordShow: "die Frage noch einmal; all kann folgen"
    case .wordNext: "das Angebotene übernehmen"
    case .wordQuit: "verlassen"
    case .wordAdd: "ein neuer Eintrag"
    case .wordEditItem: "einen Eintrag ändern; seine Nummer folgt"
    case .wordRemove: "einen Eintrag entfernen; seine Nummer folgt"
    case .wordMove: "einen Eintrag verschieben; seine Nummer und sein neuer Platz folgen"
    case .keyClearsScreen: "{key} leert auch den Bildschirm"
    case .wordTakesOne: "nach {word} darf nur ein Wort stehen."
    case .backByOne: "mindestens 1 Schritt zurückgehen."
    case .fieldNeedsID: "{word} braucht die ID eines Felds."
    case .wordStandsAlone: "nach {word} darf nichts stehen."
    case .wordMissing: "ein Wort {word} gibt es nicht; {help} zeigt die Wörter. {rule}"
    case .wordMeant: "ein Wort {word} gibt es nicht; gemeint vielleicht {meant}? {rule}"
    case .escapeRule: "Für eine Antwort, die mit {sign} beginnt, {escape} eingeben."
    case .editorNotHere: "nur ein mehrzeiliger Text wird in einem Editor geschrieben"
    case .editorMissing: "hier gibt es keinen Editor"
    case .editorUnchanged: "Im Editor wurde nichts geändert."
    case .fieldMissing: "ein Feld {id} wird hier nicht gefragt"
    case .nothingToAccept: "hier sind keine früheren Antworten zu übernehmen"
    case .nothingFailed: "hier ist nichts fehlgeschlagen"
    case .cannotRetry: "das lässt sich nicht wiederholen"

    // Questions about commands and files
    case .effectsAhead: "Als Nächstes geschieht:"
    case .effectsBack: "Beim Zurückgehen geschieht:"
    case .effectsYes: "Mit ja zulassen, mit nein ablehnen."
    case .effectsYesShow:
      "Mit ja zulassen, mit nein ablehnen, mit :show lesen, was geschrieben wird."
    case .overwriteQuestion: "Die Datei {path} gibt es schon, mit anderem Inhalt."
    case .overwriteYes: "Mit ja überschreiben, mit nein unverändert lassen."
    case .typeYesOrNo: "Bitte ja oder nein eingeben."
    case .contentSecret: "Sie enthält ein Geheimnis."
    case .contentNotText: "Sie enthält keinen Text."
    case .contentMore: "und {count, plural, one {# weitere Zeile} other {# weitere Zeilen}}"
    case .fileKept: "Die Datei {path} bleibt, wie sie ist."
    case .effectSkipped: "Ausgelassen, weil fehlgeschlagen: {problem}"
    case .ctrlCAgain: "Strg-C hält an, was läuft; noch einmal Strg-C verlässt den Ablauf."

    // Failures
    case .cannotContinue: "Hier geht es nicht weiter: {problem} (Zeile {line} des Ablaufs)."
    case .stepFailed: "Fehlgeschlagen: {problem} (Zeile {line} des Ablaufs)."
    case .waysOut: "Möglich: {ways}."
    case .wayRetry: ":retry für einen neuen Versuch"
    case .wayRetryNext: ":retry zum Weitermachen mit {step}"
    case .wayBack: ":back zum Ändern einer Antwort"
    case .wayBackAgain: ":back für einen neuen Anlauf"
    case .wayQuit: ":quit zum Verlassen"
    case .notUndoable: "Was bei {step} getan wurde, lässt sich nicht rückgängig machen."

    // Going back past answers
    case .backDiscards:
      """
      Zurückgehen zu {id} verwirft: {names}. Antworten, die noch passen, werden wieder \
      angeboten.
      """
    case .backHint: "Enter geht zurück, nein bleibt hier."
    case .discarded: "Verworfen: {names}. Antworten, die noch passen, werden wieder angeboten."

    // Why a step is asked
    case .whyUnknown: "Einen Schritt oder ein Feld {id} gibt es nicht."
    case .whyFailed: "Der Ablauf kommt hier nicht weiter, darum wird nichts gefragt."
    case .whyAlways: "Das wird immer gefragt."
    case .whyNoEnd: "Das wird gefragt, weil der Ablauf vorher nicht endete:"
    case .whyAsked: "Das wird gefragt, weil:"
    case .whyAskedNoEnd: "und weil der Ablauf vorher nicht endete:"
    case .whySkipped: "Das wird übersprungen, weil:"
    case .whyEnded: "Das wird nicht erreicht, weil der Ablauf vorher endet:"
    case .whyLater: "Das kommt später und wird immer gefragt."
    case .whyLaterNoEnd: "Das kommt später, falls der Ablauf nicht vorher endet:"
    case .whyLaterWhen: "Das kommt später. Gefragt wird es, wenn:"
    case .whyLaterAndNoEnd: "und der Ablauf nicht vorher endet:"
    case .whyStop: "bei {id} (Zeile {line})"
    case .whyStopBecause: "bei {id}: {conditions}"
    case .whyTrue: "{condition} ist wahr (Zeile {line})"
    case .whyFalse: "{condition} ist falsch (Zeile {line})"
    case .whyOpen: "{condition} (Zeile {line})"
    case .whyRead: "{name} ist {value}"
    case .whyReadEmpty: "{name} ist leer"
    case .whyReadNothing: "{name} ist nicht beantwortet"

    // The program around a walk
    case .walkInputEnded: "die Eingabe ist zu Ende"
    case .walkTimeUp: "die Zeit ist um"
    case .walkEndedAt: "{reason}, bei der Frage {id}"
    case .effectsRemain: "bestehen bleibt ({effects})"
    case .filesWritten: "{count, plural, one {die Datei {names}} other {die Dateien {names}}}"
    case .effectSkippedNote: "ausgelassen, weil fehlgeschlagen: {problem}"
    case .answerWarned: "die Antwort {id} wurde mit einer Warnung angenommen: {problem}"
    case .answerWarnedNote:
      "Hinweis: Die Antwort {id} wurde mit einer Warnung angenommen: {problem}"
    case .answerRefused: "die Antwort {id} wird nicht angenommen: {problem}"
    case .answersRefused: "die Antworten von {id} werden nicht angenommen: {problem}"
    case .answersMissing: "Antworten fehlen, und es gibt kein Terminal zum Fragen:"
    case .answersMissingAlone: "Antworten fehlen, und --no-input ist gesetzt:"
    case .missingHasDefault: "hat eine Vorgabe"
    case .missingWhen: "falls {condition}"
    case .missingTakeBoth: "--defaults übernimmt die Vorgaben und lässt Freiwilliges leer."
    case .missingTakeDefaults: "--defaults übernimmt die Vorgaben."
    case .missingLeaveEmpty: "--defaults lässt Freiwilliges leer."
    case .decisionMissing: "der Ablauf wartet auf eine Entscheidung, die niemand trifft"
    case .fileExistsUnasked:
      "fehlgeschlagen; die Datei gibt es schon, und niemand kann gefragt werden"
    case .allowRun: "nicht erlaubt; {option} erlaubt es"
    case .answersUnused:
      """
      {count, plural, one {die Antwort {names} wurde angegeben, aber nie gefragt} other \
      {die Antworten {names} wurden angegeben, aber nie gefragt}}
      """
    case .resultKept: "das Ergebnis liegt in {path}, lesbar nur für den eigenen Benutzer"
    case .resultLost: "auch dort ließ sich das Ergebnis nicht ablegen: {reason}"
    case .resultIn: "das Ergebnis liegt in {path}"
    case .resultTitle: "Das Ergebnis lässt sich nicht schreiben: {reason}"
    case .resultQuestion: "Andere Datei dafür"
    case .resultHelp:
      """
      :quit verlässt; das Ergebnis liegt dann in einer Datei, die nur der eigene Benutzer \
      lesen kann.
      """
    case .pickerTitle: "Die Abläufe in diesem Ordner"
    case .pickerQuestion: "Welcher Ablauf soll beginnen?"
    case .pickerMistakes: "hat Fehler; siehe stackflow check"
    case .confirmQuestion: "Wirklich fortfahren?"
    case .questionRefused: "die Antwort wird nicht angenommen: {problem}"
    case .questionUnasked: "es gibt kein Terminal zum Fragen; {option} gibt die Antwort"
    }
  }
}
