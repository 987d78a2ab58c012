// Writes a folder that runs the site with Node alone: npm run package -- [--out folder]
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build, isBuilt } from "./build.ts";
import { readOptions } from "./read-options.ts";
import { createRelease } from "./release/create-release.ts";

const USAGE = "npm run package -- [--out folder]";
const ROOT = join(import.meta.dirname, "..");

const options = readOptions(
  USAGE,
  () => parseArgs({ options: { out: { type: "string" } } }).values,
);

if (options) {
  try {
    if (!isBuilt()) await build();
    const { folder, version, files, bytes } = createRelease(
      resolve(options.out ?? join(ROOT, "dist/henrys-helpline")),
    );
    console.log(
      `${folder}: release ${version}, ${files.toLocaleString("en-US")} files, ${Math.round(bytes / 1e6)} MB. Check it with: sha256sum --quiet -c SHA256SUMS`,
    );
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
