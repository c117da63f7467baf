import { startService } from "./service.js";
import { settingsOf } from "./settings.js";

try {
  const service = await startService(settingsOf(process.env));
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!isStopping) {
        isStopping = true;
        void service.stop().then(
          () => process.exit(0),
          (thrown: unknown) => {
            fail("stop", thrown);
            process.exit();
          },
        );
      }
    });
  }
} catch (thrown) {
  fail("start", thrown);
}

function fail(what: string, thrown: unknown): void {
  process.stderr.write(`The service cannot ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  process.exitCode = 1;
}
