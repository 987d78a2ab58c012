import type { ChangelogSection } from "./read-changelog.ts";

/** `commit`: empty where the site runs from its sources. */
export type Release = { version: string; commit: string };

export type MachineFacts = {
  release: Release;
  nodeVersion: string;
  /** As `engines` of package.json says, such as ">=22.22". */
  nodeRange: string;
  /** All of this release, in order; `at` identifies one. */
  migrations: { at: string; tag: string }[];
  changelog: ChangelogSection[];
  /** Where DATA_DIR is. */
  freeBytes: number;
  /** Of the newest backup in DATA_DIR. */
  newestFileAt: Date | null;
};

export type DatabaseFacts = {
  /** As `server_version_num` has it: 180004. */
  version: number;
  isStandby: boolean;
  bytes: number;
  /** The migrations that were applied; none for a new database. */
  applied: string[];
  /** The release that was started last on this database; null where it kept no record yet. */
  lastStart: Release | null;
  /** Of the newest verified backup in object storage. */
  newestStoredAt: Date | null;
};

/** `notes`: lines that belong to the sentence. */
export type Check = {
  name: string;
  state: "ok" | "warning" | "problem";
  sentence: string;
  notes?: string[];
};
