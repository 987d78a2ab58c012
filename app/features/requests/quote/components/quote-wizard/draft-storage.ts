import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import type { QuizHandoff } from "#app/lib/quiz-handoff.ts";
import type { QuoteDraft } from "../../fields.ts";
import { emptyQuote } from "../../schema.ts";

/** Key in session storage of this tab's unfinished requests, which are stored by `getDraftKey`. */
const STORAGE_KEY = "quote-drafts";

/** The fields that belong to a ZIP code. */
export const PLACE_FIELDS = ["address", "city", "state"] as const;
/** The ZIP code that the form had when each field was filled in; "" if it was not complete. */
export type PlaceZips = Partial<Record<(typeof PLACE_FIELDS)[number], string>>;

/** Answers that were replaced, and the step of the form at that time, for Undo. */
export type UndoableChange = {
  reason: "zip" | "hero-zip" | "start-over";
  values: Partial<QuoteDraft>;
  step: number;
};

export type StoredDraft = {
  step: number;
  values: QuoteDraft;
  /** When the form was first opened, milliseconds since 1970. */
  startedAt: number;
  /** The ZIP code that the visitor arrived with. */
  startZip: string;
  /** The sign in the last link that opened the form with one; "" without. */
  startSign: string;
  /** Answers to the quiz that the visitor came from, as JSON; "" without a quiz. */
  quizAnswers: string;
  zipOf: PlaceZips;
  /** The answer that the form chose on the third step; "" once the visitor chose one there. */
  suggestedUrgency: string;
  undo: UndoableChange | null;
};

export type Contact = Pick<QuoteDraft, "name" | "phone" | "email">;

/**
 * Key of a draft: the service label and the quiz it came from, if any. Answers are never shared
 * between keys.
 */
export const getDraftKey = ({ serviceType, quiz }: { serviceType?: string; quiz?: QuizHandoff }) =>
  JSON.stringify([serviceType || FALLBACK_SERVICE_TYPE, quiz?.slug ?? ""]);

/** All stored drafts, unvalidated; an empty object if none can be read. */
function readAll(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored)
      ? (stored as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function writeAll(drafts: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts));
  } catch {
    // Storage may be full or blocked; the form works without it.
  }
}

/** The known fields with text; anything else is dropped. */
function parseFields(stored: unknown): Partial<QuoteDraft> {
  const values: Partial<QuoteDraft> = {};
  for (const field of Object.keys(emptyQuote) as (keyof QuoteDraft)[]) {
    const value = (stored as Partial<QuoteDraft> | undefined)?.[field];
    if (typeof value === "string") values[field] = value;
  }
  return values;
}
const parseValues = (stored: unknown): QuoteDraft => ({ ...emptyQuote, ...parseFields(stored) });

/** One stored draft, or null if it is damaged. */
export function parseDraft(stored: unknown): StoredDraft | null {
  const draft = stored as Partial<StoredDraft> | null | undefined;
  if (!draft?.values || !Number.isInteger(draft.step) || (draft.step as number) < 1) return null;
  const values = parseValues(draft.values);
  return {
    step: draft.step as number,
    values,
    startedAt: Number(draft.startedAt) || Date.now(),
    startZip: String(draft.startZip ?? ""),
    startSign: String(draft.startSign ?? ""),
    quizAnswers: String(draft.quizAnswers ?? ""),
    zipOf: Object.fromEntries(
      PLACE_FIELDS.map((field) => [field, String(draft.zipOf?.[field] ?? values.zipCode)]),
    ),
    suggestedUrgency: String(draft.suggestedUrgency ?? ""),
    undo: draft.undo?.values ? { ...draft.undo, values: parseFields(draft.undo.values) } : null,
  };
}

export const loadDraft = (key: string): StoredDraft | null => parseDraft(readAll()[key]);
export const saveDraft = (key: string, draft: StoredDraft): void =>
  writeAll({ ...readAll(), [key]: draft });
export function clearDraft(key: string): void {
  const { [key]: _sent, ...others } = readAll();
  writeAll(others);
}

/**
 * Name, phone and email that were replaced in this draft, or else those of the newest other draft
 * of this tab; null if none has a name or a phone.
 */
export function findContact(key: string): Contact | null {
  const { [key]: own, ...others } = readAll();
  const drafts = Object.values(others).map(parseDraft);
  const found = [
    parseValues(parseDraft(own)?.undo?.values),
    ...drafts.reverse().map((draft) => parseValues(draft?.values)),
  ].find(({ name, phone }) => name.trim() || phone.trim());
  return found ? { name: found.name, phone: found.phone, email: found.email } : null;
}
