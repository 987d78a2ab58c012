import { DAY_MS, HOUR_MS } from "#app/lib/durations.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { compareVersions } from "./compare-versions.ts";
import type { Check, DatabaseFacts, MachineFacts, Release } from "./facts.ts";

/** PostgreSQL's major versions: older ones lack what we use, newer ones were not tried. */
const OLDEST_POSTGRES = 15;
const NEWEST_POSTGRES = 18;
/** Before an upgrade a backup is written, and tables may be rewritten. */
const SPARE_BYTES = 512 * 1024 ** 2;
const RECENT_MS = 36 * HOUR_MS;
const OLD_MS = 7 * DAY_MS;

type Options = {
  machine: MachineFacts;
  /** Null before the first start; absent where it could not be read. */
  database?: DatabaseFacts | null;
  /** Why it could not be read. */
  failure?: string;
  /** The database's files are on the disk of DATA_DIR. */
  isEmbedded: boolean;
  now: Date;
};

/** What stands against starting this release on that database, one line each. */
export function checkUpgrade(options: Options): Check[] {
  const { machine, database, failure = "no answer", isEmbedded, now } = options;
  const node = checkNode(machine);
  if (!database) return [node, describeMissing(database === null ? null : failure)];
  return [
    checkRelease(machine, database),
    node,
    checkServer(database),
    checkMigrations(machine, database),
    checkDisk(machine, { database, isEmbedded }),
    checkBackup(machine, { database, now }),
    checkNotes(machine, database),
  ];
}

const describeMissing = (failure: string | null): Check =>
  failure === null
    ? {
        name: "database",
        state: "ok",
        sentence: "There is no database yet: the first start creates one.",
      }
    : {
        name: "database",
        state: "problem",
        sentence: `The database cannot be read (${failure}): see that it runs, and that the variables name it and its owner.`,
      };

const describe = ({ version, commit }: Release) =>
  commit ? `${version} (${commit.slice(0, 8)})` : version;

function checkRelease(
  { release, migrations, changelog }: MachineFacts,
  database: DatabaseFacts,
): Check {
  const name = "release";
  const { lastStart, applied } = database;
  if (!lastStart) {
    const newest = migrations.find(({ at }) => at === applied.at(-1))?.tag;
    const found = newest ? `its newest migration is ${newest}` : "it has none of our migrations";
    return {
      name,
      state: applied.length > 0 ? "warning" : "ok",
      sentence: `This is ${describe(release)}; the database has no record of a release, and ${found}. Compare it with the release that you run.`,
    };
  }
  const difference = compareVersions(release.version, lastStart.version);
  if (difference < 0)
    return {
      name,
      state: "problem",
      sentence: `The database last ran ${describe(lastStart)}, which is newer than this release, ${describe(release)}: use that one or a newer one.`,
    };
  const skipped = changelog.flatMap(({ version }) =>
    version &&
    compareVersions(version, lastStart.version) > 0 &&
    compareVersions(version, release.version) < 0
      ? version
      : [],
  );
  if (skipped.length > 0)
    return {
      name,
      state: "warning",
      sentence: `From ${describe(lastStart)} to ${describe(release)} you would skip ${skipped.toReversed().join(", ")}: for an upgrade without a pause, start each in turn; otherwise stop all processes first.`,
    };
  return {
    name,
    state: "ok",
    sentence: `The database last ran ${describe(lastStart)}, and this is ${describe(release)}.`,
  };
}

function checkNode({ nodeVersion, nodeRange }: MachineFacts): Check {
  const oldest = nodeRange.replace(">=", "");
  return compareVersions(nodeVersion, oldest) < 0
    ? {
        name: "node",
        state: "problem",
        sentence: `Node ${nodeVersion} is too old: install ${oldest} or newer.`,
      }
    : { name: "node", state: "ok", sentence: `Node ${nodeVersion} fits (${nodeRange}).` };
}

function checkServer({ version, isStandby }: DatabaseFacts): Check {
  const name = "postgres";
  const major = Math.floor(version / 10_000);
  if (isStandby)
    return {
      name,
      state: "problem",
      sentence: "The database is a standby, which nobody can upgrade: name the primary.",
    };
  if (major < OLDEST_POSTGRES)
    return {
      name,
      state: "problem",
      sentence: `PostgreSQL ${major} is too old: upgrade the server to ${OLDEST_POSTGRES} or newer first.`,
    };
  return major > NEWEST_POSTGRES
    ? {
        name,
        state: "warning",
        sentence: `PostgreSQL ${major} is newer than this release was tried with (${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}): try it with a copy first.`,
      }
    : { name, state: "ok", sentence: `PostgreSQL ${major} fits.` };
}

function checkMigrations({ migrations }: MachineFacts, { applied }: DatabaseFacts): Check {
  const name = "migrations";
  const known = new Set(migrations.map(({ at }) => at));
  const unknown = applied.filter((at) => !known.has(at));
  if (unknown.length > 0)
    return {
      name,
      state: "problem",
      sentence: `The database has ${formatQuantity(unknown.length, "migration")} that this release does not know, so it is newer: use the release that made it, or a newer one.`,
    };
  const done = new Set(applied);
  const missing = migrations.filter(({ at }) => !done.has(at));
  if (missing.length === 0) return { name, state: "ok", sentence: "All migrations are applied." };
  const last = Math.max(...applied.map(Number));
  const skipped = missing.filter(({ at }) => Number(at) < last);
  if (skipped.length > 0)
    return {
      name,
      state: "problem",
      sentence:
        "Migrations before the newest one were never applied, and a start would not apply them: ask whoever changed the database.",
      notes: skipped.map(({ tag }) => tag),
    };
  return {
    name,
    state: applied.length > 0 ? "warning" : "ok",
    sentence: `${formatQuantity(missing.length, "migration")} will run at the first start of this release: write a backup before.`,
    notes: missing.map(({ tag }) => tag),
  };
}

const formatSize = (bytes: number) =>
  bytes < 10 * 1024 ** 3
    ? `${Math.ceil(bytes / 1024 ** 2)} MB`
    : `${Math.round(bytes / 1024 ** 3)} GB`;

/** A backup is at most as large as the database; so is what migrations may rewrite. */
function checkDisk(
  { freeBytes }: MachineFacts,
  { database, isEmbedded }: Pick<Options, "isEmbedded"> & { database: DatabaseFacts },
): Check {
  const needed = database.bytes * (isEmbedded ? 2 : 1) + SPARE_BYTES;
  const elsewhere = isEmbedded
    ? ""
    : " The disk of the database server is not visible from here: see that it has as much.";
  const found = `DATA_DIR has ${formatSize(freeBytes)} free, and the database takes ${formatSize(database.bytes)}`;
  return freeBytes < needed
    ? {
        name: "disk",
        state: "problem",
        sentence: `${found}: free ${formatSize(needed - freeBytes)} more, for a backup and what an upgrade rewrites.${elsewhere}`,
      }
    : { name: "disk", state: "ok", sentence: `${found}.${elsewhere}` };
}

function checkBackup(
  { newestFileAt }: MachineFacts,
  { database, now }: { database: DatabaseFacts; now: Date },
): Check {
  const name = "backup";
  const { newestStoredAt, applied } = database;
  const times = [newestFileAt, newestStoredAt].flatMap((at) => at?.getTime() ?? []);
  if (applied.length === 0)
    return { name, state: "ok", sentence: "The database is empty: there is nothing to back up." };
  const advice = "run npm run backup, and copy the file to another machine";
  if (times.length === 0)
    return { name, state: "problem", sentence: `There is no verified backup: ${advice}.` };
  const ageMs = now.getTime() - Math.max(...times);
  const found = `The newest verified backup is ${formatQuantity(Math.max(0, Math.floor(ageMs / HOUR_MS)), "hour")} old`;
  if (ageMs <= RECENT_MS) return { name, state: "ok", sentence: `${found}.` };
  return { name, state: ageMs > OLD_MS ? "problem" : "warning", sentence: `${found}: ${advice}.` };
}

/** Notes of versions after the one that ran last; all that are known where none is recorded. */
function checkNotes(
  { release, changelog }: MachineFacts,
  { lastStart, applied }: DatabaseFacts,
): Check {
  const name = "changelog";
  const isSame = applied.length === 0 || (lastStart?.commit && lastStart.commit === release.commit);
  const notes = changelog
    .filter(
      ({ version }) =>
        !isSame && (!version || !lastStart || compareVersions(version, lastStart.version) > 0),
    )
    .flatMap(({ version, breaking }) =>
      breaking.map((note) => (version ? `${version}: ${note}` : note)),
    );
  if (notes.length === 0)
    return { name, state: "ok", sentence: "CHANGELOG.md has no breaking notes since then." };
  const since = lastStart ? `since ${lastStart.version}` : "in all, as no release is recorded";
  return {
    name,
    state: "warning",
    sentence: `CHANGELOG.md has ${formatQuantity(notes.length, "breaking note")} ${since}: do what they say before the start.`,
    notes,
  };
}
