/** What is said of a rule: in the message of a finding, and where the rule is explained. */
export interface RuleText {
  /** What has happened to the subject: a predicate, such as "is a new required field". */
  readonly what: string;
  /** What happens to requests of old clients, if the finding has an effect on them. */
  readonly request?: string;
  /** What old clients do with results and errors, if the finding has an effect on them. */
  readonly response?: string;
  /** What happens to old code, if that is not simply that it has to be changed. */
  readonly source?: string;
  /** What to do instead: whatever breaks, or where requests or results and errors do. */
  readonly fix?: string | { readonly request?: string; readonly response?: string };
  /** The same for what was deprecated already. */
  readonly fixOfDeprecated?: string;
}
