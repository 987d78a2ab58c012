import { describe, expect, test } from "vitest";
import { checkUpgrade } from "./check-upgrade.ts";
import type { DatabaseFacts, MachineFacts } from "./facts.ts";
import { readChangelog } from "./read-changelog.ts";

const now = new Date("2031-05-06T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const GB = 1024 ** 3;

const CHANGELOG = `# Changelog

What changes. "Breaking" marks what must be done.

## Unreleased

### Operators

- Something new.
- **Breaking:** The newest thing needs
  two lines.
- Something else
  of two lines.

## 0.3.0 (2031-05-01)

### Operators

- **Breaking:** Set the variable X.

## 0.2.0 (2031-04-01)

- **Breaking:** Stop the workers first.

## 0.1.0 (2031-03-01)
`;
const machine: MachineFacts = {
  release: { version: "0.3.0", commit: "cccccccccc" },
  nodeVersion: "26.10.0",
  nodeRange: ">=22.22",
  migrations: ["0000_one", "0001_two", "0002_three"].map((tag, index) => ({
    at: String(1_000 + index),
    tag,
  })),
  changelog: readChangelog(CHANGELOG),
  freeBytes: 100 * GB,
  newestFileAt: null,
};
const database: DatabaseFacts = {
  version: 180_004,
  isStandby: false,
  bytes: 2 * GB,
  applied: ["1000", "1001", "1002"],
  lastStart: { version: "0.3.0", commit: "cccccccccc" },
  newestStoredAt: hoursAgo(9),
};
/** The check of this name, for a machine and a database with changes. */
function check(
  name: string,
  changes: {
    machine?: Partial<MachineFacts>;
    database?: Partial<DatabaseFacts>;
    isEmbedded?: boolean;
  },
) {
  const checks = checkUpgrade({
    machine: { ...machine, ...changes.machine },
    database: { ...database, ...changes.database },
    isEmbedded: changes.isEmbedded ?? false,
    now,
  });
  return checks.find((found) => found.name === name);
}

test("nothing stands against what runs already, and each check is one sentence or two", () => {
  const checks = checkUpgrade({ machine, database, isEmbedded: false, now });
  expect(checks.map(({ name, state }) => [name, state])).toEqual(
    ["release", "node", "postgres", "migrations", "disk", "backup", "changelog"].map((name) => [
      name,
      "ok",
    ]),
  );
  for (const { sentence } of checks) expect(sentence).toMatch(/^[A-Z][^\n]+\.$/);
});

test("a database that does not exist is created, and one that cannot be read is a problem", () => {
  const run = (facts: { database?: null; failure?: string }) =>
    checkUpgrade({ machine, ...facts, isEmbedded: true, now })[1];
  expect(run({ database: null })).toMatchObject({ state: "ok" });
  expect(run({ failure: "ECONNREFUSED" })).toMatchObject({
    state: "problem",
    sentence: expect.stringContaining("(ECONNREFUSED)"),
  });
});

describe("the release", () => {
  const run = (version: string | null) =>
    check("release", {
      database: { lastStart: version === null ? null : { version, commit: "" } },
    });
  test.each([
    ["0.3.0", "ok", "The database last ran 0.3.0, and this is 0.3.0 (cccccccc)."],
    ["0.2.0", "ok", "last ran 0.2.0"],
    ["0.1.0", "warning", "you would skip 0.2.0"],
    ["0.10.0", "problem", "newer than this release"],
    [null, "warning", "no record of a release, and its newest migration is 0002_three"],
  ])("after %s is %s", (version, state, words) => {
    expect(run(version)).toMatchObject({ state, sentence: expect.stringContaining(words) });
  });
});

test.each([
  ["22.21.9", "problem"],
  ["22.22.0", "ok"],
  ["26.0.0", "ok"],
])("Node %s is %s", (nodeVersion, state) => {
  expect(check("node", { machine: { nodeVersion } })?.state).toBe(state);
});

test.each([
  [140_012, "problem"],
  [150_000, "ok"],
  [190_000, "warning"],
])("a server of version %i is %s, and a standby a problem", (version, state) => {
  expect(check("postgres", { database: { version } })?.state).toBe(state);
  expect(check("postgres", { database: { version, isStandby: true } })?.state).toBe("problem");
});

test.each([
  [["1000", "1001"], "warning", "1 migration will run", ["0002_three"]],
  [["1000", "1002"], "problem", "were never applied", ["0001_two"]],
  [
    ["1000", "1001", "1002", "1003"],
    "problem",
    "1 migration that this release does not know",
    undefined,
  ],
  [[], "ok", "3 migrations will run", ["0000_one", "0001_two", "0002_three"]],
])("migrations %j are %s", (applied, state, words, notes) => {
  const found = check("migrations", { database: { applied } });
  expect(found).toMatchObject({ state, sentence: expect.stringContaining(words) });
  expect(found?.notes).toEqual(notes);
});

test("the disk must hold a backup, and what an upgrade writes where it holds the database, too", () => {
  const run = (gigabytes: number, isEmbedded: boolean) =>
    check("disk", { machine: { freeBytes: gigabytes * GB }, isEmbedded })?.state;
  expect([run(2.4, false), run(2.6, false)]).toEqual(["problem", "ok"]);
  expect([run(4.4, true), run(4.6, true)]).toEqual(["problem", "ok"]);
});

test.each([
  [9, null, "ok"],
  [null, 9, "ok"],
  [200, 30, "ok"],
  [37, null, "warning"],
  [24 * 8, null, "problem"],
  [null, null, "problem"],
])("a backup %s hours old in storage and %s hours old in a file is %s", (stored, file, state) => {
  const at = (hours: number | null) => (hours === null ? null : hoursAgo(hours));
  const found = check("backup", {
    machine: { newestFileAt: at(file) },
    database: { newestStoredAt: at(stored) },
  });
  expect(found?.state).toBe(state);
});

describe("breaking notes", () => {
  const all = [
    "The newest thing needs two lines.",
    "0.3.0: Set the variable X.",
    "0.2.0: Stop the workers first.",
  ];
  test.each([
    ["are all shown where no release is recorded", null, all],
    ["of later versions are shown", { version: "0.2.0", commit: "b" }, all.slice(0, 2)],
    ["of another commit may be new", { version: "0.3.0", commit: "b" }, all.slice(0, 1)],
  ])("%s", (_, lastStart, notes) => {
    expect(check("changelog", { database: { lastStart } })).toMatchObject({
      state: "warning",
      notes,
    });
  });
  test("are none for a new database", () => {
    expect(check("changelog", { database: { lastStart: null, applied: [] } })?.state).toBe("ok");
  });
});
