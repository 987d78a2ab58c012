import { z } from "zod";
import type { Conflict, Json, Merge } from "./merge-changes.ts";

/** What the editors of quizzes and advertorials have in common. */

/** What is missing, and where: the path of the field in the values. */
export type MissingField = { message: string; path: string[] };

/** A field with two values, in words. */
export type Difference = {
  key: string /** The path, joined with slashes. */;
  label: string;
  theirs: string;
  mine: string;
};

/** A kind of content that staff write: how its values are read, merged and judged. */
export type ContentKind<V> = {
  /** Keeps drafts of what has no id yet, such as "new-quiz". */
  newDraftKey: string;
  draftsPath: string;
  editorPath: string;
  /** Null where what was stored cannot be read any more. */
  parse: (stored: unknown) => V | null;
  /** `base` null: nobody knows what both began with. */
  merge: (versions: { base: V | null; theirs: V; mine: V }) => Merge<V>;
  /** Puts other values at the paths that a merge names. */
  applyChanges: (values: V, changes: readonly { path: string[]; value: Json }[]) => V;
  findMissingField: (values: V) => MissingField | null;
  /** Names the fields that two people changed. */
  describeConflicts: (
    conflicts: readonly Conflict[],
    versions: { theirs: V; mine: V },
  ) => Difference[];
  messages: { created: string; updated: string; slugTaken: string };
};

/**
 * `key` as drafts are stored: the thing's own, or that of a draft that was set aside for a newer
 * one.
 */
export type StoredDraft<V> = { key: string; values: V; baseVersion: number; savedAt: Date };

export type SavedContent = { id: string; slug: string; version: number };
export type SaveReply<V> =
  | {
      ok: true;
      saved: SavedContent /** Also where a person first saves what a generator inserted. */;
      created: boolean;
      values: V;
    }
  | { ok: false; reason: "invalid" | "slug" | "unsafe" | "not-found" | "failed"; message: string }
  /** Somebody saved meanwhile and both changed the same fields: nothing is saved yet. */
  | {
      ok: false;
      reason: "conflict";
      merged: V;
      theirs: V;
      conflicts: Conflict[];
      version: number;
      message?: undefined;
    };
export type VersionReply<V> =
  | { ok: true; values: V }
  | { ok: false; reason: "not-found" | "failed"; message: string };

/** The last time that a Date can hold. */
const MAX_TIME = 8.64e15;
const version = z.number().int().min(0);
/** An earlier version is asked for. */
export const versionCallSchema = z.object({ intent: z.literal("version"), id: z.uuid(), version });
export type VersionCall = z.infer<typeof versionCallSchema>;

/**
 * An editor sends what it holds, to be saved; `id` null makes a new thing, which gets `newId` where
 * the editor chose one when it opened.
 */
export const saveCallSchema = <S extends z.ZodType>(values: S) =>
  z.object({
    intent: z.literal("save"),
    id: z.uuid().nullable(),
    newId: z.uuid().optional(),
    baseVersion: version,
    values,
  });

/** What an editor sends to its drafts. */
export const draftCallSchema = <S extends z.ZodType>(newKey: string, values: S) => {
  const key = z.union([z.literal(newKey), z.uuid()]);
  /**
   * When an earlier draft was saved, in ms: the one to drop, or the one that stays beside this one.
   */
  const savedAt = z.number().int().positive().max(MAX_TIME).optional();
  return z.union([
    z.object({ intent: z.literal("drop"), key, savedAt }),
    z.object({ key, baseVersion: version, values, earlierSavedAt: savedAt }),
  ]);
};

/** What the list of a kind of content sends. */
export const listFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("set-active"),
    id: z.uuid(),
    isActive: z.enum(["true", "false"]).transform((value) => value === "true"),
  }),
  z.object({ intent: z.literal("delete"), id: z.uuid() }),
  z.object({ intent: z.literal("restore"), id: z.uuid() }),
]);
export type ListFormResult = { ok: true } | { ok: false; message?: string };

export const CONTENT_STATUSES = ["all", "active", "inactive"] as const;
const contentFiltersSchema = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, 100))
    .catch(""),
  status: z.enum(CONTENT_STATUSES).catch("all"),
});
export type ContentFilters = z.infer<typeof contentFiltersSchema>;
export const parseContentFilters = (query: URLSearchParams): ContentFilters =>
  contentFiltersSchema.parse({ q: query.get("q") ?? "", status: query.get("status") ?? "all" });
