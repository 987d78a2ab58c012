import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

// Text from outside must not meet a pattern that takes quadratic or exponential time. Most linear
// patterns are easy to recognize; all others go through recheck, which proves a pattern safe or finds
// a text that makes it slow.

type Diagnostics = {
  status: "safe" | "vulnerable" | "unknown";
  complexity?: { summary: string };
  attack?: { pattern: string };
};
type CheckSync = (source: string, flags: string, options: { timeout: number }) => Diagnostics;
/** recheck's build without native programs and Java. */
const { checkSync }: { checkSync: CheckSync } = createRequire(import.meta.url)(
  "recheck/lib/browser.js",
);

/** A check takes up to a second on a fast machine; this is enough for a slow and busy one. */
const CHECK_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_MS = 900_000;
/** A quantifier that repeats at most this often costs a constant factor. */
const MAX_BOUND = 64;

/** Files whose patterns never meet text from outside, each with the reason. */
const TRUSTED_INPUT = new Map([
  ["app/lib/anchor-headings.ts", "reads our own legal pages, rendered from files"],
  ["app/page-css.server.ts", "reads our own style sheet, once, at the start"],
  ["app/lib/sql-statement.server.ts", "reads our own statements, once, at the start"],
]);
/** Files that build patterns at run time, each with the reason why these are linear. */
const BUILT_PATTERNS = new Map([
  ["app/lib/path-kinds.ts", "fixed first segments of paths, no repetition"],
  ["app/features/offers/hide-contacts.ts", "one escaped word, no repetition"],
  [
    "app/features/quizzes/validation/find-weak-spots.ts",
    "fixed words with at most three others between them",
  ],
  ["app/features/auth/schema.ts", "a fixed number of digits"],
  ["server/body-limits.ts", "one fixed path"],
]);

type Pattern = { source: string; flags: string; location: string };

/**
 * Reads all regular expressions of a file, and where it builds others by calling RegExp.
 */
function readPatterns(file: string): { patterns: Pattern[]; built: string[] } {
  const text = readFileSync(file, "utf8");
  const patterns: Pattern[] = [];
  const built: string[] = [];
  const getLocation = (start: number) => `${file}:${text.slice(0, start).split("\n").length}`;
  const visitCall = (call: { callee: { type: string; name?: string }; start: number }) => {
    if (call.callee.type === "Identifier" && call.callee.name === "RegExp")
      built.push(getLocation(call.start));
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node)
        patterns.push({
          source: node.regex.pattern,
          flags: node.regex.flags,
          location: getLocation(node.start),
        });
    },
    NewExpression: (node) => visitCall(node as never),
    CallExpression: (node) => visitCall(node as never),
  }).visit(parseSync(file, text).program);
  return { patterns, built };
}

/**
 * Whether a pattern is linear for a simple reason: nothing repeats without a bound; or one
 * character class repeats, and the pattern either matches only at the start of the text, or ends
 * with the repetition, which then never fails.
 */
function isSimple({ source, flags }: Pick<Pattern, "source" | "flags">): boolean {
  const skeleton = source
    .replace(/\\./g, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/\(\?<?[:=!]/g, "(");
  if (/\)(?:[*+]|\{\d)/.test(skeleton)) return false;
  const loops = [...skeleton.matchAll(/[*+]|\{(\d+)(,?)(\d*)\}/g)].filter(
    ([, min, comma, max]) => !min || (comma && !max) || Number(max || min) > MAX_BOUND,
  );
  if (loops.length === 0) return true;
  if (loops.length > 1 || removeGroups(skeleton).includes("|")) return false;
  return (skeleton.startsWith("^") && !flags.includes("m")) || /[*+]$/.test(skeleton);
}

function removeGroups(skeleton: string): string {
  const outer = skeleton.replace(/\([^()]*\)/g, "");
  return outer === skeleton ? outer : removeGroups(outer);
}

/** Returns what is wrong with a pattern, or undefined. */
function findProblem({ source, flags }: Pick<Pattern, "source" | "flags">): string | undefined {
  if (isSimple({ source, flags })) return undefined;
  const { status, complexity, attack } = checkSync(source, flags, { timeout: CHECK_TIMEOUT_MS });
  if (status === "unknown")
    return `not decided within ${CHECK_TIMEOUT_MS / 1_000} s: write the pattern in a simpler way, or run the test on a less busy machine`;
  return status === "safe"
    ? undefined
    : `${status}: ${complexity?.summary ?? ""} ${attack?.pattern ?? ""}`;
}

const files = globSync(["app/**/*.{ts,tsx}", "server/**/*.ts"]).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);
const found = files.map((file) => ({ file, ...readPatterns(file) }));

test("no regular expression of the application can be slowed down by the text it reads", {
  timeout: TEST_TIMEOUT_MS,
}, () => {
  const patterns = found.flatMap(({ file, patterns }) => (TRUSTED_INPUT.has(file) ? [] : patterns));
  expect(patterns.length).toBeGreaterThan(200);
  const distinct = [
    ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])),
  ];
  const problems = distinct.flatMap(
    ([text, pattern]) => findProblem(pattern)?.replace(/^/, `${pattern.location} ${text} `) ?? [],
  );
  expect(problems).toEqual([]);
});

test("patterns are built at run time only in files with a stated reason why they are linear", () => {
  expect(found.flatMap(({ file, built }) => (BUILT_PATTERNS.has(file) ? [] : built))).toEqual([]);
});

test("every exception still has its file and its pattern", () => {
  const findFile = (file: string) => found.find((one) => one.file === file);
  expect([...TRUSTED_INPUT.keys()].filter((file) => !findFile(file)?.patterns.length)).toEqual([]);
  expect([...BUILT_PATTERNS.keys()].filter((file) => !findFile(file)?.built.length)).toEqual([]);
});

test.each([
  /(a+)+$/,
  /\s+$/,
  /(?:^|,)\s*br\s*(?:;\s*q=[^,]*)?\s*(?:,|$)/i,
  /[^\s@]+\s*@\s*[^\s@]+\.[a-z]{2,}/g,
  /^x*x*$/,
])("detects that %s is slow", { timeout: TEST_TIMEOUT_MS }, (pattern) => {
  expect(findProblem(pattern)).toMatch(/^vulnerable/);
});
