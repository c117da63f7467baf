/** The texts of a rule: in the message of a finding, and in the explanation of the rule. */
export interface RuleText {
  /** A predicate that says what happened to the subject, such as "is a new required field". */
  readonly what: string;
  /** The consequence for requests of old clients, if the finding affects them. */
  readonly request?: string;
  /** The consequence for old clients that read results and errors, if the finding affects them. */
  readonly response?: string;
  /** The consequence for old code; by default, that it has to be changed. */
  readonly source?: string;
  /** The help: in all cases, or separately for breaking requests and responses. */
  readonly fix?: string | { readonly request?: string; readonly response?: string };
  /** The help for subjects that were already deprecated. */
  readonly fixOfDeprecated?: string;
  /** What to change where a program uses the subject. */
  readonly inPrograms?: string;
}
