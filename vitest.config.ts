import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ogGlyphs } from "./vite/og-glyphs.ts";
import { zipTable } from "./vite/zip-table.ts";

export default defineConfig({
  plugins: [zipTable(), ogGlyphs()],
  test: {
    // One more than cores: tests of the database wait for timers and deadlines.
    maxWorkers: availableParallelism() + 1,
    reporters: ["default", "./tests/setup/report-slowest-vitest.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Files of a worker share the modules that they import: they are loaded once, not for each file.
          isolate: false,
          // Machines stall for seconds; how fast something is, the bench measures.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: ["app/**/*.test.ts", "server/**/*.test.ts", "tests/{code,content}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          isolate: false,
          include: ["tests/database/**/*.test.ts"],
          globalSetup: "tests/setup/database.ts",
          setupFiles: "tests/setup/fail-on-transaction-calls.ts",
          // Machines stall for seconds; how fast something is, the bench measures.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          isolate: false,
          include: ["tests/http/**/*.test.ts"],
          globalSetup: "tests/setup/http.ts",
          // Machines stall for seconds; how fast something is, the bench measures.
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
