import { html } from "hono/html";

/** Markup of a page, in which all interpolated values are escaped. */
export type Html = ReturnType<typeof html>;

/** Returns a complete page. Names in the heading are in `<bdi>` elements, so that their direction does not affect the sentence. */
export function page(title: string, content: Html, heading: Html | string = title): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Cloud Storage</title>
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <header>Cloud Storage</header>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}

/** Returns a page that reports a problem. */
export function problemPage(title: string, explanation: string): Html {
  return page(title, html`<p>${explanation}</p>`);
}

/** Returns a time in UTC, in a form for people. */
export function timeElement(time: Date): Html {
  const text = time.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Returns the sentence that asks users to try again after a number of seconds. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}
