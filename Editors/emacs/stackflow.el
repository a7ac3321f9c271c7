;;; stackflow.el --- Flows of StackFlow -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:
;; StackFlow in Emacs, from 28 on, with eglot: in Debian, the package elpa-eglot; from Emacs 29 on, it's included.
;; Put this file into a folder of `load-path' and (require 'stackflow) into your init file.

;;; Code:
(require 'eglot)

(defgroup stackflow nil "Flows of StackFlow." :group 'languages)

(defcustom stackflow-command '("stackflow" "lsp")
  "The program that serves the editor, with its arguments."
  :type '(repeat string))

(defvar stackflow-mode-map (make-sparse-keymap) "The keys of `stackflow-mode'.")

(define-derived-mode stackflow-mode text-mode "StackFlow"
  "A mode for flows of StackFlow.
It isn't derived from a mode of YAML, whose server would report what isn't wrong."
  (setq-local comment-start "# "
              comment-start-skip "#+ *"
              indent-tabs-mode nil
              indent-line-function #'indent-relative)
  (setq-local font-lock-defaults
              '((("#.*$" . font-lock-comment-face)
                 ("^ *\\(?:- +\\)?\\([A-Za-z][A-Za-z0-9_-]*\\):" 1 font-lock-keyword-face)
                 ("\\${[^}\n]*}" . font-lock-variable-name-face))
                t)))

(defun stackflow--belongs-p ()
  "Return whether the file of the buffer belongs to a flow beside it."
  (let ((name (file-name-nondirectory (or buffer-file-name ""))))
    (seq-some (lambda (flow)
                (or (string-prefix-p (substring flow 0 (- (length "flow.yaml"))) name)
                    (string-suffix-p ".extensions.yaml" name)))
              (directory-files default-directory nil "\\.flow\\.yaml\\'"))))

;;;###autoload
(defun stackflow-mode-beside-flow ()
  "Turn on `stackflow-mode' if the file belongs to a flow beside it."
  (if (stackflow--belongs-p) (stackflow-mode)
    (let ((auto-mode-alist (rassq-delete-all 'stackflow-mode-beside-flow (copy-alist auto-mode-alist))))
      (set-auto-mode))))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist
               '("\\.\\(?:test\\|texts\\|extensions\\)\\.yaml\\'" . stackflow-mode-beside-flow))
  (add-to-list 'auto-mode-alist '("\\.flow\\.ya?ml\\'" . stackflow-mode)))

(add-to-list 'eglot-server-programs (cons 'stackflow-mode (lambda (&rest _) stackflow-command)))
(add-hook 'stackflow-mode-hook #'eglot-ensure)

(provide 'stackflow)
;;; stackflow.el ends here
