/**
 * A location in esbuild's format. Lines are counted from 1; columns, which are counted from 0, and lengths are in bytes
 * of UTF-8.
 */
export interface EsbuildLocation {
  file: string;
  line: number;
  column: number;
  length: number;
  lineText: string;
}

/** An error or a warning, as esbuild shows it. */
export interface EsbuildMessage {
  text: string;
  location?: EsbuildLocation;
  notes?: { text: string }[];
}

/** An import that esbuild asks to resolve. */
interface Import {
  path: string;
  importer: string;
  namespace: string;
  resolveDir: string;
  kind:
    | "entry-point"
    | "import-statement"
    | "require-call"
    | "dynamic-import"
    | "require-resolve"
    | "import-rule"
    | "composes-from"
    | "url-token";
  pluginData: unknown;
  with: Record<string, string>;
}

/** The target of an import. */
interface Target {
  path: string;
  external: boolean;
  sideEffects: boolean;
  namespace: string;
  suffix: string;
  pluginData: unknown;
}

/** The result of resolving an import. All paths are absolute. */
interface Answer extends Partial<Target> {
  watchFiles: string[];
  watchDirs: string[];
}

/** The parts of esbuild's plug-in interface that are used here. */
export interface EsbuildBuild {
  initialOptions: { absWorkingDir?: string };
  onStart(callback: () => Promise<{ errors: EsbuildMessage[]; warnings: EsbuildMessage[] }>): void;
  onEnd(callback: () => void): void;
  onDispose(callback: () => void): void;
  onResolve(options: { filter: RegExp }, callback: (args: Import) => Promise<Answer | undefined>): void;
  resolve(path: string, options: Omit<Import, "path">): Promise<Target & { errors: object[] }>;
}
