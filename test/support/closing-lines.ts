import type { Reporter, TestModule } from "vitest/node";
import { emacs, neovim } from "../docs/installed-editors.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { hasNext } from "../frameworks/next-folder.js";
import { hasPostgres } from "../../service/test/support/postgres.js";
import { python } from "../exports/schema/python.js";
import { dropboxFolder, hasDropboxRecordings } from "./corpus.js";
import { pythonWithStone } from "./stone-python.js";

/** What tests need besides Node and npm, and how to get it. */
const requirements: readonly (readonly [name: string, isThere: boolean, command: string])[] = [
  ["Chromium", hasChromium, "apt-get install -y chromium-headless-shell"],
  ["PostgreSQL", hasPostgres, "apt-get install -y postgresql"],
  ["Neovim", neovim !== undefined, "apt-get install -y neovim"],
  ["Emacs", emacs !== undefined, "apt-get install -y emacs-nox elpa-eglot"],
  ["Stone for Python", pythonWithStone !== undefined, "apt-get install -y python3-stone"],
  ["jsonschema for Python", python !== undefined, "apt-get install -y python3-jsonschema"],
  ["Next", hasNext, "npm ci --prefix test/frameworks/next"],
  ["the Dropbox specification", dropboxFolder !== undefined, "npm run fetch:dropbox-spec"],
  [
    "recordings beside the Dropbox specification",
    hasDropboxRecordings || dropboxFolder === undefined,
    "they are not public",
  ],
];

const tiers = ["unit", "product", "world"];

/** Says at the end of a run, in three lines, what ran, what was left out because something is missing, and how to run that. */
export default class ClosingLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = tiers.map((tier) => {
      const tests = modules
        .filter(({ project }) => project.name.startsWith(tier))
        .flatMap((module) => [...module.children.allTests()]);
      return { tier, count: tests.filter((test) => test.result().state !== "skipped").length };
    });
    const missing = requirements.filter(([, isThere]) => !isThere);
    const notRun = counts.filter(({ count }) => count === 0).map(({ tier }) => tier);
    const leftOut = [
      ...(notRun.length > 0 ? [`the tier ${notRun.join(", ")}`] : []),
      ...(missing.length > 0 ? [`tests that need ${missing.map(([name]) => name).join(", ")}`] : []),
    ];
    const commands = [...(notRun.length > 0 ? ["npm run test:all"] : []), ...missing.map(([, , command]) => command)];
    const ran = counts.filter(({ count }) => count > 0).map(({ tier, count }) => `${count} ${tier} tests`);
    console.log(`Ran: ${ran.join(", ") || "nothing"}.`);
    console.log(`Left out: ${leftOut.join("; ") || "nothing"}.`);
    console.log(`To run that: ${commands.join("; ") || "nothing to do"}.`);
  }
}
