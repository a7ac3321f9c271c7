// SPDX-License-Identifier: Apache-2.0

extension BuiltInLanguage {
  /// The French pattern of a message.
  static func frenchPattern(of id: MessageID) -> String {
    switch id {
    // What an answer must be
    case .answerNeeded: "une réponse est requise"
    case .textNeeded: "un texte est requis"
    case .lineNeeded: "une seule ligne est requise"
    case .integerNeeded: "un nombre entier est requis"
    case .numberNeeded: "un nombre est requis"
    case .yesOrNoNeeded: "oui ou non est requis"
    case .dateNeeded: "une date est requise"
    case .timeNeeded: "une heure est requise"
    case .dateTimeNeeded: "une date avec l'heure est requise"
    case .durationNeeded: "une durée est requise"
    case .pathNeeded: "un chemin est requis"
    case .choiceNeeded: "l'un des choix est requis"
    case .choiceListNeeded: "une liste de choix est requise"
    case .recordNeeded: "un enregistrement est requis"
    case .recordListNeeded: "une liste d'enregistrements est requise"
    case .neededLike: "{needed}, par exemple {example}"
    case .didYouMean: "{problem} ; peut-être {meant} ?"
    case .numberTooLarge: "ce nombre est trop grand"
    case .numberAmbiguous: "cela peut être {grouped} ou {fraction} ; saisir l'un des deux"
    case .entriesDiffer: "les deux saisies diffèrent ; les saisir à nouveau"
    case .cannotBeChecked: "vérification impossible : {reason}"

    // Dates and times that don't exist
    case .problemAndNeed: "{problem} ; {needed}"
    case .yearOutside: "l'année {year} n'est pas entre 1 et 9999"
    case .monthMissing: "il n'y a pas de mois {month}"
    case .dayMissing: "il n'y a pas de jour {day} dans le mois {month}, qui compte {days} jours"
    case .hourOutside: "l'heure {hour} n'est pas entre 0 et 23"
    case .minuteOutside: "la minute {minute} n'est pas entre 0 et 59"
    case .secondOutside: "la seconde {second} n'est pas entre 0 et 59"
    case .dateOutside: "la date n'est pas entre les années 1 et 9999"
    case .durationOutside: "cette durée est trop longue"

    // Limits
    case .tooShort:
      """
      au moins {limit, plural, one {# caractère requis} many {# de caractères requis} \
      other {# caractères requis}} ; il y en a {count}
      """
    case .tooLong:
      """
      au plus {limit, plural, one {# caractère autorisé} many {# de caractères autorisés} \
      other {# caractères autorisés}} ; il y en a {count}
      """
    case .tooFewChosen: "en choisir au moins {limit}"
    case .tooManyChosen: "en choisir au plus {limit}, pas {count}"
    case .patternMismatch: "cela ne correspond pas au motif {pattern}"
    case .tooSmall: "{limit} ou plus est requis"
    case .tooLarge: "{limit} ou moins est requis"
    case .tooEarly: "{limit} ou plus tard est requis"
    case .tooLate: "{limit} ou plus tôt est requis"
    case .tooBrief: "{limit} ou plus long est requis"
    case .tooExtended: "{limit} ou plus court est requis"
    case .notAMultiple: "un multiple de {unit} est requis"
    case .notAnEmail: "une adresse e-mail est requise, par exemple {example}"
    case .notAURI: "un URI est requis, par exemple {example}"
    case .notAHostName: "un nom d'hôte est requis, par exemple {example}"
    case .notAnIPv4Address: "une adresse IPv4 est requise, par exemple {example}"
    case .notAnIPv6Address: "une adresse IPv6 est requise, par exemple {example}"
    case .notAUUID: "un UUID est requis, par exemple {example}"
    case .notAVersion: "une version est requise, par exemple {example}"
    case .notARegularExpression: "une expression régulière dans la syntaxe de RE2 est requise"

    // Choices
    case .nothingToChoose: "il n'y a rien à choisir"
    case .nothingToChooseHere: "Il n'y a rien à choisir."
    case .chooseOne: "choisir une possibilité"
    case .chooseOneNotSeveral: "choisir une seule possibilité, pas une liste"
    case .beginsSeveral: "plusieurs choix commencent par {word} : {choices}"
    case .partOfSeveral: "plusieurs choix contiennent {word} : {choices}"
    case .partOfMany: "{found} des {count} choix contiennent {word}"
    case .notOneOf: "{word} ne figure pas parmi : {choices}"
    case .notOneOfMany: "{word} ne figure pas parmi les {count} choix"
    case .notAChoice: "{word} ne figure pas parmi les choix"
    case .numberNotAText:
      """
      {word} ne figure pas parmi les choix, qui sont des textes ; c'est un nombre, donc à \
      mettre entre guillemets
      """
    case .choiceClosed: "{choice} n'est pas disponible pour l'instant"
    case .choiceClosedBecause: "{choice} n'est pas disponible : {reason}"
    case .choiceNumbers: "les choix sont numérotés de 1 à {count}"
    case .ambiguousChoice: "{word} peut désigner {readings} ; saisir {ways}"
    case .ambiguousRange: "{word} peut désigner les numéros {numbers} ou {choice} ; saisir {ways}"
    case .ambiguousAll: "{word} peut désigner tous les choix ou {choice} ; saisir {ways}"
    case .ambiguousNone: "{word} peut désigner aucun choix ou {choice} ; saisir {ways}"
    case .choiceWithNumber: "{choice} (numéro {number})"

    // Paths
    case .pathUnknown: "impossible de savoir ici ce qu'est {path}"
    case .pathExists: "{path} existe déjà ; un nouveau chemin est requis"
    case .pathIsLink: "{path} est déjà un lien symbolique ; un nouveau chemin est requis"
    case .pathIsDanglingLink: "{path} est un lien symbolique qui ne mène à rien"
    case .pathMissing: "{path} n'existe pas ; le chemin d'un fichier ou d'un dossier est requis"
    case .fileMissing: "le fichier {path} n'existe pas"
    case .directoryMissing: "le dossier {path} n'existe pas"
    case .pathIsDirectory: "{path} est un dossier ; un fichier est requis"
    case .pathIsFile: "{path} est un fichier ; un dossier est requis"
    case .fileIsDevice: "{path} est un périphérique ou autre ; un fichier est requis"
    case .directoryIsDevice: "{path} est un périphérique ou autre ; un dossier est requis"
    case .homeMissing: "aucun dossier personnel ne correspond à {name}"

    // Lists of records
    case .recordCount:
      """
      {needed, plural, one {# enregistrement est requis} many {# d'enregistrements sont \
      requis} other {# enregistrements sont requis}} ici, pas {count}
      """
    case .itemUnanswered: "l'élément {number} n'a pas encore de réponse"
    case .itemProblem: "élément {number} : {problem}"
    case .itemToAnswerAgain: "l'élément {number} est à remplir à nouveau : {problem}"
    case .unanswered: "pas encore de réponse"
    case .fieldProblem: "{field} : {problem}"
    case .fieldUnanswered: "{field} attend une réponse"
    case .itemMissing: "il n'y a pas d'élément {number}"
    case .itemsAreFixed: "les éléments sont déterminés par le parcours"
    case .tooFewItems:
      """
      au moins {limit, plural, one {# élément est requis} many {# d'éléments sont requis} \
      other {# éléments sont requis}}
      """
    case .tooManyItems:
      """
      {limit, plural, =0 {aucun élément n''est autorisé} one {# seul élément est \
      autorisé} many {au plus # d''éléments sont autorisés} other {au plus # éléments \
      sont autorisés}}
      """
    case .keyComputed: "{name} est calculé et ne peut pas être donné"
    case .keyMissing: "{name} n'y existe pas"
    case .keyNeedsRecord: "{name} doit être un enregistrement des réponses du parcours utilisé"
    case .keyProblem: "dans {name} : {problem}"
    case .keyUnused: "{name} est donné, mais pas demandé"

    // Steps without a field
    case .onlyYes: "seul oui permet de continuer"
    case .noteTakesYes: "pour continuer, ne rien saisir ou saisir oui"
    case .reviewTakesYes:
      "pour continuer, ne rien saisir ou saisir oui ; pour modifier une réponse, y revenir"
    case .stopTakesYes:
      "pour terminer, ne rien saisir ou saisir oui ; pour modifier une réponse, y revenir"
    case .commitTakesYes: "saisir oui pour continuer, ou revenir en arrière"
    case .listTakesNothing:
      """
      pour continuer, ne rien saisir ; les éléments s'ajoutent, se modifient, se retirent \
      et se déplacent
      """

    // Going back
    case .firstStep: "c'est la première étape"
    case .notAsked: "{id} n'a pas encore été demandé"
    case .notShown: "{id} n'a pas été affiché, on ne peut pas y revenir"
    case .effectIsNotAsked: "{id} est une étape de type {kind}, qui ne demande rien"
    case .noStep: "il n'y a pas d'étape {id}"
    case .pastCommit: "impossible de revenir avant {id}"
    case .notUndone: "{step} n'a pas été annulé : {problem}"

    // Commands, actions, and files that failed
    case .effectProblem: "{subject} : {problem}"
    case .subjectCommand: "{name}"
    case .subjectAction: "action {name}"
    case .subjectWrite: "écriture de {path}"
    case .subjectRestore: "restauration de {path}"
    case .endedWithStatus: "terminé avec le code {status}"
    case .endedWithStatusSaying: "terminé avec le code {status} : {words}"
    case .unexpectedResult: "résultat d'une autre sorte"
    case .failedWithSecret: "échec, avec un message qui contient un secret"
    case .notAllowed: "non autorisé"
    case .notAllowedHere:
      "non autorisé ; ici, aucune commande n'est exécutée et aucun fichier n'est écrit"
    case .notAllowedBecause: "non autorisé ; {reason}"
    case .noCommandAllowed: "aucune commande ne peut être exécutée"
    case .commandNotListed: "autorisé seulement : {names}"
    case .noFolderAllowed: "aucun dossier n'est ouvert à l'écriture"
    case .folderNotListed: "le chemin n'est dans aucun dossier ouvert à l'écriture"
    case .failedBecause: "échec ; {reason}"
    case .wasInterrupted: "interrompu"
    case .actionMissing: "n'existe pas ici"
    case .commandMissing: "introuvable"
    case .notStarted: "démarrage impossible ; {reason}"
    case .tookTooLong: "a duré plus de {time}"
    case .wroteTooMuch:
      "a écrit plus de {count, plural, one {# octet} many {# d'octets} other {# octets}}"
    case .endedBySignal: "arrêté par le signal {signal}"
    case .outputNotUTF8: "la sortie n'est pas en UTF-8"
    case .outputNotJSON: "la sortie n'est pas du JSON : {reason}"
    case .resultNotOfKind: "n'a pas donné de {kind}"
    case .resultNotOfType: "a donné du JSON qui ne convient pas ({type})"

    // Why a file can't be written
    case .pathNotRelative: "le chemin doit être relatif"
    case .pathHasNull: "le chemin contient un caractère nul"
    case .pathNamesFolder: "le chemin désigne un dossier"
    case .pathLeadsOut: "le chemin sort du dossier de travail"
    case .partIsNoFolder: "{part} n'est pas un dossier"
    case .noFolder: "il n'y a pas de dossier"
    case .folderUnreadable: "il n'est dans aucun dossier ouvert à la lecture"
    case .fileExists: "le fichier existe déjà"
    case .fileChanged: "le fichier a changé depuis son écriture"
    case .notAFile: "ce n'est pas un fichier"
    case .fileTooLarge: "le fichier dépasse {limit} octets et ne pourrait pas être restauré"

    // What the flow itself got wrong
    case .stepDoesNothing: "{id} ne fait rien"
    case .commandUnnamed: "la commande ne nomme aucun programme"
    case .singleTextNeeded: "un seul texte est requis, pas {value}"
    case .kindList: "une liste"
    case .kindMap: "une table"
    case .kindBytes: "des octets"
    case .kindNothing: "rien"
    case .kindOther: "une autre valeur"
    case .argumentHasNull: "un argument ne peut pas contenir de caractère nul"
    case .pathEmpty: "le chemin est vide"
    case .noJSONForm: "la valeur ne peut pas s'écrire en JSON"
    case .noYAMLForm: "la valeur ne peut pas s'écrire en YAML"
    case .computedLimitWrong:
      "la valeur calculée de {name} ne convient pas (requis : {need}) ; trouvé : {value}"
    case .computedPatternWrong: "le motif calculé n'est pas une expression régulière : {reason}"

    // What commands and files do
    case .effectRun: "exécuter : {command}"
    case .effectUndo: "annuler : {command}"
    case .effectCall: "appeler l'action {name}"
    case .effectUndoCall: "annuler par l'action {name}"
    case .commandPassing: "{command}, avec {names} de l'environnement"
    case .commandReading: "{command}, en lisant {size}"
    case .byteCount: "{count, plural, one {# octet} many {# d'octets} other {# octets}}"
    case .effectWrite: "écrire {path} ({size})"
    case .effectOverwrite: "écrire {path} ({size}), en le remplaçant"
    case .effectWriteNew: "écrire {path} ({size}), s'il n'existe pas"
    case .effectAppend: "ajouter {size} à {path}"
    case .effectWithMode: "{effect}, mode {mode}"
    case .effectRemove: "supprimer {path}, écrit ici"
    case .effectPutBack: "remettre {path} comme avant"
    case .effectShorten: "retirer {size} à la fin de {path}"

    // Above and below a question
    case .stepOf: "Étape {step}."
    case .stepOfAbout: "Étape {step}, encore {remaining} environ."
    case .itemOf: "Élément {number} de : {list}"
    case .checkAnswers: "Vérification des réponses"
    case .itemsShown:
      """
      {count, plural, one {Élément {first}} many {Éléments {first} à {last}} other \
      {Éléments {first} à {last}}} sur {total}. Saisir :show all pour les voir tous.
      """
    case .noItems: "Il n'y en a pas encore."
    case .hintYesNo: "oui ou non"
    case .hintDate: "année-mois-jour"
    case .hintTime: "heures:minutes"
    case .hintDateTime: "année-mois-jour heures:minutes"
    case .hintDuration: "par exemple 1h30m"
    case .hintOptional: "facultatif"
    case .hintEditor: "plusieurs lignes : :edit"
    case .chooseExactly: "En choisir {count}"
    case .chooseBetween: "En choisir {least} à {most}"
    case .chooseAtLeast: "En choisir {count} ou plus"
    case .chooseAtMost: "En choisir {count} au plus"
    case .chooseAny: "En choisir autant que voulu"
    case .choosingRule: "{heading} : numéros et plages comme 1 3-5, tous, aucun."
    case .notNow: "pas maintenant"
    case .notNowBecause: "pas maintenant : {reason}"
    case .moreCandidates: "et {count} de plus"
    case .moreChoices:
      "et {count} de plus. Saisir une partie du nom pour voir ceux qui la contiennent."
    case .moreMatches: "et {count} de plus qui contiennent {text}."

    // Hints at a question
    case .hintFirst:
      """
      Entrée valide la ligne, :back revient en arrière, :help dit ce qu'on peut faire \
      d'autre.
      """
    case .hintOnceMore: "Encore une fois, par sécurité."
    case .hintSecret: "La saisie reste invisible. {keys}"
    case .hintSecretKeys: "Maj-Tab revient en arrière, F1 dit ce qu'on peut faire d'autre."
    case .hintChoosing: "Saisir un numéro ou un nom ; le début suffit."
    case .hintKept: "Comme avant ; Entrée le garde."
    case .hintOffered: "Entrée garde le texte de la ligne ; taper le remplace."
    case .hintNote: "Entrée pour continuer."
    case .hintReview:
      """
      Entrée pour continuer. Pour modifier une réponse, saisir :back et son nom entre \
      parenthèses.
      """
    case .hintCommit: "Saisir oui pour continuer. Après, pas de retour possible."
    case .hintStop: "Entrée pour terminer, ou :back pour modifier une réponse."

    // What is said of an answer
    case .understoodAs: "Compris : {text}"
    case .notAccepted: "Refusé :"
    case .careful: "Attention :"
    case .keepWarned: "Entrée encore une fois pour le garder."
    case .notPossible: "Impossible :"
    case .denied: "refusé"
    case .notUnderstood: "Pas compris : {problem}"
    case .leftEmpty: "laissé vide"
    case .originGiven: "donné d'avance"
    case .originDefault: "par défaut"
    case .answeredAgain: "à remplir à nouveau : {problem}"
    case .nothingAnswered: "Aucune réponse pour l'instant."
    case .noMoreHelp: "Il n'y a rien de plus à en dire."
    case .whatCanBeTyped: "On peut saisir ici :"

    // Lists of records, as they're changed
    case .listItemOpen: "L'élément {number} attend une réponse : saisir {command}."
    case .listEditOnly: "Saisir edit et un numéro pour modifier un élément. Entrée pour continuer."
    case .listFullEmpty: "Aucun ne peut être ajouté."
    case .listFull: "Saisir edit, remove ou move et un numéro. On ne peut plus en ajouter."
    case .listEmpty: "Saisir add pour en ajouter un."
    case .listOpen: "Saisir add, ou edit, remove ou move et un numéro."
    case .listNeedsMore: "{hint} Il en faut au moins {limit, plural, one {#} many {#} other {#}}."
    case .listGoesOn: "{hint} Entrée pour continuer."
    case .listGoesOnEmpty: "{hint} Entrée pour continuer sans élément."
    case .listNothing: "ne rien saisir pour continuer"
    case .listEditOrNothing: "saisir edit et un numéro, ou rien pour continuer"
    case .listTypes: "saisir {ways}"
    case .nothingToGoOn: "rien pour continuer"
    case .wordAddAlone: "{word} s'emploie seul"
    case .wordMoveNumbers: "{word} demande deux numéros : l'élément et sa nouvelle place"
    case .wordItemNumber: "{word} demande le numéro d'un élément"
    case .detailAdd: "un nouvel élément"
    case .detailItem: "un élément, par son numéro"
    case .detailMove: "un élément à une autre place : deux numéros"
    case .listMissing: "il n'y a pas de liste ici"

    // Words after a colon
    case .wordBack:
      "une étape en arrière ; suivi d'un nombre d'étapes ou de l'id d'une étape si voulu"
    case .wordHelp: "plus d'informations sur la question, et cette liste"
    case .wordWhy: "pourquoi c'est demandé ; suivi d'un id si voulu"
    case .wordReview: "les réponses données jusqu'ici"
    case .wordAccept: "reprendre les réponses précédentes"
    case .wordNone: "laisser vide"
    case .wordField: "aller à un champ de ce formulaire ; suivi de son id"
    case .wordEdit: "écrire le texte dans l'éditeur"
    case .wordRetry: "réessayer une étape qui a échoué"
    case .wordShow: "la question encore une fois ; suivi de all si voulu"
    case .wordNext: "prendre ce qui est proposé"
    case .wordQuit: "quitter"
    case .wordAdd: "un nouvel élément"
    case .wordEditItem: "modifier un élément ; suivi de son numéro"
    case .wordRemove: "retirer un élément ; suivi de son numéro"
    case .wordMove: "déplacer un élément ; suivi de son numéro et de sa nouvelle place"
    case .keyClearsScreen: "{key} efface aussi l'écran"
    case .wordTakesOne: "{word} ne prend qu'un mot."
    case .backByOne: "revenir d'au moins 1 étape."
    case .fieldNeedsID: "{word} demande l'id d'un champ."
    case .wordStandsAlone: "{word} s'emploie seul."
    case .wordMissing: "il n'y a pas de mot {word} ; {help} liste les mots. {rule}"
    case .wordMeant: "il n'y a pas de mot {word} ; peut-être {meant} ? {rule}"
    case .escapeRule: "Une réponse qui commence par {sign} s'écrit avec {escape}."
    case .editorNotHere: "seul un texte de plusieurs lignes s'écrit dans un éditeur"
    case .editorMissing: "il n'y a pas d'éditeur ici"
    case .editorUnchanged: "Rien n'a été modifié dans l'éditeur."
    case .fieldMissing: "aucun champ {id} n'est demandé ici"
    case .nothingToAccept: "aucune réponse précédente à reprendre ici"
    case .nothingFailed: "rien n'a échoué ici"
    case .cannotRetry: "impossible de réessayer"

    // Questions about commands and files
    case .effectsAhead: "Voici ce qui va se passer :"
    case .effectsBack: "Revenir en arrière fera ceci :"
    case .effectsYes: "Saisir oui pour l'autoriser, ou non pour le refuser."
    case .effectsYesShow:
      """
      Saisir oui pour l'autoriser, non pour le refuser, ou :show pour lire ce qui sera \
      écrit.
      """
    case .overwriteQuestion: "Le fichier {path} existe déjà, avec un autre contenu."
    case .overwriteYes: "Saisir oui pour le remplacer, ou non pour le garder tel quel."
    case .typeYesOrNo: "Saisir oui ou non."
    case .contentSecret: "Il contient un secret."
    case .contentNotText: "Ce n'est pas du texte."
    case .contentMore:
      """
      et {count, plural, one {# ligne de plus} many {# de lignes de plus} other {# lignes \
      de plus}}
      """
    case .fileKept: "Le fichier {path} reste tel quel."
    case .effectSkipped: "Omis à cause d'un échec : {problem}"
    case .ctrlCAgain: "Ctrl-C arrête ce qui s'exécute ; encore une fois pour quitter."

    // Failures
    case .cannotContinue: "Impossible de continuer : {problem} (ligne {line} du parcours)."
    case .stepFailed: "Échec : {problem} (ligne {line} du parcours)."
    case .waysOut: "Saisir {ways}."
    case .wayRetry: ":retry pour réessayer"
    case .wayRetryNext: ":retry pour continuer avec {step}"
    case .wayBack: ":back pour modifier une réponse"
    case .wayBackAgain: ":back pour réessayer"
    case .wayQuit: ":quit pour quitter"
    case .notUndoable: "Ce qui a été fait à {step} ne peut pas être annulé."

    // Going back past answers
    case .backDiscards:
      """
      Revenir à {id} efface : {names}. Les réponses qui conviennent encore seront \
      proposées à nouveau.
      """
    case .backHint: "Entrée pour revenir, ou non pour rester."
    case .discarded:
      "Effacé : {names}. Les réponses qui conviennent encore seront proposées à nouveau."

    // Why a step is asked
    case .whyUnknown: "Il n'y a pas d'étape ni de champ {id}."
    case .whyFailed: "Le parcours ne peut pas continuer ici, donc rien n'est demandé."
    case .whyAlways: "C'est toujours demandé."
    case .whyNoEnd: "C'est demandé parce que le parcours ne s'est pas terminé avant :"
    case .whyAsked: "C'est demandé parce que :"
    case .whyAskedNoEnd: "et parce que le parcours ne s'est pas terminé avant :"
    case .whySkipped: "C'est omis parce que :"
    case .whyEnded: "Ce n'est pas atteint, parce que le parcours se termine avant :"
    case .whyLater: "Cela vient plus tard, et c'est toujours demandé."
    case .whyLaterNoEnd: "Cela vient plus tard, sauf si le parcours se termine avant :"
    case .whyLaterWhen: "Cela vient plus tard. C'est demandé si :"
    case .whyLaterAndNoEnd: "et si le parcours ne se termine pas avant :"
    case .whyStop: "à {id} (ligne {line})"
    case .whyStopBecause: "à {id} : {conditions}"
    case .whyTrue: "{condition} est vrai (ligne {line})"
    case .whyFalse: "{condition} est faux (ligne {line})"
    case .whyOpen: "{condition} (ligne {line})"
    case .whyRead: "{name} vaut {value}"
    case .whyReadEmpty: "{name} est vide"
    case .whyReadNothing: "{name} n'a pas de réponse"

    // The program around a walk
    case .walkInputEnded: "l'entrée est terminée"
    case .walkTimeUp: "le temps est écoulé"
    case .walkEndedAt: "{reason}, à la question {id}"
    case .effectsRemain: "restent en place ({effects})"
    case .filesWritten:
      """
      {count, plural, one {le fichier {names}} many {les fichiers {names}} other {les \
      fichiers {names}}}
      """
    case .effectSkippedNote: "omis à cause d'un échec : {problem}"
    case .answerWarned: "la réponse {id} a été acceptée avec un avertissement : {problem}"
    case .answerWarnedNote:
      "Remarque : la réponse {id} a été acceptée avec un avertissement : {problem}"
    case .answerRefused: "la réponse {id} est refusée : {problem}"
    case .answersRefused: "les réponses de {id} sont refusées : {problem}"
    case .answersMissing: "il manque des réponses, et il n'y a pas de terminal où les demander :"
    case .answersMissingAlone: "il manque des réponses, et --no-input est activé :"
    case .missingHasDefault: "a une valeur par défaut"
    case .missingWhen: "si {condition}"
    case .missingTakeBoth: "--defaults prend les valeurs par défaut et laisse vide le facultatif."
    case .missingTakeDefaults: "--defaults prend les valeurs par défaut."
    case .missingLeaveEmpty: "--defaults laisse vide le facultatif."
    case .decisionMissing: "le parcours attend une décision que personne ne prend"
    case .fileExistsUnasked: "échec ; le fichier existe déjà, et il n'y a personne à qui demander"
    case .allowRun: "non autorisé ; {option} l'autorise"
    case .answersUnused:
      """
      {count, plural, one {la réponse {names} a été donnée, mais jamais demandée} many \
      {les réponses {names} ont été données, mais jamais demandées} other {les réponses \
      {names} ont été données, mais jamais demandées}}
      """
    case .resultKept: "le résultat est conservé dans {path}, lisible par son seul propriétaire"
    case .resultLost: "le résultat n'a pas pu y être conservé non plus : {reason}"
    case .resultIn: "le résultat est dans {path}"
    case .resultTitle: "Impossible d'écrire le résultat : {reason}"
    case .resultQuestion: "Un autre fichier"
    case .resultHelp:
      """
      Saisir :quit pour quitter ; le résultat sera conservé dans un fichier lisible par \
      son seul propriétaire.
      """
    case .pickerTitle: "Les parcours de ce dossier"
    case .pickerQuestion: "Quel parcours commencer ?"
    case .pickerMistakes: "contient des erreurs ; voir stackflow check"
    case .confirmQuestion: "Continuer ?"
    case .questionRefused: "la réponse est refusée : {problem}"
    case .questionUnasked: "il n'y a pas de terminal où la demander ; {option} donne la réponse"
    }
  }
}
