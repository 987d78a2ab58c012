import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { FEATURE_GRAPH } from "./feature-graph.ts";

const ROOT = join(import.meta.dirname, "../..");
const SPECIFIER = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/**
 * Checks the imports between features against scripts/lint/feature-graph.ts, part of
 * `npm run lint`. Prints each import that the graph does not allow, each feature that it does not
 * list, and each edge that is no longer used.
 */
function findProblems(): string[] {
  const listed = Object.keys(FEATURE_GRAPH);
  const problems = listed.flatMap((feature, index) =>
    (FEATURE_GRAPH[feature] ?? [])
      .filter((imported) => !listed.slice(0, index).includes(imported))
      .map((imported) => `feature-graph.ts: ${imported} must be listed above ${feature}`),
  );
  const used = new Set<string>();
  for (const file of globSync("app/features/**/*.{ts,tsx}", { cwd: ROOT })) {
    const feature = getFeature(file);
    if (!feature) continue;
    if (!listed.includes(feature)) problems.push(`${file}: ${feature} is not in feature-graph.ts`);
    for (const imported of listImportedFeatures(file)) {
      if (imported === feature) continue;
      used.add(`${feature} > ${imported}`);
      if (!FEATURE_GRAPH[feature]?.includes(imported))
        problems.push(`${file}: ${feature} must not import ${imported}`);
    }
  }
  for (const feature of listed)
    for (const imported of FEATURE_GRAPH[feature] ?? [])
      if (!used.has(`${feature} > ${imported}`))
        problems.push(`feature-graph.ts: nothing in ${feature} imports ${imported}`);
  return problems;
}

const getFeature = (path: string) => /^app\/features\/([^/]+)\//.exec(path)?.[1];

function listImportedFeatures(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(SPECIFIER)].flatMap(([, specifier = ""]) => {
    const path = specifier.startsWith("#")
      ? specifier.slice(1)
      : specifier.startsWith(".")
        ? posix.join(dirname(file), specifier)
        : "";
    return getFeature(path) ?? [];
  });
}

const problems = findProblems();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`Checked the imports of ${Object.keys(FEATURE_GRAPH).length} features.`);
