// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Effects: commands, actions and files.
extension Explanations {
  static let ofEffects: [Explanation] = [
    Explanation(
      "not-an-argument", "a list stands where one text is needed",
      meaning: """
        An argument, a variable of an environment and a path are each one text. A list in one would \
        have to be cut up or joined by a rule that nobody sees.
        """,
      example: """
        - run: install
          command: [apt-get, install, "${packages}"]
        """,
      mending: """
        write { each: packages } as an element of its own, which gives one argument for each \
        element, or join the list yourself: "${packages.join(',')}".
        """),
    Explanation(
      "no-shell", "a word that only a shell understands",
      meaning: """
        A command is a program and its arguments; no shell cuts it up, expands it or connects it \
        with others, so that no answer can become a part of the command. Signs such as '|', '&&' and \
        '>' reach the program as they are.
        """,
      example: """
        - run: list
          command: [ls, "|", sort]
        """,
      mending: """
        make a step of each command; 'capture' and 'stdin' pass on what one wrote. Where a shell is \
        meant, run it: [sh, -c, 'ls | sort'], with answers in 'with', never in the text.
        """),
    Explanation(
      "path-outside", "a path that leads out of the working directory",
      meaning: """
        A 'write' step writes below the directory in which stackflow runs, also behind symbolic \
        links, so that a flow from somebody else cannot touch your other files.
        """,
      example: """
        - write: unit
          path: /etc/systemd/system/app.service
          content: "[Unit]"
        """,
      mending: """
        write below the working directory, and let a command that the person allows put the file \
        where it belongs: [sudo, install, app.service, /etc/systemd/system/].
        """),
    Explanation(
      "file-outside", "a file that does not stand in the flow's folder",
      meaning: """
        'from' and 'copy' name files beside the flow, so that a folder holds everything that its \
        flows need, and a flow from somebody else reads nothing of yours.
        """,
      example: """
        - { write: hosts, path: hosts, copy: ../../etc/hosts }
        """,
      mending: """
        put the file into the flow's folder, or into a folder in it; --allow-read DIR lets a flow \
        name files in DIR.
        """),
    Explanation(
      "unreadable-file", "a file beside the flow cannot be read",
      meaning:
        "Files that 'from' and 'copy' name, and those with translations, are read when the flow is "
        + "loaded; the file is not there, cannot be read, or is not a text.",
      example: """
        - write: readme
          path: README.md
          content:
            - from: templates/README.md
        """,
      mending: """
        correct the path, which is relative to the flow's folder. 'from' takes a text in UTF-8, \
        'copy' any bytes.
        """),
  ]
}
