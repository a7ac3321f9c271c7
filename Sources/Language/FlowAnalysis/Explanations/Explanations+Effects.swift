// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Effects: commands, actions and files.
extension Explanations {
  static let ofEffects: [Explanation] = [
    Explanation(
      "not-an-argument", "a list is used where a single text is expected",
      meaning: """
        An argument, a variable of an environment and a path are each one text. A list in one would \
        have to be cut up or joined by a rule that no one sees.
        """,
      example: """
        - run: install
          command: [apt-get, install, "${packages}"]
        """,
      remedy: """
        write { each: packages } as an element of its own, which makes one argument of each \
        element, or join the list yourself: "${packages.join(',')}".
        """),
    Explanation(
      "no-shell", "a command uses shell syntax",
      meaning: """
        A command is a program and its arguments. No shell splits, expands or connects \
        commands, so an answer can never become a part of the command. Characters such as '|', \
        '&&' and '>' are passed to the program as they are.
        """,
      example: """
        - run: list
          command: [ls, "|", sort]
        """,
      remedy: """
        use a step for each command; 'capture' and 'stdin' pass on the output. If you need a \
        shell, run it: [sh, -c, 'ls | sort'], and pass answers in 'with', never in the text.
        """),
    Explanation(
      "shell-program", "an answer becomes part of a program",
      meaning: """
        The text after 'sh -c' is a program. An answer in it is run as code: '; rm -r .' would be \
        a command. An answer that's an argument of the program stays a text, whatever is in it.
        """,
      example: """
        - run: count
          command: [sh, -c, "echo ${name} | wc"]
        """,
      remedy: """
        pass the answer as an argument, which the program reads as "$1": \
        [sh, -c, 'echo "$1" | wc', sh, "${name}"]. An answer in 'with' is a variable of the \
        environment.
        """),
    Explanation(
      "path-outside", "a path leads outside the working directory",
      meaning: """
        A 'write' step writes below the directory in which stackflow runs, even through symbolic \
        links, so someone else's flow can't touch your other files.
        """,
      example: """
        - write: unit
          path: /etc/systemd/system/app.service
          content: "[Unit]"
        """,
      remedy: """
        write below the working directory, and move the file with a command that the user \
        allows: [sudo, install, app.service, /etc/systemd/system/].
        """),
    Explanation(
      "file-outside", "a file is outside the flow's folder",
      meaning: """
        'from' and 'copy' name files in the flow's folder, so a folder contains everything that its \
        flows need, and someone else's flow can't read your files.
        """,
      example: """
        - { write: hosts, path: hosts, copy: ../../etc/hosts }
        """,
      remedy: """
        put the file in the flow's folder or a subfolder; --allow-read DIR lets a flow \
        name files in DIR.
        """),
    Explanation(
      "unreadable-file", "a file next to the flow can't be read",
      meaning:
        "Files that 'from' and 'copy' name, and those with translations, are read when the flow is "
        + "loaded. The file doesn't exist, can't be read, or isn't text.",
      example: """
        - write: readme
          path: README.md
          content:
            - from: templates/README.md
        """,
      remedy: """
        correct the path, which is relative to the flow's folder. 'from' takes UTF-8 text, \
        'copy' any bytes.
        """),
    Explanation(
      "file-name", "a file of a tree can't have this name",
      meaning: """
        The names in the folder of 'tree' are texts, and each becomes the name of one file or \
        folder: it has no '/', no control characters, and isn't '..'. A name that becomes empty \
        leaves the file out; one that's always empty is a mistake.
        """,
      example: """
        - { write: project, tree: templates }   # with a file '.tmpl'
        """,
      remedy: """
        rename the file. To leave it out under a condition, write the condition into the name: \
        ${tests ? 'test.sh' : ''}.tmpl.
        """),
    Explanation(
      "same-name", "two files of a tree get the same name",
      meaning: """
        A template loses its suffix, so 'a.txt' and 'a.txt.tmpl' would both become 'a.txt', and \
        one of them would be lost. Where a tree is written for 'each' element of a list, so would the \
        files in whose paths 'item' isn't named.
        """,
      example: """
        - { write: project, tree: templates }   # with files 'a.txt' and 'a.txt.tmpl'
        """,
      remedy: """
        rename one of them, or leave one out with 'skip'. With 'each', name 'item' in 'to': \
        to: "services/${item.id}".
        """),
    Explanation(
      "unused-pattern", "a pattern of 'skip' leaves out nothing, or everything",
      meaning: """
        A pattern with '/' is compared with paths in the tree, which begin with a name: 'docs/api'. \
        This one is the path of nothing in the tree, or the patterns together leave nothing to write. \
        A pattern without '/' may be for files that aren't there yet.
        """,
      example: """
        - { write: project, tree: templates, skip: ["/docs"] }
        """,
      remedy: "write the path as it is in the tree, without a '/' at its ends: skip: [docs]."),
    Explanation(
      "tree-into-itself", "a tree is written into its own folder",
      meaning: """
        'to' is in the folder of 'tree', if the flow is walked where it is. What was written would be \
        a part of the tree the next time, and so on, deeper each time.
        """,
      example: """
        - { write: project, tree: templates, to: "templates/${name}" }
        """,
      remedy: "write it to another folder, such as to: ${name}."),
    Explanation(
      "tree-too-large", "a tree has too many files, or too many bytes",
      meaning: """
        The trees of a flow together have at most 20,000 files and folders with 32 MiB, \
        nested at most 32 deep, so that loading a flow never takes long.
        """,
      example: """
        - { write: project, tree: templates }   # with a folder 'node_modules'
        """,
      remedy: "leave out what isn't needed with 'skip', such as skip: [node_modules]."),
  ]
}
