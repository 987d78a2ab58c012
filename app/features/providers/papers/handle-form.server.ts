import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { discardBody, readLimitedForm } from "#app/lib/read-body.server.ts";
import { S3Error } from "#app/lib/s3-error.ts";
import { truncateText } from "#app/lib/text.ts";
import { withUploadMemory } from "#app/lib/upload-memory.server.ts";
import type { FieldErrors } from "../schema.ts";
import {
  FILE_REFUSALS,
  FORMS_PER_ADDRESS_AND_HOUR,
  ISSUER_LENGTH,
  MAX_PAPER_FORM_BYTES,
  PAPER_REFUSALS,
  PAPERS_PER_HOUR,
  type PaperRefusal,
} from "./constants.ts";
import { addPaper, removePaper } from "./mutations.server.ts";
import { readPaper } from "./read-paper.server.ts";
import { buildPaperSchema } from "./schema.ts";

const HOUR_SECONDS = 3_600;
const STATUS_BY_REFUSAL: Record<PaperRefusal, number> = {
  fields: 400,
  "too-large": 413,
  full: 409,
  busy: 503,
  storage: 503,
  limit: 429,
  gone: 404,
  counts: 409,
  unknown: 400,
};

export const PAPER_FIELDS = ["kind", "number", "issuer", "valid_until"] as const;
export type TypedPaper = Record<(typeof PAPER_FIELDS)[number], string>;
export type PaperProblem = {
  status: number;
  message: string;
  errors: FieldErrors;
  /** What was typed; a browser never keeps the file. */
  typed: TypedPaper | null;
};
export type PaperOutcome = { ok: true; done: "sent" | "removed" } | ({ ok: false } & PaperProblem);

const refuse = (
  reason: PaperRefusal,
  { errors = {}, typed = null }: Partial<Pick<PaperProblem, "errors" | "typed">> = {},
): PaperOutcome => ({
  ok: false,
  status: STATUS_BY_REFUSAL[reason],
  message: PAPER_REFUSALS[reason],
  errors,
  typed,
});

type FormContext = ActionContext & Pick<AppContext, "settings" | "privateStore" | "log">;
type Sender = { providerId: string; userId: string };

/**
 * Handles a form of the documents page: `file` with its fields is a paper to add, `remove` the id of
 * one to remove.
 * @param input.address of the sender
 */
export async function handlePaperForm(
  context: FormContext,
  { request, address, ...sender }: Sender & { request: Request; address: string },
): Promise<PaperOutcome> {
  if (!(await isWithinLimits(context, { ...sender, address }))) {
    await discardBody(request);
    return refuse("limit");
  }
  const handled = await withUploadMemory(request, MAX_PAPER_FORM_BYTES, async () => {
    const form = await readLimitedForm(request, MAX_PAPER_FORM_BYTES, { readsToEnd: true });
    if (form === "too-large") return refuse("too-large");
    return form ? handleForm(context, { form, ...sender }) : refuse("unknown");
  });
  if (handled) return handled;
  await discardBody(request);
  return refuse("busy");
}

async function isWithinLimits(
  { db, now }: FormContext,
  { providerId, address }: Sender & { address: string },
): Promise<boolean> {
  const limits = [
    { key: `papers:${rateKey(address)}`, limit: FORMS_PER_ADDRESS_AND_HOUR },
    { key: `papers:${providerId}`, limit: PAPERS_PER_HOUR },
  ];
  for (const limit of limits)
    if (!(await consumeRateLimit(db, { ...limit, windowSeconds: HOUR_SECONDS, now }))) return false;
  return true;
}

async function handleForm(
  context: FormContext,
  { form, ...sender }: Sender & { form: FormData },
): Promise<PaperOutcome> {
  const { timeZone } = await context.settings.get();
  const paperId = form.get("remove");
  if (typeof paperId === "string") {
    const removed = await removePaper(context, { ...sender, paperId, timeZone });
    return removed === "removed" ? { ok: true, done: "removed" } : refuse(removed);
  }
  if (form.get("intent") !== "add") return refuse("unknown");
  const values = Object.fromEntries(
    PAPER_FIELDS.map((name) => [name, String(form.get(name) ?? "")]),
  ) as TypedPaper;
  const typed = Object.fromEntries(
    PAPER_FIELDS.map((name) => [name, truncateText(values[name], 2 * ISSUER_LENGTH)]),
  ) as TypedPaper;
  const parsed = buildPaperSchema(toBusinessDay(context.now, timeZone)).safeParse(values);
  const errors = parsed.success ? {} : listFieldErrors(parsed.error.issues);
  const upload = form.get("file");
  if (!(upload instanceof File) || upload.size === 0)
    return refuse("fields", { errors: { ...errors, file: FILE_REFUSALS.nothing }, typed });
  if (!parsed.success) return refuse("fields", { errors, typed });
  const read = await readPaper(await upload.bytes());
  if (!read.ok) return refuse("fields", { errors: { file: FILE_REFUSALS[read.reason] }, typed });
  const { contentType, file } = read;
  const added = await addPaper(context, {
    ...sender,
    fields: parsed.data,
    file: { contentType, file },
  }).catch((error: unknown) => {
    if (!(error instanceof S3Error)) throw error;
    context.log.error({ err: error }, "a paper could not be stored");
    return "storage" as const;
  });
  if (added === "added") return { ok: true, done: "sent" };
  return refuse(added === "storage" ? "storage" : "full", { typed });
}
