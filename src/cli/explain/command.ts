import type { CommandModule } from "yargs";

interface ExplainArguments {
  readonly name: string | undefined;
}

/** `ashlar explain`: prints the page of a diagnostic or the section of a rule, or the list of all diagnostics. */
export const explainCommand: CommandModule<object, ExplainArguments> = {
  command: "explain [name]",
  describe: "Explain a diagnostic, or a rule of lint or diff, with an example",
  builder: (yargs) =>
    yargs
      .positional("name", {
        type: "string",
        describe:
          "The code of a diagnostic, such as unknown-type, or a rule of lint or diff, such as tag-added; without it, " +
          "all codes are listed",
      })
      .example("$0 explain unknown-type", "Print what it means, an incorrect specification and a correct one")
      .example("$0 explain tag-added", "Print what the change means, and the message that is refused")
      .example("$0 explain", "List all codes by topic"),
  handler: async ({ name }) => {
    const { runExplain } = await import("./run.js");
    await runExplain(name);
  },
};
