import axe from "axe-core";
import type { Page } from "playwright-core";

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const schemes = ["light", "dark"] as const;

/** The options of a browser in which {@link violationsEverywhere} works: axe is a script that the page does not have. */
export const withoutPolicy = { bypassCSP: true };

/** Does something with a page on screens of all sizes, in the light and the dark scheme. */
export async function inAllWays(
  page: Page,
  look: (size: { readonly width: number }, scheme: (typeof schemes)[number]) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      // Colours are in between while something moves.
      await page.evaluate(() =>
        Promise.allSettled(
          document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
            .map(({ finished }) => finished),
        ),
      );
      await look(size, colorScheme);
    }
  }
}

/** What axe finds in the states of a page that a test checks. */
export class Violations {
  readonly found: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async check(state: string): Promise<void> {
    this.found.push(...(await violationsEverywhere(this.#page)).map((violation) => `${state}: ${violation}`));
  }
}

/** The rules of axe that look at colours. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** What axe finds on screens of all sizes, as `rule: elements`. In the dark scheme only colours are others. */
export async function violationsEverywhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  await inAllWays(page, async ({ width }, scheme) => {
    const options: axe.RunOptions = {
      resultTypes: ["violations"], // what is right is not described
      ...(scheme === "dark" && { runOnly: { type: "rule", values: colorRules } }),
    };
    const { violations } = await page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
      options,
    );
    const elements = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    found.push(...elements.map((text) => `${width} pixels, ${scheme}: ${text}`));
  });
  return found;
}
