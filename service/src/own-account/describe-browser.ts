const browsers = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Returns the name of a browser by its `User-Agent`, such as `Chrome on Linux`; the header itself for unknown browsers. */
export function describeBrowser(userAgent: string): string {
  const [browser, system] = [browsers, systems].map((all) => all.find(([mark]) => userAgent.includes(mark))?.[1]);
  return browser === undefined || system === undefined ? userAgent : `${browser} on ${system}`;
}
