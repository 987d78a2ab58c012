/** The numbers of a version such as "22.22" or "v0.2.0"; what follows them is left out. */
const readNumbers = (version: string): number[] =>
  (/^v?(\d+(?:\.\d+){0,2})/.exec(version)?.[1] ?? "0").split(".").map(Number);

/** Less than 0 where the first version is older, more than 0 where it is newer. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [readNumbers(one), readNumbers(other)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
