import { listFieldErrors } from "#app/lib/field-errors.ts";
import type { FieldErrors } from "../schema.ts";

/** `done`: a key of `DONE_TEXTS`. */
export type SaveResult =
  | { ok: true; done: string }
  | { ok: false; reason: "fields"; errors: FieldErrors }
  | { ok: false; reason: "not-found" | "conflict" };

/** Who saves, and the version of the provider that the form was opened with. */
export type OwnForm = { providerId: string; userId: string; version: number };

export const refuseField = (field: string, message: string): SaveResult => ({
  ok: false,
  reason: "fields",
  errors: { [field]: message },
});

export const refuseFields = (issues: Parameters<typeof listFieldErrors>[0]): SaveResult => ({
  ok: false,
  reason: "fields",
  errors: listFieldErrors(issues),
});
