import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { createSbom } from "./create-sbom.ts";
import { listRuntimePackages } from "./runtime-packages.ts";

const ROOT = join(import.meta.dirname, "../..");

/** What the site and its commands read while they run. Commands run from their sources. */
const FILES = [
  "build/**",
  "content/**",
  "drizzle/*.sql",
  "drizzle/meta/_journal.json",
  "app/**/*.ts",
  "server/**/*.ts",
  "scripts/{read-options,with-database}.ts",
  "deploy/**",
  "docs/**/*.md",
  "CHANGELOG.md",
  ".env.example",
  ".npmrc",
];
/** Scripts of package.json that need nothing but a release. */
const COMMANDS = [
  "start",
  "requests",
  "staff",
  "backup",
  "restore",
  "upgrade-check",
  "files:move",
  "rotate-secret",
  "consent:verify",
  "seed:demo",
  "figures",
] as const;
const NOT_NEEDED = /\.test\.ts$|\.(?:map|d\.[cm]?ts)$|\/\.bin(?:\/|$)|\/\.cache(?:\/|$)/;

type Manifest = {
  name: string;
  version: string;
  type: string;
  engines: Record<string, string>;
  imports: Record<string, string>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};

export type Release = { folder: string; version: string; files: number; bytes: number };

/**
 * Writes a folder that runs the built site with Node alone, on any machine of this system and
 * processor: site, commands, production packages, migrations, SBOM and checksums.
 * @param folder does not exist yet
 * @throws if the site was not built, or the folder exists
 */
export function createRelease(folder: string): Release {
  if (!existsSync(join(ROOT, "build/server/index.js")))
    throw new Error("There is no built site: run npm run build first.");
  if (existsSync(folder)) throw new Error(`${folder} exists already: name another folder.`);
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
  const entries = COMMANDS.flatMap((command) =>
    /scripts\/\S+/.exec(manifest.scripts[command] ?? ""),
  );
  for (const file of globSync([...FILES, ...entries.map(String)], { cwd: ROOT }))
    if (statSync(join(ROOT, file)).isFile()) copy(file, folder);
  const packages = listRuntimePackages(ROOT);
  for (const { path } of packages) copy(path, folder);
  writeJson(join(folder, "package.json"), buildManifest(manifest));
  const { version } = manifest;
  writeJson(join(folder, "release.json"), { version, commit: readCommit() });
  const { name } = manifest;
  writeJson(join(folder, "sbom.cdx.json"), createSbom({ name, version }, packages));
  return { folder, version, ...writeChecksums(folder) };
}

function copy(path: string, folder: string): void {
  const source = join(ROOT, path);
  if (NOT_NEEDED.test(`/${path}`)) return;
  cpSync(source, join(folder, path), {
    recursive: statSync(source).isDirectory() && path.startsWith("node_modules/"),
    // The database's libraries are links to each other.
    verbatimSymlinks: true,
    filter: (file) => {
      const name = relative(source, file);
      // Packages within a package are listed on their own.
      return !NOT_NEEDED.test(`/${name}`) && !name.split("/").includes("node_modules");
    },
  });
}

const buildManifest = ({ name, version, type, engines, imports, ...rest }: Manifest) => ({
  name,
  version,
  private: true,
  type,
  engines,
  imports,
  scripts: Object.fromEntries(COMMANDS.map((command) => [command, rest.scripts[command]])),
  dependencies: rest.dependencies,
});

/** The commit that was built; null outside of a repository. */
function readCommit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return null;
  }
}

/** Writes SHA256SUMS, which `sha256sum -c` reads, last of all. */
function writeChecksums(folder: string): { files: number; bytes: number } {
  const names = globSync("**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  let bytes = 0;
  const lines = names.map((name) => {
    const contents = readFileSync(join(folder, name));
    bytes += contents.length;
    return `${createHash("sha256").update(contents).digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
  return { files: names.length, bytes };
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
