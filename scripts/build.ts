import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { prepareSeedQuizzes } from "#app/features/quizzes/editor/prepare-seed-quizzes.server.ts";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(ROOT, "build/stamp");
const SEED_QUIZZES = join(ROOT, "build/seed-quizzes.json");
const SOURCES = [
  "app",
  "content",
  "public",
  "server",
  "vite",
  "package-lock.json",
  "react-router.config.ts",
  "vite.config.ts",
  "tsconfig.json",
];
const COMPRESSIBLE = /\.(?:js|css|svg|json|vtt|txt|xml)$/;

function* listFiles(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path;
  for (const name of readdirSync(path).sort()) yield* listFiles(join(path, name));
}

/** Changes when a source file changes: a hash of names, sizes and times. */
function computeSourceStamp(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of listFiles(join(ROOT, source))) {
      if (file.endsWith(".test.ts")) continue;
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file}:${size}:${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

/** True if build/ matches the current sources. */
export function isBuilt(): boolean {
  return (
    existsSync(STAMP) &&
    existsSync(join(ROOT, "build/server/index.js")) &&
    readFileSync(STAMP, "utf8") === computeSourceStamp()
  );
}

/** Builds browser and server bundles, compresses what the browser loads, and prepares the seed quizzes. */
export async function build(): Promise<void> {
  const stamp = computeSourceStamp();
  const result = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/@react-router/dev/bin.cjs"), "build"],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (result.status !== 0) throw new Error("The build failed; see its messages above.");
  for (const file of listFiles(join(ROOT, "build/client"))) {
    if (!COMPRESSIBLE.test(file)) continue;
    const bytes = readFileSync(file);
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
  writeFileSync(SEED_QUIZZES, JSON.stringify(await prepareSeedQuizzes()));
  writeFileSync(STAMP, stamp);
}

if (process.argv[1] === import.meta.filename) await build();
