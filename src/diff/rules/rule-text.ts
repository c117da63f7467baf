/** The texts of a rule: in the message of a finding, and in the explanation of the rule. */
export interface RuleText {
  /** What happened to the subject: a predicate, such as "is a new required field". */
  readonly what: string;
  /** The consequence for requests of old clients, if the finding affects them. */
  readonly request?: string;
  /** The consequence for old clients that read results and errors, if the finding affects them. */
  readonly response?: string;
  /** The consequence for old code, unless it is just that it has to be changed. */
  readonly source?: string;
  /** What to do instead: in all cases, or where requests or responses break. */
  readonly fix?: string | { readonly request?: string; readonly response?: string };
  /** The same for what was deprecated already. */
  readonly fixOfDeprecated?: string;
}
