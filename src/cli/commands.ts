import type { Argv } from "yargs";
import { checkCommand } from "./check.js";
import { diffCommand } from "./diff.js";
import { docsCommand } from "./docs.js";
import { explainCommand } from "./explain.js";
import { exportCommand } from "./export.js";
import { formatCommand } from "./format.js";
import { generateCommand } from "./generate.js";
import { initCommand } from "./init.js";
import { irCommand } from "./ir.js";
import { lintCommand } from "./lint.js";
import { lspCommand } from "./lsp.js";
import { mockCommand } from "./mock.js";
import { scaffoldCommand } from "./scaffold.js";

/** Adds all commands, in the order of `ashlar --help`. Each loads what it needs when it runs. */
export function addCommands(yargs: Argv): Argv {
  return yargs
    .command(initCommand)
    .command(generateCommand)
    .command(scaffoldCommand)
    .command(checkCommand)
    .command(lintCommand)
    .command(formatCommand)
    .command(diffCommand)
    .command(docsCommand)
    .command(exportCommand)
    .command(mockCommand)
    .command(explainCommand)
    .command(irCommand)
    .command(lspCommand);
}

/** The names of the commands. */
export const commandNames: readonly string[] = [
  initCommand,
  generateCommand,
  scaffoldCommand,
  checkCommand,
  lintCommand,
  formatCommand,
  diffCommand,
  docsCommand,
  exportCommand,
  mockCommand,
  explainCommand,
  irCommand,
  lspCommand,
].map(({ command }) => String(command).replace(/ .*/, ""));
