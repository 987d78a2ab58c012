import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const MAX_LENGTH = 400;

/**
 * Prints one line for each failed test when a run of Playwright ends: where a long output is cut, its
 * end still says what happened.
 */
export default class Failures implements Reporter {
  readonly #lines: string[] = [];

  onTestEnd(test: TestCase, { error }: TestResult): void {
    if (!error || test.outcome() === "expected") return;
    const { message = "no message", location } = error;
    const reason = stripVTControlCharacters(message).replaceAll(/\s+/g, " ").slice(0, MAX_LENGTH);
    const place = location ? ` (${relative(process.cwd(), location.file)}:${location.line})` : "";
    this.#lines.push(`FAILED ${test.title}${place}: ${reason}`);
  }

  onEnd(): void {
    if (this.#lines.length > 0) console.log(`\n${this.#lines.join("\n")}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
