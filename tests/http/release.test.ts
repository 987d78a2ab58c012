import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createRelease } from "../../scripts/release/create-release.ts";
import { copyDatabase, dropDatabase } from "../setup/database.ts";
import { createTestFolder } from "../setup/test-folder.ts";
import { APP_SECRET } from "../staff.ts";

const folder = join(createTestFolder("release"), "site");
const dataDir = createTestFolder("release-data");
let environment: NodeJS.ProcessEnv;
let databaseUrl: string;

beforeAll(async () => {
  createRelease(folder);
  databaseUrl = await copyDatabase(inject("sharedSite").templateUrl);
  environment = {
    // Nothing of the project's own programs.
    PATH: "/usr/bin:/bin",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET,
    PORT: "0",
    LOG_LEVEL: "warn",
    PAGE_WARM_UP: "off",
  };
});
afterAll(() => dropDatabase(databaseUrl));

const run = (...words: string[]) =>
  execFileSync(process.execPath, words, { cwd: folder, env: environment, encoding: "utf8" });

/** Names whose contents differ from the checksums, that are missing, or that were added. */
function findDifferences(): string[] {
  const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const expected = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = globSync("**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => name !== "SHA256SUMS");
  const added = present.filter((name) => !expected.has(name));
  const changed = [...expected].filter(([name, hash]) => {
    const file = join(folder, name);
    if (!existsSync(file)) return true;
    return createHash("sha256").update(readFileSync(file)).digest("hex") !== hash;
  });
  return [...added, ...changed.map(([name]) => name)];
}

/** The words of ExecStart, without the program. */
function readStartCommand(): string[] {
  const unit = readFileSync(join(folder, "deploy/henrys-helpline.service"), "utf8");
  return /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
}

test("starts with Node alone as the systemd unit starts it, serves pages, and stops with 0", async () => {
  const child = spawn(process.execPath, readStartCommand(), {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  let origin: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    origin = /runs on (http\S+)/.exec(line)?.[1];
    if (origin) break;
  }
  child.stdout.resume();
  const page = await fetch(`${origin}/home-services/plumbing`);
  expect(page.status).toBe(200);
  const html = await page.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  expect((await fetch(`${origin}${script}`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
});

test("runs the operator's commands from the runbook", () => {
  expect(
    run("scripts/staff.ts", "create", "--email", "a@example.com", "--role", "superadmin"),
  ).toMatch(/http:\/\/localhost:0\/\S+/);
  expect(run("scripts/backup.ts")).toContain("verified by reading them back");
  // The first test has started this release.
  const checks = run("scripts/upgrade-check.ts");
  expect(checks).toMatch(/^ok +release +The database last ran (\S+ \(\w{8}\)), and this is \1\.$/m);
  expect(checks).not.toContain("problem");
});

test("has checksums of all its files, which no run has changed: its folder may be read-only", () => {
  expect(findDifferences()).toEqual([]);
});

test("lists its packages in an SBOM: all that it has, and none that only development needs", () => {
  const sbom = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX" });
  const listed = sbom.components.map((component: { "bom-ref": string }) => component["bom-ref"]);
  const installed = globSync("node_modules/{*,@*/*}/package.json", { cwd: folder }).map((file) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return `${name}@${version}`;
  });
  expect(listed).toEqual(expect.arrayContaining(installed));
  expect(new Set(sbom.dependencies.map(({ ref }: { ref: string }) => ref))).toEqual(
    new Set(listed),
  );
  const names = listed.map((id: string) => id.slice(0, id.lastIndexOf("@")));
  expect(names).toEqual(expect.arrayContaining(["react", "pg", "sharp", "drizzle-orm"]));
  for (const development of ["vite", "typescript", "vitest", "drizzle-kit"])
    expect(names).not.toContain(development);
});
