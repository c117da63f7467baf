import { existsSync } from "node:fs";

/** The path of Emacs, if eglot is installed too: Debian has it as a package of its own before Emacs 29. */
export const emacs = existsSync("/usr/share/emacs/site-lisp/elpa") ? installed("/usr/bin/emacs") : undefined;

/** The path of Neovim. */
export const neovim = installed("/usr/bin/nvim");

function installed(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
