import type { Span } from "../source/span.js";
import type { Project } from "./project.js";
import type { Subject } from "./subject.js";

/** The severity of a rule's findings. `info` never fails. */
export type Level = "off" | "info" | "warn" | "error";

/** A replacement of a piece of text. */
export interface Change {
  readonly span: Span;
  readonly text: string;
}

/** A change of the source that resolves a finding. */
export interface Fix {
  readonly title: string;
  /** Whether the accepted specifications, all names and the messages stay the same. */
  readonly safe: boolean;
  readonly changes: readonly Change[];
}

export interface Details {
  /** What to do about the finding. */
  readonly help?: string;
  /** The place of the finding; by default, the name of the subject. */
  readonly span?: Span;
  readonly fix?: Fix;
}

type Report = (subject: Subject, message: string, details?: Details) => void;

type OptionValue = boolean | number | readonly string[];

/** The values of a rule's options, by name. */
export type Options = Readonly<Record<string, OptionValue>>;

/** A rule of the linter. */
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
