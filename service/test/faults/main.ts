import { parseArgs } from "node:util";
import { faults } from "./faults.js";
import { tryFault, type Result } from "./try-fault.js";

/**
 * `npm run faults -w service -- [--earlier FOLDER] [--caddy] [names…]`: lets things go wrong while a load runs, and prints what
 * happened. See `docs/operating.md`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { earlier: { type: "string" }, caddy: { type: "boolean", default: false } },
});

/** The longest acceptable time until all calls succeed again, in seconds. */
const longestRecovery = 5;

const columns = ["calls", "writes", "lost or wrong", "503, 429", "in doubt", "other 5xx", "dropped", "recovery (s)"];

function cells(result: Result): (string | number)[] {
  const { calls, writes, wrong, refused, unknown, otherErrors, dropped, killed, recovery } = result;
  const droppedText = killed > 0 ? `${dropped.length} (+${killed} killed)` : dropped.length;
  return [calls, writes, wrong.length, refused, unknown, otherErrors.length, droppedText, recovery.toFixed(1)];
}

function isGood({ wrong, otherErrors, dropped, recovery }: Result): boolean {
  return wrong.length === 0 && otherErrors.length === 0 && dropped.length === 0 && recovery <= longestRecovery;
}

function row(values: readonly (string | number)[]): string {
  return `| ${values.join(" | ")} |`;
}

const { earlier, caddy } = values;
const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(", ")}. There are: ${faults.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
console.log(row(["fault", ...columns]));
console.log(row(["---", ...columns.map(() => "---:")]));
for (const fault of faults) {
  if (positionals.length > 0 && !positionals.includes(fault.name)) {
    continue;
  }
  if (fault.needsEarlier && earlier === undefined) {
    console.log(
      row([
        fault.name,
        "left out: it needs --earlier, the folder of an earlier version",
        ...columns.slice(1).map(() => ""),
      ]),
    );
    continue;
  }
  const result = await tryFault(fault, { hasCaddy: caddy, repository: fault.needsEarlier ? earlier : undefined });
  console.log(row([fault.name, ...cells(result)]));
  if (!isGood(result)) {
    process.exitCode = 1;
    const { wrong, otherErrors, dropped } = result;
    const failures = [...otherErrors, ...dropped].map(({ name, kind, detail }) => `${kind}: ${name}: ${detail}`);
    for (const line of [...wrong, ...failures].slice(0, 20)) {
      console.error(`  ${line}`);
    }
  }
}
