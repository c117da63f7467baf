/**
 * Returns the URL of the page with the passkeys of an account. `next` is the page to continue with after the first one was
 * added.
 */
export function passkeysUrl({ id: account }: { readonly id: string }, next?: string): string {
  return `/account/passkeys?${new URLSearchParams({ account, ...(next !== undefined && { next }) }).toString()}`;
}

/** Returns the page to continue with: a page of the account or of the authorization of an app; undefined for any other text. */
export function readNext(text: string | undefined): string | undefined {
  return /^\/(?:account|oauth2\/authorize)(?:[/?]|$)/.test(text ?? "") ? text : undefined;
}
