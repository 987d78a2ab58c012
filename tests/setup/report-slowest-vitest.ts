import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { listSlowest } from "./list-slowest.ts";

/** Prints the slowest tests when a run of Vitest ends. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        file: relative(process.cwd(), module.moduleId),
        milliseconds: test.diagnostic()?.duration ?? 0,
      })),
    );
    console.log(listSlowest(tests));
  }
}
