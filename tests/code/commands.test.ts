import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** `import … from`, `export … from` and `import "…"`, without types, which are gone at run time. */
const STATIC_IMPORT = /^(?:import|export)\s(?!type\s)[^"';]*?["']([^"']+)["']/gm;

function resolve(specifier: string, importer: string): string | null {
  if (specifier.startsWith("virtual:")) return specifier;
  const path = specifier.startsWith("#")
    ? join(ROOT, specifier.slice(1))
    : specifier.startsWith(".")
      ? join(dirname(importer), specifier)
      : null;
  return path && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}

/** The modules from a command to the first one that only Vite provides; null where there is none. */
function findVirtualModule(file: string, seen = new Set<string>()): string[] | null {
  if (file.startsWith("virtual:")) return [file];
  if (seen.has(file)) return null;
  seen.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT)) {
    const imported = resolve(specifier, file);
    const rest = imported && findVirtualModule(imported, seen);
    if (rest) return [file.replace(`${ROOT}/`, ""), ...rest];
  }
  return null;
}

test.each(globSync("{scripts,bench}/*.ts", { cwd: ROOT }).toSorted())(
  "%s runs without Vite",
  (command) => {
    expect(findVirtualModule(join(ROOT, command))).toBeNull();
  },
);
