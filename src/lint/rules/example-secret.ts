import type { Rule } from "../rule.js";
import { writtenStrings } from "../written-parts.js";

/** Match tokens, by their prefixes and minimum lengths, and private keys. */
const secrets: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[0-9A-Z]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/,
  /\bgithub_pat_[A-Za-z0-9_]{82,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bnpm_[A-Za-z0-9]{36,}/,
  /\bhf_[A-Za-z0-9]{34,}/,
  /\bdop_v1_[a-f0-9]{64,}/,
  /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,}/,
  /\bxapp-[0-9]-[A-Za-z0-9-]{20,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/,
  /\b[sr]k_live_[A-Za-z0-9]{24,}/,
  /\bAIza[A-Za-z0-9_-]{35,}/,
  /\bya29\.[A-Za-z0-9_-]{30,}/,
  /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43,}/,
  /\bsl\.[A-Za-z0-9_-]{100,}/,
  /\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{40,}/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/,
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/,
];

export const exampleSecret: Rule = {
  id: "example-secret",
  recommended: "error",
  strict: "error",
  summary: "A string that looks like a real credential",
  check(project, report) {
    for (const { subject, text } of project.get(writtenStrings)) {
      if (secrets.some((pattern) => pattern.test(text))) {
        report(subject, "This looks like a real credential.", {
          help: "If it is one, revoke it. Use an invented value instead.",
        });
      }
    }
  },
};
