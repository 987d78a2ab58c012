import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { getStartOfDay, toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { toStorableText } from "#app/lib/text.ts";
import { isKnownZip } from "#app/lib/zip.server.ts";
import { measureAreas } from "../areas/measure-areas.server.ts";
import { readAreas, type TypedArea } from "../areas/read-areas.ts";
import { getBusinessZone } from "../availability/business-zone.server.ts";
import { summarizeWords } from "../profile/parse-zips.ts";
import { getProvider } from "../profile/queries.server.ts";
import { type FieldErrors, profileSchema } from "../schema.ts";
import {
  COMPANY_FIELDS,
  CONFLICT_TEXT,
  CONTACT_FIELDS,
  MAX_PAUSE_DAYS,
  NEEDS_RECENT_SIGN_IN,
  PROFILE_INTENTS,
  type ProfileIntent,
  SIGN_IN_AGAIN_TEXT,
} from "./constants.ts";
import { describeArea } from "./load-profile.server.ts";
import { saveArea } from "./save-area.server.ts";
import { saveHours, saveJobValue, savePause } from "./save-availability.server.ts";
import { saveCompany, saveServices } from "./save-company.server.ts";
import { saveContact } from "./save-contact.server.ts";
import { type OwnForm, refuseField, type SaveResult } from "./save-result.ts";

type FormContext = ActionContext & Pick<AppContext, "contactKeys" | "settings">;

/** What was typed, by field; a field that may be there several times has all its values. */
export type Typed = Record<string, string[]>;
/** A result that the page shows at once, without having saved anything. */
export type ShownResult = {
  intent: ProfileIntent;
  typed: Typed;
  areas: TypedArea[];
  area: ReturnType<typeof describeArea> | null;
};
export type FormProblem = {
  intent: string;
  status: number;
  message: string;
  errors: FieldErrors;
  /** What was typed; absent where somebody else saved meanwhile, so that the page shows theirs. */
  shown?: ShownResult;
};
export type FormOutcome =
  | { kind: "done"; done: string; intent: ProfileIntent }
  | { kind: "shown"; shown: ShownResult }
  | { kind: "problem"; problem: FormProblem };

export const readIntent = (form: FormData): ProfileIntent | null =>
  PROFILE_INTENTS.find((intent) => intent === form.get("intent")) ?? null;

type ProfileForm = Omit<OwnForm, "version"> & {
  form: FormData;
  /** Whether the person signed in not long ago. */
  isRecent: boolean;
};

/** Handles a form of the profile page: saves its section, or shows what an area would cover. */
export async function handleProfileForm(
  context: FormContext,
  { form, providerId, userId, isRecent }: ProfileForm,
): Promise<FormOutcome> {
  const intent = readIntent(form);
  if (!intent)
    return {
      kind: "problem",
      problem: { intent: "", status: 400, message: "This form is not known.", errors: {} },
    };
  const shown = readShown(form, intent);
  if (form.get("act") === "show") return { kind: "shown", shown };
  if (!isRecent && NEEDS_RECENT_SIGN_IN.includes(intent))
    return {
      kind: "problem",
      problem: { intent, status: 403, message: SIGN_IN_AGAIN_TEXT, errors: {}, shown },
    };
  const version = Number(form.get("version"));
  const saved = await saveSection(context, { form, intent, providerId, userId, version });
  if (saved.ok) return { kind: "done", done: saved.done, intent };
  if (saved.reason === "fields")
    return {
      kind: "problem",
      problem: {
        intent,
        status: 400,
        message: "Nothing was saved. Please check the entries below.",
        errors: saved.errors,
        shown,
      },
    };
  return {
    kind: "problem",
    problem: { intent, status: 409, message: CONFLICT_TEXT, errors: {} },
  };
}

/** What the page shows again of a form, with the result of an area. */
function readShown(form: FormData, intent: ProfileIntent): ShownResult {
  const typed: Typed = {};
  for (const name of new Set(form.keys())) typed[name] = form.getAll(name).map(String);
  if (intent === "areas") {
    const { typed: areas, areas: read } = readAreas(form);
    const area = read.length > 0 ? describeArea(read, measureAreas(read).zips) : null;
    return { intent, typed, areas, area };
  }
  if (intent !== "zips") return { intent, typed, areas: [], area: null };
  const zips = profileSchema.shape.service_area_zips.safeParse(readText(form, "zips"));
  const known = zips.success ? zips.data.filter(isKnownZip) : [];
  return { intent, typed, areas: [], area: zips.success ? describeArea(null, known) : null };
}

const readText = (form: FormData, name: string) => String(form.get(name) ?? "");
const readFields = (form: FormData, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, readText(form, name)]));

type SectionForm = OwnForm & { form: FormData; intent: ProfileIntent };

function saveSection(context: FormContext, input: SectionForm): Promise<SaveResult> | SaveResult {
  const { form, intent, ...own } = input;
  switch (intent) {
    case "company":
      return saveCompany(context, { ...own, values: readFields(form, COMPANY_FIELDS) });
    case "contact":
      return saveContact(context, { ...own, values: readFields(form, CONTACT_FIELDS) });
    case "services": {
      const services = form
        .getAll("service_categories")
        .map((name) => toStorableText(String(name)));
      return saveServices(context, { ...own, services });
    }
    case "areas": {
      const { areas, error } = readAreas(form);
      const measured = measureAreas(areas);
      const problem = error ?? measured.error;
      if (problem) return refuseField("areas", problem);
      return saveArea(context, { ...own, zips: measured.zips, areas });
    }
    case "zips":
      return saveZips(context, { ...own, text: readText(form, "zips") });
    case "job-value": {
      const values = readFields(form, ["min_job_value", "max_job_value"]);
      return saveJobValue(context, { ...own, values, opened: readText(form, "opened") });
    }
    case "hours":
      return saveHours(context, {
        ...own,
        values: readHours(form),
        opened: readText(form, "opened"),
      });
    case "pause":
      return savePauseForm(context, { ...own, form });
  }
}

function saveZips(
  context: FormContext,
  { text, ...own }: OwnForm & { text: string },
): Promise<SaveResult> | SaveResult {
  const parsed = profileSchema.shape.service_area_zips.safeParse(text);
  if (!parsed.success) return refuseField("zips", parsed.error.issues[0]?.message ?? "");
  const unknown = parsed.data.filter((zip) => !isKnownZip(zip));
  if (unknown.length > 0)
    return refuseField("zips", `There are no such ZIP codes: ${summarizeWords(unknown)}.`);
  if (parsed.data.length === 0) return refuseField("zips", "Enter at least one ZIP code.");
  return saveArea(context, { ...own, zips: parsed.data, areas: null });
}

function readHours(form: FormData) {
  const [from, until] = [form.getAll("from").map(String), form.getAll("until").map(String)];
  return {
    any_time: form.get("any_time") === "yes",
    days: Array.from({ length: 7 }, (_, day) => ({
      from: from[day] ?? "",
      until: until[day] ?? "",
    })),
    most: readText(form, "most"),
  };
}

const PAUSES: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS };

/** `pause`: "day" or "week" from now, "until" with a day on which offers begin again, or "end". */
async function savePauseForm(
  context: FormContext,
  { form, ...own }: OwnForm & { form: FormData },
): Promise<SaveResult> {
  const pause = readText(form, "pause");
  if (pause === "end") return savePause(context, { ...own, until: null });
  const length = PAUSES[pause];
  if (length)
    return savePause(context, { ...own, until: new Date(context.now.getTime() + length) });
  const day = z.iso.date().safeParse(readText(form, "until"));
  if (pause !== "until" || !day.success)
    return refuseField("until", "Enter the day on which offers begin again.");
  const [site, provider] = await Promise.all([
    context.settings.get(),
    getProvider(context.db, own.providerId),
  ]);
  const timeZone = getBusinessZone(provider?.zip ?? null, site.timeZone);
  if (day.data <= toBusinessDay(context.now, timeZone))
    return refuseField("until", "This day is not in the future.");
  const until = getStartOfDay(day.data, timeZone);
  if (until.getTime() - context.now.getTime() > MAX_PAUSE_DAYS * DAY_MS)
    return refuseField("until", "Use a day within a year.");
  return savePause(context, { ...own, until });
}
