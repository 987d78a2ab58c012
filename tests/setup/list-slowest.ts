const SHOWN = 10;

export type TimedTest = { name: string; file: string; milliseconds: number };

/** The slowest tests of a run as lines, the slowest first. */
export function listSlowest(tests: readonly TimedTest[]): string {
  const lines = tests
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, SHOWN)
    .map(
      ({ name, file, milliseconds }) =>
        `${(milliseconds / 1_000).toFixed(1).padStart(7)} s  ${file}  ${name}`,
    );
  return ["", "The slowest tests:", ...lines, ""].join("\n");
}
