import type { CommandModule } from "yargs";
import { filterOptions, specsPositional } from "../options.js";
import type { VerifyArguments } from "./run.js";

/** `ashlar verify`: proves that a package is what its specification generates. */
export const verifyCommand: CommandModule<object, VerifyArguments> = {
  command: "verify <package> [specs..]",
  describe: "Prove that a package is what its specification generates",
  builder: (yargs) =>
    yargs
      .positional("package", { type: "string", demandOption: true, describe: "The folder or the .tgz of a package" })
      .positional("specs", {
        ...specsPositional,
        describe: `${specsPositional.describe}; or a Git revision, git:REV or git:REV:PATH`,
      })
      .options(filterOptions)
      .example("$0 verify node_modules/shop-api", "Compare an installed package with today's specification")
      .example("$0 verify shop-api-1.2.0.tgz git:v1.2.0", "Compare a tarball with the specification of a release"),
  handler: async (args) => {
    const { runVerify } = await import("./run.js");
    process.exitCode = await runVerify(args);
  },
};
