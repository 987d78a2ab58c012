import { z } from "zod";
import type { Conflict, Json, Merge } from "./merge-changes.ts";

/** Shared by the editors of quizzes and advertorials. */

/** A missing value and the path of its field. */
export type MissingField = { message: string; path: string[] };

/** A field with its two values as text. */
export type Difference = {
  key: string;
  /** The field's path, joined with slashes. */
  label: string;
  theirs: string;
  mine: string;
};

/** A kind of content: how its values are parsed, merged and validated. */
export type ContentKind<V> = {
  /** Key of drafts that have no id yet, such as "new-quiz". */
  newDraftKey: string;
  draftsPath: string;
  editorPath: string;
  /** Returns null when stored values can no longer be read. */
  parse: (stored: unknown) => V | null;
  /** `base` is null when the common earlier version is unknown. */
  merge: (versions: { base: V | null; theirs: V; mine: V }) => Merge<V>;
  /** Sets values at the paths that a merge reports. */
  applyChanges: (values: V, changes: readonly { path: string[]; value: Json }[]) => V;
  findMissingField: (values: V) => MissingField | null;
  /** Describes the fields that two people changed. */
  describeConflicts: (
    conflicts: readonly Conflict[],
    versions: { theirs: V; mine: V },
  ) => Difference[];
  messages: { created: string; updated: string; slugTaken: string };
};

/** `key`: the content's own key, or the key of an earlier draft. */
export type StoredDraft<V> = { key: string; values: V; baseVersion: number; savedAt: Date };

export type SavedContent = { id: string; slug: string; version: number };
export type SaveReply<V> =
  | {
      ok: true;
      saved: SavedContent;
      /** Also true for the first save of content that a generator inserted. */
      created: boolean;
      values: V;
    }
  | { ok: false; reason: "invalid" | "slug" | "unsafe" | "not-found" | "failed"; message: string }
  /** Somebody else saved meanwhile, and both changed the same fields: nothing is saved yet. */
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

/** The largest time value of a Date. */
const MAX_TIME = 8.64e15;
const version = z.number().int().min(0);
/** Request for an earlier version. */
export const versionCallSchema = z.object({ intent: z.literal("version"), id: z.uuid(), version });
export type VersionCall = z.infer<typeof versionCallSchema>;

/**
 * An editor's save. `id` is null for new content, which gets `newId` if the editor chose one when
 * it was opened.
 */
export const saveCallSchema = <S extends z.ZodType>(values: S) =>
  z.object({
    intent: z.literal("save"),
    id: z.uuid().nullable(),
    newId: z.uuid().optional(),
    baseVersion: version,
    values,
  });

/** An editor's request to save or delete a draft. */
export const draftCallSchema = <S extends z.ZodType>(newKey: string, values: S) => {
  const key = z.union([z.literal(newKey), z.uuid()]);
  /**
   * When an earlier draft was saved, in milliseconds: the one to delete, or the one to keep next to
   * this one.
   */
  const savedAt = z.number().int().positive().max(MAX_TIME).optional();
  return z.union([
    z.object({ intent: z.literal("discard"), key, savedAt }),
    z.object({ key, baseVersion: version, values, earlierSavedAt: savedAt }),
  ]);
};

/** Forms of a content list. */
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
