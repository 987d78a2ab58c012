import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const MAX_LENGTH = 400;

/**
 * Prints one line for each test that failed, also for one that passed when it was tried again, when
 * a run of Playwright ends: where a long output is cut, its end still says what happened.
 */
export default class Failures implements Reporter {
  readonly #reasons = new Map<TestCase, string[]>();

  onTestEnd(test: TestCase, { error, status }: TestResult): void {
    if (!error || status === test.expectedStatus) return;
    const { message = "no message", location } = error;
    const reason = stripVTControlCharacters(message).replaceAll(/\s+/g, " ").slice(0, MAX_LENGTH);
    const place = location ? ` (${relative(process.cwd(), location.file)}:${location.line})` : "";
    this.#reasons.set(test, [
      ...(this.#reasons.get(test) ?? []),
      `${test.title}${place}: ${reason}`,
    ]);
  }

  onEnd(): void {
    for (const [test, reasons] of this.#reasons) {
      const word = test.outcome() === "flaky" ? "FLAKY" : "FAILED";
      for (const reason of reasons) console.log(`\n${word} ${reason}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
