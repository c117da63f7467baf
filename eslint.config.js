import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/", "editors/*/out/", "generated/", "service/controls/", "**/node_modules/"] },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      // `return refuse(…)` says in one line that something is wrong and that there is no result.
      "@typescript-eslint/no-confusing-void-expression": "off",
      // Lengths are counted in code points, which is what spreading a string gives.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
      // A type that contains itself can only be written with an index signature.
      "@typescript-eslint/consistent-indexed-object-style": "off",
    },
  },
  {
    // What a generated package exports depends on its specification: tests use it without its types.
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
);
