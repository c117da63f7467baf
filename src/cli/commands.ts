import type { Argv } from "yargs";
import { checkCommand } from "./check/command.js";
import { diffCommand } from "./diff/command.js";
import { docsCommand } from "./docs/command.js";
import { explainCommand } from "./explain/command.js";
import { exportCommand } from "./export/command.js";
import { formatCommand } from "./format/command.js";
import { generateCommand } from "./generate/command.js";
import { initCommand } from "./init/command.js";
import { inputsCommand } from "./inputs/command.js";
import { irCommand } from "./ir/command.js";
import { lintCommand } from "./lint/command.js";
import { lspCommand } from "./lsp/command.js";
import { mcpCommand } from "./mcp/command.js";
import { migrateCommand } from "./migrate/command.js";
import { mockCommand } from "./mock/command.js";
import { playgroundCommand } from "./playground/command.js";
import { scaffoldCommand } from "./scaffold/command.js";
import { testCommand } from "./test/command.js";
import { verifyCommand } from "./verify/command.js";

/** Adds all commands, in the order of `ashlar --help`. Each command loads its dependencies when it runs. */
export function addCommands(yargs: Argv): Argv {
  return yargs
    .command(initCommand)
    .command(generateCommand)
    .command(scaffoldCommand)
    .command(checkCommand)
    .command(lintCommand)
    .command(formatCommand)
    .command(diffCommand)
    .command(migrateCommand)
    .command(verifyCommand)
    .command(docsCommand)
    .command(exportCommand)
    .command(mockCommand)
    .command(testCommand)
    .command(mcpCommand)
    .command(playgroundCommand)
    .command(explainCommand)
    .command(irCommand)
    .command(inputsCommand)
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
  migrateCommand,
  verifyCommand,
  docsCommand,
  exportCommand,
  mockCommand,
  testCommand,
  mcpCommand,
  playgroundCommand,
  explainCommand,
  irCommand,
  inputsCommand,
  lspCommand,
].map(({ command }) => String(command).replace(/ .*/, ""));
