import { createHash } from "node:crypto";

/** One table of a backup: how many rows, and the sha256 of their lines. */
export type TableChecksum = { name: string; rows: number; sha256: string };

/** Counts lines and hashes them, each with its line end. */
export function createTableChecksum(name: string) {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(line: string) {
      rows += 1;
      hash.update(line).update("\n");
    },
    finish: (): TableChecksum => ({ name, rows, sha256: hash.digest("hex") }),
  };
}
