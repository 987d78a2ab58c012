import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * What `npm test` proves, as scripts of package.json. Steps of a phase run beside each other; the
 * next phase begins when all of them have passed.
 */
const PHASES = [
  ["build", "typecheck", "lint", "check:unused", "test:unit"],
  ["test:server"],
  ["test:e2e"],
];
const STOPPED = 130;

const running = new Set<ChildProcess>();
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    isStopped = true;
    // npm does not reach what a script of several programs has started; its group does.
    for (const { pid } of running) if (pid) process.kill(-pid, signal);
  });

const secondsSince = (began: number) => ((performance.now() - began) / 1_000).toFixed(1);

/**
 * Runs a script. Beside others its output is held until it ends, so that no lines mix; for a step
 * that passed, only its time is printed.
 */
async function runStep(script: string, isAlone: boolean): Promise<boolean> {
  const began = performance.now();
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
  console.log(`${hasPassed ? "passed" : "FAILED"}  ${script}  ${secondsSince(began)} s`);
  return hasPassed;
}

const began = performance.now();
for (const phase of PHASES) {
  const results = await Promise.all(phase.map((script) => runStep(script, phase.length === 1)));
  if (isStopped) process.exit(STOPPED);
  if (results.includes(false)) process.exit(1);
}
console.log(`all passed  ${secondsSince(began)} s`);
