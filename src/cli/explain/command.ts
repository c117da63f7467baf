import type { CommandModule } from "yargs";

interface ExplainArguments {
  readonly code: string | undefined;
}

/** `ashlar explain`: prints the page of a diagnostic, or the list of all. */
export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: "explain [code]",
  describe: "Explain a diagnostic, with an example",
  builder: (yargs) =>
    yargs
      .positional("code", {
        type: "string",
        describe: "The code of a diagnostic, such as unknown-type; without it, all codes are listed",
      })
      .example("$0 explain unknown-type", "Print what it means, an incorrect specification and a correct one")
      .example("$0 explain", "List all codes by topic"),
  handler: async ({ code }) => {
    const { runExplain } = await import("./run.js");
    runExplain(code);
  },
};
