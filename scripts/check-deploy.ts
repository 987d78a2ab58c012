// Tries the files of deploy/ with the real programs, on loopback: npm run deploy:check
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "#server/postgres-cluster.ts";
import { build, isBuilt } from "./build.ts";
import { ISOLATED_ENVIRONMENT } from "./isolated-environment.ts";

const ROOT = join(import.meta.dirname, "..");
const CADDYFILE = join(ROOT, "deploy/Caddyfile");
const START_DEADLINE_MS = 60_000;
const PAGES = 50;

/** Whether a program can be run. */
function hasProgram(...[program = "", ...words]: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function report(isMet: boolean, what: string): void {
  if (!isMet) process.exitCode = 1;
  console.log(`${isMet ? "met    " : "NOT met"}  ${what}`);
}

const skip = (why: string): void => console.log(`skipped  ${why}`);

async function waitUntilReady(url: string): Promise<boolean> {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (performance.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await wait(100);
  }
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Two web processes behind Caddy: pages, sizes of bodies, and one of them stopped. */
async function tryCaddy(folder: string): Promise<void> {
  if (!hasProgram("caddy", "version")) return void skip("deploy/Caddyfile: caddy is not installed");
  const [front, first, second] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${front}`;
  const startWeb = (port: number) =>
    spawn(process.execPath, ["scripts/start.ts"], {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        ...process.env,
        ...ISOLATED_ENVIRONMENT,
        PORT: String(port),
        ROLE: "web",
        DATA_DIR: join(folder, "data"),
        PUBLIC_URL: url,
      },
    });
  const webs = [startWeb(first)];
  const isFirstReady = await waitUntilReady(`http://127.0.0.1:${first}`);
  webs.push(startWeb(second));
  const caddy = spawn("caddy", ["run", "--config", CADDYFILE, "--adapter", "caddyfile"], {
    stdio: "ignore",
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE_ADDRESS: url,
      WEB_UPSTREAMS: `127.0.0.1:${first} 127.0.0.1:${second}`,
    },
  });
  try {
    const isReady = await waitUntilReady(`http://127.0.0.1:${second}`);
    report(
      isFirstReady && isReady && (await waitUntilReady(url)),
      "Caddy reaches two web processes",
    );
    const page = await fetch(url);
    report(page.status === 200 && page.headers.has("etag"), "a page through Caddy");
    const tooLarge = await fetch(`${url}/functions/v1/contact-sync`, {
      method: "POST",
      body: new Uint8Array(12 * 1024 * 1024),
    }).then(
      ({ status }) => status,
      () => 0,
    );
    report(tooLarge === 413 || tooLarge === 0, `a body of 12 MB is refused (${tooLarge})`);
    await stop(webs.pop() as ChildProcess);
    const statuses: number[] = [];
    for (let call = 0; call < PAGES; call++)
      statuses.push((await fetch(`${url}/home-services`)).status);
    const served = statuses.filter((status) => status === 200).length;
    report(served === PAGES, `${served} of ${PAGES} pages right after one web process stopped`);
  } finally {
    for (const child of [caddy, ...webs]) await stop(child);
  }
}

function tryCompose(): void {
  if (!hasProgram("docker", "compose", "version"))
    return void skip("deploy/compose.yaml: docker compose is not installed");
  const isValid = hasProgram(
    "env",
    "SITE_HOST=www.example.com",
    "docker",
    "compose",
    "-f",
    join(ROOT, "deploy/compose.yaml"),
    "config",
    "--quiet",
  );
  report(isValid, "docker compose accepts deploy/compose.yaml");
}

function tryUnit(): void {
  if (!hasProgram("systemd-analyze", "--version"))
    return void skip("the systemd unit: systemd-analyze is not installed");
  const unit = join(ROOT, "deploy/henrys-helpline.service");
  report(hasProgram("systemd-analyze", "verify", unit), "systemd accepts the unit");
}

function tryAlerts(): void {
  if (!hasProgram("promtool", "--version"))
    return void skip("deploy/prometheus: promtool is not installed");
  const tests = join(ROOT, "deploy/prometheus/alerts.test.yaml");
  report(
    hasProgram("promtool", "test", "rules", tests),
    "promtool accepts and tests the alert rules",
  );
}

function tryImage(): void {
  if (!hasProgram("docker", "info"))
    return void skip("deploy/Dockerfile: no Docker engine is running");
  const words = ["build", "-q", "-f", join(ROOT, "deploy/Dockerfile"), ROOT];
  report(hasProgram("docker", ...words), "docker builds the image");
}

if (!isBuilt()) await build();
const folder = mkdtempSync(join(tmpdir(), "henry-deploy-"));
// The database may run as another user.
chmodSync(folder, 0o755);
try {
  await tryCaddy(folder);
  tryUnit();
  tryAlerts();
  tryCompose();
  tryImage();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
