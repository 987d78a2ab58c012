import { createHash } from "node:crypto";
import type { CheckInput } from "../validation/check-report.ts";
import { findPublishBlockerIn, isCheckNeeded } from "./find-publish-blocker.server.ts";

/** The reason why a quiz like this must not be public, or null. */
export type GetPublishBlocker = (input: CheckInput | null) => string | null;

const MAX_ATTEMPTS = 10;

/** Ends the transaction: its result is not known yet. */
class CheckNeeded extends Error {
  readonly key: string;
  readonly input: CheckInput;
  constructor(key: string, input: CheckInput) {
    super("a check of the safety rules is needed");
    this.key = key;
    this.input = input;
  }
}

/**
 * Runs a transaction that needs to know whether a quiz, as the transaction leaves it, is safe. The
 * check takes up to seconds and a thread, so it does not run within: the transaction is rolled back,
 * the quiz that it read is checked, and the transaction runs again. A quiz that has changed
 * meanwhile is checked again.
 */
export async function withSafetyCheck<T>(
  save: (getBlocker: GetPublishBlocker) => Promise<T>,
): Promise<T> {
  const known = new Map<string, string | null>();
  const getBlocker: GetPublishBlocker = (input) => {
    if (!input || !isCheckNeeded(input)) return null;
    const key = hashCheckInput(input);
    const blocker = known.get(key);
    if (blocker === undefined) throw new CheckNeeded(key, input);
    return blocker;
  };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await save(getBlocker);
    } catch (error) {
      if (!(error instanceof CheckNeeded)) throw error;
      known.set(error.key, await findPublishBlockerIn(error.input));
    }
  }
  throw new Error("the quiz kept changing while its safety rules were checked");
}

/** Rules that a save restores get a new id in each attempt, so ids of rules are left out. */
function hashCheckInput({ rows, rules, ...rest }: CheckInput): string {
  const content = {
    ...rest,
    rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    rules: rules.map((rule) => ({ ...rule, id: "" })),
  };
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
