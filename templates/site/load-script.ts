const requested = new Map<string, Promise<void>>();

/** Runs a classic script of the site, but only once. Browsers reject other ways to load files from `file://`. */
export function loadScript(path: string): Promise<void> {
  let loading = requested.get(path);
  if (loading === undefined) {
    loading = new Promise((loaded, failed) => {
      const script = document.createElement("script");
      script.src = `${document.documentElement.dataset["root"] ?? ""}${path}`;
      script.addEventListener("load", () => loaded());
      script.addEventListener("error", () => failed(new Error(`${path} cannot be loaded`)));
      document.head.append(script);
    });
    requested.set(path, loading);
  }
  return loading;
}
