import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

type LockedPackage = {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

export type RuntimePackage = {
  name: string;
  version: string;
  /** From the project, such as node_modules/pg. */
  path: string;
  license: string | undefined;
  /** As in package-lock.json: the algorithm and a base64 hash. */
  integrity: string | undefined;
  /** Paths of the packages that it needs, as far as they are installed. */
  needs: string[];
};

/**
 * The installed packages that the dependencies of package.json need, of this system and processor. Not
 * what `npm ls --omit=dev` lists: that adds optional peers which are only there for development, such as
 * compilers.
 */
export function listRuntimePackages(root: string): RuntimePackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Map<string, RuntimePackage>();
  /** @returns the path of the package; undefined where it is not installed */
  const add = (name: string, from: string): string | undefined => {
    const path = resolvePackage(name, from, packages);
    // A package of another system is in the lock file, but not installed.
    if (path === undefined || !existsSync(join(root, path))) return undefined;
    if (found.has(path)) return path;
    const locked = packages[path] as LockedPackage;
    const { version, license, integrity } = locked;
    const added = { name, version, path, license, integrity, needs: [] as string[] };
    found.set(path, added);
    added.needs = listNeeded(locked).flatMap((needed) => add(needed, path) ?? []);
    return path;
  };
  for (const name of Object.keys(packages[""]?.dependencies ?? {})) add(name, "");
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const listNeeded = (locked: LockedPackage): string[] => [
  ...Object.keys(locked.dependencies ?? {}),
  ...Object.keys(locked.optionalDependencies ?? {}),
  ...Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  ),
];

/** Where Node finds a package from within another one: beside it, or in a folder above. */
function resolvePackage(
  name: string,
  from: string,
  packages: Record<string, LockedPackage>,
): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const path = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
}
