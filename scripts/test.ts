import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * The steps of `npm test`, as scripts of package.json. Steps of a phase run in parallel; the next
 * phase starts when all of them have passed.
 */
const PHASES = [
  ["build", "typecheck", "lint", "check:unused", "test:unit"],
  ["test:server"],
  ["test:e2e"],
];
/** The exit code that shells expect of an interrupted program. */
const INTERRUPTED = 130;

const running = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isStopped = true;
    // A signal to npm does not reach all programs that a script has started; one to its group does.
    for (const { pid } of running) if (pid) process.kill(-pid, signal);
  });

const secondsSince = (started: number) => ((performance.now() - started) / 1_000).toFixed(1);

/**
 * Runs a script. In parallel with others its output is buffered until it ends, and printed only if
 * it failed.
 */
async function runStep(script: string, isAlone: boolean): Promise<boolean> {
  const started = performance.now();
  const child = spawn("npm", ["run", "--silent", script], {
    detached: true,
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
    env: isAlone ? process.env : { ...process.env, FORCE_COLOR: "0" },
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => output.push(part));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  const hasPassed = code === 0;
  if (isStopped) return false;
  if (!hasPassed) process.stdout.write(`\n--- ${script}\n${Buffer.concat(output)}\n`);
  console.log(`${hasPassed ? "passed" : "FAILED"}  ${script}  ${secondsSince(started)} s`);
  return hasPassed;
}

const started = performance.now();
for (const phase of PHASES) {
  const results = await Promise.all(phase.map((script) => runStep(script, phase.length === 1)));
  if (isStopped) process.exit(INTERRUPTED);
  if (results.includes(false)) process.exit(1);
}
console.log(`all passed  ${secondsSince(started)} s`);
