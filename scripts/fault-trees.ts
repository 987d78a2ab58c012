import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { QUESTION_CHOICES } from "#app/features/quizzes/constants.ts";
import { chooseQuestions } from "#app/features/quizzes/generation/choose-questions.ts";
import { estimateAccuracy } from "#app/features/quizzes/generation/estimate-accuracy.ts";
import {
  type CaseResult,
  faultCasesSchema,
  findCaseErrors,
  formatCaseTable,
  replayCase,
} from "#app/features/quizzes/generation/fault-cases.ts";
import {
  type FaultTree,
  faultTreeSchema,
} from "#app/features/quizzes/generation/fault-tree-schema.ts";
import { readYaml } from "#app/lib/content.server.ts";
import { getGradeLevel } from "#app/lib/reading-level.ts";

/**
 * npm run trees -- check|outline|accuracy|cases [slug…]
 *
 * check     reports errors in fault trees, and causes that their questions cannot find
 * outline   prints a tree without its shares and chances, for whoever writes its cases
 * accuracy  prints the expected share of right results by number of questions
 * cases     replays the cases, and prints the results and every case that is not right
 */

const USAGE = "npm run trees -- check|outline|accuracy|cases [slug…]";
const CASE_SIZES = [5, 10];
const MIN_RIGHT = { 5: 0.82, 10: 0.9 } as const;
const MIN_FOUND = 0.4;
const MAX_GRADE = 9;

const listSlugs = () =>
  readdirSync("content/fault-trees")
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.replace(/\.yaml$/, ""));
const readTree = (slug: string) => readYaml(`fault-trees/${slug}.yaml`, faultTreeSchema);
const formatPercent = (share: number) => `${(share * 100).toFixed(1).padStart(5)}%`;

/** What an author should change; empty when all is well. */
function findWeakSpots(tree: FaultTree): string[] {
  const found: string[] = [];
  for (const questions of [5, 10] as const) {
    const { right, byCause } = estimateAccuracy(tree, { questions, visitors: 3_000 });
    if (right < MIN_RIGHT[questions])
      found.push(
        `${questions} questions: ${formatPercent(right)} right, not ${MIN_RIGHT[questions]}`,
      );
    if (questions === 10)
      for (const [cause, share] of Object.entries(byCause))
        if (share !== null && share < MIN_FOUND)
          found.push(`${cause}: only ${formatPercent(share)} of its visitors get it`);
  }
  const text = [
    ...tree.causes.flatMap((cause) => [
      cause.customMessage,
      ...cause.nextSteps,
      ...cause.proSteps,
      ...cause.preventionTips,
    ]),
    ...tree.safety.map(({ instruction }) => instruction),
  ].join(". ");
  const grade = getGradeLevel(text);
  if (grade > MAX_GRADE) found.push(`reading grade ${grade.toFixed(1)}, above ${MAX_GRADE}`);
  for (const { key, waiting, proSteps } of tree.causes) {
    if (!waiting) found.push(`${key}: says nothing about waiting`);
    if (proSteps.length === 0) found.push(`${key}: has no step for a professional`);
  }
  if (tree.services.length === 0 || tree.objects.length === 0 || tree.symptoms.length === 0)
    found.push("services, objects or symptoms are missing");
  return found;
}

function printOutline(slug: string, tree: FaultTree): void {
  console.log(`# ${slug}: ${tree.title}\n${tree.description}\n\nCauses:`);
  for (const { key, diagnosis } of tree.causes) console.log(`  ${key}: ${diagnosis}`);
  console.log("\nDangers (headlines):");
  for (const { headline, urgency, when } of tree.safety)
    if (urgency === "high") console.log(`  ${headline}: ${JSON.stringify(when)}`);
  const short = new Set(chooseQuestions(tree, 5).map(({ key }) => key));
  for (const { key, text, options } of tree.questions) {
    console.log(`\n${key}${short.has(key) ? " (also in the short quiz)" : ""}: ${text}`);
    for (const option of options) console.log(`  - ${option.text}`);
  }
}

function printAccuracy(trees: Map<string, FaultTree>): void {
  const totals = QUESTION_CHOICES.map(() => 0);
  console.log(
    `${"questions".padEnd(30)}${QUESTION_CHOICES.map((count) => String(count).padStart(7)).join("")}`,
  );
  for (const [slug, tree] of trees) {
    const shares = QUESTION_CHOICES.map((questions) => estimateAccuracy(tree, { questions }).right);
    for (const [at, share] of shares.entries()) totals[at] = (totals[at] ?? 0) + share;
    console.log(`${slug.padEnd(30)}${shares.map((share) => ` ${formatPercent(share)}`).join("")}`);
  }
  console.log(
    `${"all trees".padEnd(30)}${totals.map((total) => ` ${formatPercent(total / trees.size)}`).join("")}`,
  );
}

function printCases(trees: Map<string, FaultTree>): void {
  const totals = new Map(CASE_SIZES.map((size) => [size, [] as CaseResult[]]));
  for (const [slug, tree] of trees) {
    const file = `fault-trees/cases/${slug}.yaml`;
    if (!existsSync(join("content", file))) continue;
    for (const [at, entry] of readYaml(file, faultCasesSchema).entries()) {
      for (const error of findCaseErrors(tree, entry)) {
        console.log(`${slug} ${at + 1}: ${error}`);
        process.exitCode = 1;
      }
      for (const [size, results] of totals) {
        const result = replayCase(tree, entry, size);
        results.push(result);
        const faults = [
          ...(result.verdict === "right" ? [] : [result.verdict]),
          ...(result.isDangerous ? ["DANGEROUS"] : []),
          ...(result.isUrgencyRight
            ? []
            : [`urgency ${result.urgency}, not ${entry.urgency.join(" or ")}`]),
        ];
        if (faults.length > 0)
          console.log(
            `${slug} ${at + 1}, ${size} questions: ${faults.join(", ")}: "${result.diagnosis}", not ${entry.danger ?? entry.accept.join(" or ")}`,
          );
      }
    }
  }
  console.log(formatCaseTable(totals));
}

function main([command, ...slugs]: string[]): void {
  const trees = new Map<string, FaultTree>();
  for (const slug of slugs.length > 0 ? slugs : listSlugs()) trees.set(slug, readTree(slug));
  if (command === "accuracy") printAccuracy(trees);
  else if (command === "cases") printCases(trees);
  else if (command === "outline") for (const [slug, tree] of trees) printOutline(slug, tree);
  else if (command === "check") {
    for (const [slug, tree] of trees) {
      const found = findWeakSpots(tree);
      console.log(`${slug}: ${found.length === 0 ? "good" : `\n  ${found.join("\n  ")}`}`);
      if (found.length > 0) process.exitCode = 1;
    }
  } else {
    console.error(USAGE);
    process.exitCode = 2;
  }
}

main(process.argv.slice(2));
