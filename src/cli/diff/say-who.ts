import type { Finding } from "../../diff/report.js";
import type { Verdict, Wire } from "../../diff/verdict.js";
import { effectiveUses } from "./effective-uses.js";

/** Says who is affected by a change and how, such as "old clients: new servers refuse their requests". */
export function sayWho(finding: Finding): string {
  const { verdict, back } = finding;
  const parts = new Set(effectiveUses(finding).map(({ part }) => part));
  const answers = parts.has("error") ? (parts.has("result") ? "results and errors" : "errors") : "results";
  const effectsOn = ({ request, response }: Pick<Verdict, "request" | "response">, server: string): string[] => [
    ...(request === "ok" ? [] : [`${server} servers ${does(request, "refuse", "misunderstand")} their requests`]),
    ...(response === "ok" ? [] : [`they ${does(response, "refuse", "misunderstand")} ${answers}`]),
  ];
  const code = sayWhoseCode(verdict);
  const old = effectsOn(verdict, "new");
  const now = back === undefined ? [] : effectsOn(back, "old");
  return [
    ...(old.length === 0 ? [] : [`old clients: ${old.join(", and ")}`]),
    ...(now.length === 0 ? [] : [`new clients: ${now.join(", and ")}`]),
    ...(code === "" ? [] : [code]),
  ].join("; ");
}

function does(effect: Wire, breaks: string, alters: string): string {
  return effect === "breaks" ? breaks : alters;
}

/** Says whose code must change, such as "callers must change when they upgrade"; empty if no code must change. */
export function sayWhoseCode({ caller, server }: Verdict): string {
  const who = [...(caller === "ok" ? [] : ["callers"]), ...(server === "ok" ? [] : ["handlers"])].join(" and ");
  if (who === "") {
    return "";
  }
  return caller === "breaks" || server === "breaks"
    ? `${who} must change when they upgrade`
    : `only ${who} that name every tag must change`;
}
