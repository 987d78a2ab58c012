import { relative } from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { listSlowest, type TimedTest } from "./list-slowest.ts";

/** Prints the slowest tests when a run of Playwright ends. */
export default class SlowestTests implements Reporter {
  readonly #tests: TimedTest[] = [];

  onTestEnd({ title, location, parent }: TestCase, { duration }: TestResult): void {
    this.#tests.push({
      name: `${title} (${parent.project()?.name})`,
      file: relative(process.cwd(), location.file),
      milliseconds: duration,
    });
  }

  onEnd(): void {
    console.log(listSlowest(this.#tests));
  }

  printsToStdio(): boolean {
    return false;
  }
}
