import { rememberFile } from "./remember-file.js";

const comments = "/* eslint-disable */\n// @ts-nocheck\n";

/**
 * Marks a generated source so that TypeScript and ESLint skip it. An application's `tsconfig.json` may include it, but its
 * options are meant for the application's own code. For example, Next.js targets ES2017, which has no bigint literals, and an
 * optional peer dependency may be missing. Other files are returned unchanged.
 */
export const withoutChecks = rememberFile((file) =>
  /^src\/.*\.ts$/.test(file.path)
    ? { path: file.path, text: file.text.replace(/^\/\/ @generated .*\n/, (first) => first + comments) }
    : file,
);
