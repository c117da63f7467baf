import type { Span } from "../text/span.js";
import type { Project } from "./project.js";
import type { Subject } from "./subject.js";

/** The severity of a rule's findings. Findings with the level `info` never cause a failure. */
export type Level = "off" | "info" | "warn" | "error";

/** A replacement of the text in a span. */
export interface Change {
  readonly span: Span;
  readonly text: string;
}

/** A change of the source that resolves a finding. */
export interface Fix {
  readonly title: string;
  /** Whether the fix changes neither names nor messages. */
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

export interface Details {
  /** What to do about the finding. */
  readonly help?: string;
  /** The location of the finding; by default, that of the subject's name. */
  readonly span?: Span;
  readonly fix?: Fix;
}

type Report = (subject: Subject, message: string, details?: Details) => void;

type OptionValue = boolean | number | readonly string[];

/** The values of a rule's options, by name. */
export type Options = Readonly<Record<string, OptionValue>>;

/** A lint rule. */
export interface Rule {
  /** Contains no slash, unlike the ids of custom rules. */
  readonly id: string;
  readonly recommended: Level;
  readonly strict: Level;
  /** What the rule reports, in a few words. */
  readonly summary: string;
  /** The options of the rule with their defaults. */
  readonly options?: Options;
  readonly check: (project: Project, report: Report, options: Options) => void;
}
