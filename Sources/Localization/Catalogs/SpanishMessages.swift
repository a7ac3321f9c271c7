// SPDX-License-Identifier: Apache-2.0

extension BuiltInLanguage {
  /// The Spanish pattern of a message.
  static func spanishPattern(of id: MessageID) -> String {
    switch id {
    // What an answer must be
    case .answerNeeded: "hace falta una respuesta"
    case .textNeeded: "hace falta un texto"
    case .lineNeeded: "hace falta una sola línea"
    case .integerNeeded: "hace falta un número entero"
    case .numberNeeded: "hace falta un número"
    case .yesOrNoNeeded: "hace falta sí o no"
    case .dateNeeded: "hace falta una fecha"
    case .timeNeeded: "hace falta una hora"
    case .dateTimeNeeded: "hace falta una fecha con hora"
    case .durationNeeded: "hace falta una duración"
    case .pathNeeded: "hace falta una ruta"
    case .choiceNeeded: "hace falta una de las opciones"
    case .choiceListNeeded: "hace falta una lista de opciones"
    case .recordNeeded: "hace falta un registro"
    case .recordListNeeded: "hace falta una lista de registros"
    case .neededLike: "{needed}, por ejemplo {example}"
    case .didYouMean: "{problem}; ¿quizá {meant}?"
    case .numberTooLarge: "este número es demasiado grande"
    case .numberAmbiguous: "puede ser {grouped} o {fraction}; escribir uno de los dos"
    case .entriesDiffer: "las dos entradas no coinciden; escribir ambas de nuevo"
    case .cannotBeChecked: "no se puede comprobar: {reason}"

    // Dates and times that don't exist
    case .problemAndNeed: "{problem}; {needed}"
    case .yearOutside: "el año {year} no está entre 1 y 9999"
    case .monthMissing: "no existe el mes {month}"
    case .dayMissing: "no existe el día {day} en el mes {month}, que tiene {days} días"
    case .hourOutside: "la hora {hour} no está entre 0 y 23"
    case .minuteOutside: "el minuto {minute} no está entre 0 y 59"
    case .secondOutside: "el segundo {second} no está entre 0 y 59"
    case .dateOutside: "la fecha no está entre los años 1 y 9999"
    case .durationOutside: "esta duración es demasiado larga"

    // Limits
    case .tooShort:
      """
      {limit, plural, one {hace falta al menos # carácter} many {hacen falta al menos # \
      de caracteres} other {hacen falta al menos # caracteres}}; hay {count}
      """
    case .tooLong:
      """
      {limit, plural, one {cabe como máximo # carácter} many {caben como máximo # de \
      caracteres} other {caben como máximo # caracteres}}; hay {count}
      """
    case .tooFewChosen: "elegir al menos {limit}"
    case .tooManyChosen: "elegir como máximo {limit}, no {count}"
    case .patternMismatch: "no coincide con el patrón {pattern}"
    case .tooSmall: "hace falta {limit} o más"
    case .tooLarge: "hace falta {limit} o menos"
    case .tooEarly: "hace falta {limit} o más tarde"
    case .tooLate: "hace falta {limit} o antes"
    case .tooBrief: "hace falta {limit} o más"
    case .tooExtended: "hace falta {limit} o menos"
    case .notAMultiple: "hace falta un múltiplo de {unit}"
    case .notAnEmail: "hace falta una dirección de correo como {example}"
    case .notAURI: "hace falta un URI como {example}"
    case .notAHostName: "hace falta un nombre de host como {example}"
    case .notAnIPv4Address: "hace falta una dirección IPv4 como {example}"
    case .notAnIPv6Address: "hace falta una dirección IPv6 como {example}"
    case .notAUUID: "hace falta un UUID como {example}"
    case .notAVersion: "hace falta una versión como {example}"
    case .notARegularExpression: "hace falta una expresión regular en la sintaxis de RE2"

    // Choices
    case .nothingToChoose: "no hay nada que elegir"
    case .nothingToChooseHere: "No hay nada que elegir."
    case .chooseOne: "elegir una opción"
    case .chooseOneNotSeveral: "elegir una opción, no una lista"
    case .beginsSeveral: "varias opciones empiezan por {word}: {choices}"
    case .partOfSeveral: "varias opciones contienen {word}: {choices}"
    case .partOfMany: "{found} de las {count} opciones contienen {word}"
    case .notOneOf: "{word} no está entre las opciones: {choices}"
    case .notOneOfMany: "{word} no está entre las {count} opciones"
    case .notAChoice: "{word} no está entre las opciones"
    case .numberNotAText:
      """
      {word} no está entre las opciones, que son textos; esto es un número, así que va \
      entre comillas
      """
    case .choiceClosed: "{choice} no se puede elegir ahora"
    case .choiceClosedBecause: "{choice} no se puede elegir: {reason}"
    case .choiceNumbers: "las opciones están numeradas del 1 al {count}"
    case .ambiguousChoice: "{word} puede ser {readings}; escribir {ways}"
    case .ambiguousRange: "{word} puede ser los números {numbers} o {choice}; escribir {ways}"
    case .ambiguousAll: "{word} puede ser todas o {choice}; escribir {ways}"
    case .ambiguousNone: "{word} puede ser ninguna o {choice}; escribir {ways}"
    case .choiceWithNumber: "{choice} (número {number})"

    // Paths
    case .pathUnknown: "aquí no se puede saber qué es {path}"
    case .pathExists: "{path} ya existe; hace falta una ruta nueva"
    case .pathIsLink: "{path} ya es un enlace simbólico; hace falta una ruta nueva"
    case .pathIsDanglingLink: "{path} es un enlace simbólico que no lleva a nada"
    case .pathMissing: "{path} no existe; hace falta la ruta de un archivo o una carpeta"
    case .fileMissing: "no existe el archivo {path}"
    case .directoryMissing: "no existe la carpeta {path}"
    case .pathIsDirectory: "{path} es una carpeta; hace falta un archivo"
    case .pathIsFile: "{path} es un archivo; hace falta una carpeta"
    case .fileIsDevice: "{path} es un dispositivo o similar; hace falta un archivo"
    case .directoryIsDevice: "{path} es un dispositivo o similar; hace falta una carpeta"
    case .homeMissing: "{name} no corresponde a ninguna carpeta personal"

    // Lists of records
    case .recordCount:
      """
      aquí {needed, plural, one {hace falta # registro} many {hacen falta # de registros} \
      other {hacen falta # registros}}, no {count}
      """
    case .itemUnanswered: "falta responder al elemento {number}"
    case .itemProblem: "elemento {number}: {problem}"
    case .itemToAnswerAgain: "hay que responder de nuevo al elemento {number}: {problem}"
    case .unanswered: "sin responder todavía"
    case .fieldProblem: "{field}: {problem}"
    case .fieldUnanswered: "falta responder a {field}"
    case .itemMissing: "no existe el elemento {number}"
    case .itemsAreFixed: "el flujo determina qué elementos hay"
    case .tooFewItems:
      """
      {limit, plural, one {hace falta al menos # elemento} many {hacen falta al menos # \
      de elementos} other {hacen falta al menos # elementos}}
      """
    case .tooManyItems:
      """
      {limit, plural, =0 {no se admite ningún elemento} one {solo se admite # elemento} \
      many {se admiten como máximo # de elementos} other {se admiten como máximo # \
      elementos}}
      """
    case .keyComputed: "{name} se calcula, así que no se puede indicar"
    case .keyMissing: "ahí no existe {name}"
    case .keyNeedsRecord: "{name} debe ser un registro con las respuestas del flujo que usa"
    case .keyProblem: "en {name}: {problem}"
    case .keyUnused: "{name} está indicado, pero no se pregunta"

    // Steps without a field
    case .onlyYes: "solo se continúa con sí"
    case .noteTakesYes: "para continuar, no escribir nada o escribir sí"
    case .reviewTakesYes:
      """
      para continuar, no escribir nada o escribir sí; para cambiar una respuesta, volver \
      a ella
      """
    case .stopTakesYes:
      """
      para terminar, no escribir nada o escribir sí; para cambiar una respuesta, volver a \
      ella
      """
    case .commitTakesYes: "escribir sí para continuar, o volver atrás"
    case .listTakesNothing:
      "para continuar, no escribir nada; los elementos se añaden, cambian, quitan y mueven"

    // Going back
    case .firstStep: "este es el primer paso"
    case .notAsked: "{id} no se ha preguntado todavía"
    case .notShown: "{id} no se ha mostrado, así que no se puede volver ahí"
    case .effectIsNotAsked: "{id} es un paso de tipo {kind}, que no pregunta nada"
    case .noStep: "no existe el paso {id}"
    case .pastCommit: "no se puede volver más atrás de {id}"
    case .notUndone: "{step} no se ha deshecho: {problem}"

    // Commands, actions, and files that failed
    case .effectProblem: "{subject}: {problem}"
    case .subjectCommand: "{name}"
    case .subjectAction: "acción {name}"
    case .subjectWrite: "escritura de {path}"
    case .subjectRestore: "restauración de {path}"
    case .endedWithStatus: "terminó con el estado {status}"
    case .endedWithStatusSaying: "terminó con el estado {status}: {words}"
    case .unexpectedResult: "dio un resultado de otro tipo"
    case .failedWithSecret: "falló con un mensaje que contiene un secreto"
    case .notAllowed: "no permitido"
    case .notAllowedHere: "no permitido; aquí no se ejecutan comandos ni se escriben archivos"
    case .notAllowedBecause: "no permitido; {reason}"
    case .noCommandAllowed: "no se puede ejecutar ningún comando"
    case .commandNotListed: "solo se puede ejecutar {names}"
    case .noFolderAllowed: "no se puede escribir en ninguna carpeta"
    case .folderNotListed: "la ruta no está en ninguna carpeta en la que se pueda escribir"
    case .failedBecause: "falló; {reason}"
    case .wasInterrupted: "interrumpido"
    case .actionMissing: "no existe aquí"
    case .commandMissing: "no se encontró"
    case .notStarted: "no se pudo iniciar; {reason}"
    case .tookTooLong: "tardó más de {time}"
    case .wroteTooMuch:
      "escribió más de {count, plural, one {# byte} many {# de bytes} other {# bytes}}"
    case .endedBySignal: "terminado por la señal {signal}"
    case .outputNotUTF8: "la salida no es UTF-8"
    case .outputNotJSON: "la salida no es JSON: {reason}"
    case .resultNotOfKind: "no dio ningún {kind}"
    case .resultNotOfType: "dio un JSON que no encaja ({type})"

    // Why a file can't be written
    case .pathNotRelative: "la ruta debe ser relativa"
    case .pathHasNull: "la ruta contiene un carácter nulo"
    case .pathNamesFolder: "la ruta es una carpeta"
    case .pathLeadsOut: "la ruta sale de la carpeta de trabajo"
    case .partIsNoFolder: "{part} no es una carpeta"
    case .noFolder: "no hay carpeta"
    case .folderUnreadable: "no está en ninguna carpeta que se pueda leer"
    case .fileExists: "el archivo ya existe"
    case .fileChanged: "el archivo ha cambiado desde que se escribió"
    case .notAFile: "no es un archivo"
    case .fileTooLarge: "el archivo supera los {limit} bytes y no se podría restaurar"

    // What the flow itself got wrong
    case .stepDoesNothing: "{id} no hace nada"
    case .commandUnnamed: "el comando no nombra ningún programa"
    case .singleTextNeeded: "hace falta un solo texto, no {value}"
    case .kindList: "una lista"
    case .kindMap: "una tabla"
    case .kindBytes: "bytes"
    case .kindNothing: "nada"
    case .kindOther: "otro valor"
    case .argumentHasNull: "un argumento no puede contener un carácter nulo"
    case .pathEmpty: "la ruta está vacía"
    case .noJSONForm: "el valor no se puede escribir en JSON"
    case .noYAMLForm: "el valor no se puede escribir en YAML"
    case .computedLimitWrong:
      "el valor calculado de {name} no sirve (hace falta: {need}); hay {value}"
    case .computedPatternWrong: "el patrón calculado no es una expresión regular: {reason}"

    // What commands and files do
    case .effectRun: "ejecutar: {command}"
    case .effectUndo: "deshacer: {command}"
    case .effectCall: "llamar a la acción {name}"
    case .effectUndoCall: "deshacer con la acción {name}"
    case .commandPassing: "{command}, con {names} del entorno"
    case .commandReading: "{command}, leyendo {size}"
    case .byteCount: "{count, plural, one {# byte} many {# de bytes} other {# bytes}}"
    case .effectWrite: "escribir {path} ({size})"
    case .effectOverwrite: "sobrescribir {path} ({size})"
    case .effectWriteNew: "escribir {path} ({size}), si no existe"
    case .effectAppend: "añadir {size} a {path}"
    case .effectWithMode: "{effect}, modo {mode}"
    case .effectRemove: "borrar {path}, que se escribió aquí"
    case .effectPutBack: "dejar {path} como estaba"
    case .effectShorten: "quitar {size} del final de {path}"

    // Above and below a question
    case .stepOf: "Paso {step}."
    case .stepOfAbout: "Paso {step}, quedan unos {remaining}."
    case .itemOf: "Elemento {number} de: {list}"
    case .checkAnswers: "Revisar las respuestas"
    case .itemsShown:
      """
      {count, plural, one {Elemento {first}} many {Elementos {first} a {last}} other \
      {Elementos {first} a {last}}} de {total}. Escribir :show all para verlos todos.
      """
    case .noItems: "Todavía no hay ninguno."
    case .hintYesNo: "sí o no"
    case .hintDate: "año-mes-día"
    case .hintTime: "horas:minutos"
    case .hintDateTime: "año-mes-día horas:minutos"
    case .hintDuration: "por ejemplo 1h30m"
    case .hintOptional: "opcional"
    case .hintEditor: "varias líneas: :edit"
    case .chooseExactly: "Elegir {count}"
    case .chooseBetween: "Elegir de {least} a {most}"
    case .chooseAtLeast: "Elegir {count} o más"
    case .chooseAtMost: "Elegir hasta {count}"
    case .chooseAny: "Elegir las que se quiera"
    case .choosingRule: "{heading}: números y rangos como 1 3-5, todas, ninguna."
    case .notNow: "ahora no"
    case .notNowBecause: "ahora no: {reason}"
    case .moreCandidates: "y {count} más"
    case .moreChoices: "y {count} más. Escribir una parte del nombre para ver las que la contienen."
    case .moreMatches: "y {count} más que contienen {text}."

    // Hints at a question
    case .hintFirst: "Intro acepta la línea, :back vuelve atrás, :help dice qué más se puede hacer."
    case .hintOnceMore: "Una vez más, por seguridad."
    case .hintSecret: "Lo que se escribe no se muestra. {keys}"
    case .hintSecretKeys: "Mayús-Tab vuelve atrás, F1 dice qué más se puede hacer."
    case .hintChoosing: "Escribir un número o un nombre; basta el principio."
    case .hintKept: "Como antes; Intro lo conserva."
    case .hintOffered: "Intro conserva el texto de la línea; al escribir se reemplaza."
    case .hintNote: "Intro para continuar."
    case .hintReview:
      """
      Intro para continuar. Para cambiar una respuesta, escribir :back y su nombre entre \
      paréntesis.
      """
    case .hintCommit: "Escribir sí para continuar. Después no hay vuelta atrás."
    case .hintStop: "Intro para terminar, o :back para cambiar una respuesta."

    // What is said of an answer
    case .understoodAs: "Entendido: {text}"
    case .notAccepted: "No se acepta:"
    case .careful: "Atención:"
    case .keepWarned: "Intro otra vez para conservarlo."
    case .notPossible: "No es posible:"
    case .denied: "rechazado"
    case .notUnderstood: "No se entiende: {problem}"
    case .leftEmpty: "se dejó vacío"
    case .originGiven: "dado de antemano"
    case .originDefault: "por defecto"
    case .answeredAgain: "hay que responder de nuevo: {problem}"
    case .nothingAnswered: "Todavía no hay ninguna respuesta."
    case .noMoreHelp: "No hay más que decir sobre esto."
    case .whatCanBeTyped: "Aquí se puede escribir:"

    // Lists of records, as they're changed
    case .listItemOpen: "Falta responder al elemento {number}: escribir {command}."
    case .listEditOnly: "Escribir edit y un número para cambiar un elemento. Intro para continuar."
    case .listFullEmpty: "No se puede añadir ninguno."
    case .listFull: "Escribir edit, remove o move y un número. No se pueden añadir más."
    case .listEmpty: "Escribir add para añadir uno."
    case .listOpen: "Escribir add, o edit, remove o move y un número."
    case .listNeedsMore:
      """
      {hint} {limit, plural, one {Hace falta al menos #} many {Hacen falta al menos #} \
      other {Hacen falta al menos #}}.
      """
    case .listGoesOn: "{hint} Intro para continuar."
    case .listGoesOnEmpty: "{hint} Intro para continuar sin ninguno."
    case .listNothing: "no escribir nada para continuar"
    case .listEditOrNothing: "escribir edit y un número, o nada para continuar"
    case .listTypes: "escribir {ways}"
    case .nothingToGoOn: "nada para continuar"
    case .wordAddAlone: "{word} va solo"
    case .wordMoveNumbers: "{word} necesita dos números: el elemento y su nuevo lugar"
    case .wordItemNumber: "{word} necesita el número de un elemento"
    case .detailAdd: "un elemento nuevo"
    case .detailItem: "un elemento, por su número"
    case .detailMove: "un elemento a otro lugar: dos números"
    case .listMissing: "aquí no hay ninguna lista"

    // Words after a colon
    case .wordBack: "un paso atrás; puede seguir un número de pasos o el id de un paso"
    case .wordHelp: "más sobre la pregunta, y esta lista"
    case .wordWhy: "por qué se pregunta; puede seguir un id"
    case .wordReview: "las respuestas hasta ahora"
    case .wordAccept: "retomar las respuestas anteriores"
    case .wordNone: "dejarlo vacío"
    case .wordField: "ir a un campo de este formulario; sigue su id"
    case .wordEdit: "escribir el texto en el editor"
    case .wordRetry: "reintentar un paso que falló"
    case .wordShow: "la pregunta otra vez; puede seguir all"
    case .wordNext: "tomar lo que se ofrece"
    case .wordQuit: "salir"
    case .wordAdd: "un elemento nuevo"
    case .wordEditItem: "cambiar un elemento; sigue su número"
    case .wordRemove: "quitar un elemento; sigue su número"
    case .wordMove: "mover un elemento; siguen su número y su nuevo lugar"
    case .keyClearsScreen: "{key} también limpia la pantalla"
    case .wordTakesOne: "{word} admite una sola palabra."
    case .backByOne: "hay que volver al menos 1 paso."
    case .fieldNeedsID: "{word} necesita el id de un campo."
    case .wordStandsAlone: "{word} va solo."
    case .wordMissing: "no existe la palabra {word}; {help} muestra las palabras. {rule}"
    case .wordMeant: "no existe la palabra {word}; ¿quizá {meant}? {rule}"
    case .escapeRule: "Una respuesta que empieza por {sign} se escribe con {escape}."
    case .editorNotHere: "solo un texto de varias líneas se escribe en un editor"
    case .editorMissing: "aquí no hay editor"
    case .editorUnchanged: "No se cambió nada en el editor."
    case .fieldMissing: "aquí no se pregunta el campo {id}"
    case .nothingToAccept: "aquí no hay respuestas anteriores que retomar"
    case .nothingFailed: "aquí no ha fallado nada"
    case .cannotRetry: "esto no se puede reintentar"

    // Questions about commands and files
    case .effectsAhead: "Esto es lo que va a ocurrir:"
    case .effectsBack: "Al volver atrás ocurrirá esto:"
    case .effectsYes: "Escribir sí para permitirlo, o no para rechazarlo."
    case .effectsYesShow:
      """
      Escribir sí para permitirlo, no para rechazarlo, o :show para leer lo que se \
      escribirá.
      """
    case .overwriteQuestion: "El archivo {path} ya existe, con otro contenido."
    case .overwriteYes: "Escribir sí para sobrescribirlo, o no para dejarlo como está."
    case .typeYesOrNo: "Escribir sí o no."
    case .contentSecret: "Contiene un secreto."
    case .contentNotText: "No es texto."
    case .contentMore:
      "y {count, plural, one {# línea más} many {# de líneas más} other {# líneas más}}"
    case .fileKept: "El archivo {path} queda como está."
    case .effectSkipped: "Omitido, porque falló: {problem}"
    case .ctrlCAgain: "Ctrl-C detiene lo que se ejecuta; otra vez para salir."

    // Failures
    case .cannotContinue: "No se puede continuar: {problem} (línea {line} del flujo)."
    case .stepFailed: "Falló: {problem} (línea {line} del flujo)."
    case .waysOut: "Escribir {ways}."
    case .wayRetry: ":retry para reintentar"
    case .wayRetryNext: ":retry para continuar con {step}"
    case .wayBack: ":back para cambiar una respuesta"
    case .wayBackAgain: ":back para reintentar"
    case .wayQuit: ":quit para salir"
    case .notUndoable: "Lo que se hizo en {step} no se puede deshacer."

    // Going back past answers
    case .backDiscards:
      """
      Volver a {id} descarta: {names}. Las respuestas que sigan encajando se ofrecerán de \
      nuevo.
      """
    case .backHint: "Intro para volver, o no para quedarse."
    case .discarded:
      "Descartado: {names}. Las respuestas que sigan encajando se ofrecerán de nuevo."

    // Why a step is asked
    case .whyUnknown: "No existe ningún paso ni campo {id}."
    case .whyFailed: "El flujo no puede continuar aquí, así que no se pregunta nada."
    case .whyAlways: "Esto se pregunta siempre."
    case .whyNoEnd: "Esto se pregunta porque el flujo no terminó antes:"
    case .whyAsked: "Esto se pregunta porque:"
    case .whyAskedNoEnd: "y porque el flujo no terminó antes:"
    case .whySkipped: "Esto se omite porque:"
    case .whyEnded: "Aquí no se llega, porque el flujo termina antes:"
    case .whyLater: "Esto viene más adelante y se pregunta siempre."
    case .whyLaterNoEnd: "Esto viene más adelante, si el flujo no termina antes:"
    case .whyLaterWhen: "Esto viene más adelante. Se pregunta si:"
    case .whyLaterAndNoEnd: "y si el flujo no termina antes:"
    case .whyStop: "en {id} (línea {line})"
    case .whyStopBecause: "en {id}: {conditions}"
    case .whyTrue: "{condition} es verdadero (línea {line})"
    case .whyFalse: "{condition} es falso (línea {line})"
    case .whyOpen: "{condition} (línea {line})"
    case .whyRead: "{name} es {value}"
    case .whyReadEmpty: "{name} está vacío"
    case .whyReadNothing: "{name} no tiene respuesta"

    // The program around a walk
    case .walkInputEnded: "se acabó la entrada"
    case .walkTimeUp: "se acabó el tiempo"
    case .walkEndedAt: "{reason}, en la pregunta {id}"
    case .effectsRemain: "queda hecho ({effects})"
    case .filesWritten:
      """
      {count, plural, one {el archivo {names}} many {los archivos {names}} other {los \
      archivos {names}}}
      """
    case .effectSkippedNote: "omitido, porque falló: {problem}"
    case .answerWarned: "la respuesta {id} se aceptó con una advertencia: {problem}"
    case .answerWarnedNote: "Nota: la respuesta {id} se aceptó con una advertencia: {problem}"
    case .answerRefused: "la respuesta {id} se rechaza: {problem}"
    case .answersRefused: "las respuestas de {id} se rechazan: {problem}"
    case .answersMissing: "faltan respuestas, y no hay terminal donde preguntar:"
    case .answersMissingAlone: "faltan respuestas, y --no-input está activado:"
    case .missingHasDefault: "tiene un valor por defecto"
    case .missingWhen: "si {condition}"
    case .missingTakeBoth: "--defaults toma los valores por defecto y deja vacío lo opcional."
    case .missingTakeDefaults: "--defaults toma los valores por defecto."
    case .missingLeaveEmpty: "--defaults deja vacío lo opcional."
    case .decisionMissing: "el flujo espera una decisión que nadie toma"
    case .fileExistsUnasked: "falló; el archivo ya existe, y no hay a quién preguntar"
    case .allowRun: "no permitido; {option} lo permite"
    case .answersUnused:
      """
      {count, plural, one {la respuesta {names} se dio, pero nunca se preguntó} many {las \
      respuestas {names} se dieron, pero nunca se preguntaron} other {las respuestas \
      {names} se dieron, pero nunca se preguntaron}}
      """
    case .resultKept: "el resultado queda en {path}, que solo puede leer su dueño"
    case .resultLost: "tampoco se pudo guardar ahí el resultado: {reason}"
    case .resultIn: "el resultado está en {path}"
    case .resultTitle: "No se puede escribir el resultado: {reason}"
    case .resultQuestion: "Otro archivo"
    case .resultHelp:
      """
      Escribir :quit para salir; el resultado queda entonces en un archivo que solo puede \
      leer su dueño.
      """
    case .pickerTitle: "Los flujos de esta carpeta"
    case .pickerQuestion: "¿Qué flujo empezar?"
    case .pickerMistakes: "tiene errores; ver stackflow check"
    case .confirmQuestion: "¿Continuar?"
    case .questionRefused: "la respuesta se rechaza: {problem}"
    case .questionUnasked: "no hay terminal donde preguntar; {option} da la respuesta"
    }
  }
}
