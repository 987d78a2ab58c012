// Vitest runs this file for every test file, and `transaction-calls.ts` once for all files of a worker.

import { afterAll, afterEach } from "vitest";
import { drainTransactionCalls } from "./transaction-calls.ts";

const failOnCalls = () => {
  const [first] = drainTransactionCalls();
  if (first) throw first;
};
afterEach(failOnCalls);
afterAll(failOnCalls);
