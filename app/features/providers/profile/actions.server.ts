import type { AppContext } from "#app/app-context.ts";
import { storableText } from "#app/lib/text.ts";
import {
  PROFILE_FAILED,
  PROFILE_SAVED,
  SETTINGS_FAILED,
  SETTINGS_SAVED,
  STATUS_FAILED,
  STATUSES,
} from "../constants.ts";
import { countProviders } from "../list/queries.server.ts";
import {
  type FieldErrors,
  PROFILE_FIELDS,
  type ProviderReply,
  type StatusReply,
} from "../schema.ts";
import { acceptProposal, dismissProposal } from "../verification/decide-proposal.server.ts";
import { lastDayBefore } from "../verification/verified-days.ts";
import { addEvidence, removeEvidence, setStatus } from "../verification/verify-provider.server.ts";
import { fullDay } from "./loaders.server.ts";
import { type By, createProvider, saveProfile } from "./save-profile.server.ts";
import { removeKey, saveSettings, setKey } from "./save-settings.server.ts";

type FormServices = Pick<AppContext, "db" | "now" | "settings" | "vault" | "contactKey">;
type Call = { form: FormData } & Omit<By, "now">;
type Outcome = { ok: true } | { ok: false; reason: string; errors?: FieldErrors };

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** The fields of a profile as its form sends them; categories come one by one. */
const profileValues = (form: FormData) =>
  Object.fromEntries(
    PROFILE_FIELDS.map((name) => [
      name,
      name === "service_categories"
        ? form.getAll(name).map((one) => storableText(String(one)))
        : text(form, name),
    ]),
  );

const settingsValues = (form: FormData) => ({
  ...Object.fromEntries(
    ["call_routing_phone", "calendar_integration_url", "min_job_value", "max_job_value"].map(
      (name) => [name, text(form, name)],
    ),
  ),
  email_notifications: form.has("email_notifications"),
  sms_notifications: form.has("sms_notifications"),
});

/** Adds the provider that a form describes. */
export async function runCreateForm(services: FormServices, { form, ...who }: Call) {
  const { timeZone } = await services.settings.get();
  return createProvider(services.db.$client, {
    ...who,
    now: services.now(),
    values: profileValues(form),
    timeZone,
    contactKey: services.contactKey,
  });
}

/** Saves the status that was chosen in the list. */
export async function runStatusForm(
  services: FormServices,
  { form, ...who }: Call,
): Promise<StatusReply> {
  const status = STATUSES.find((known) => known === form.get("status"));
  const id = text(form, "id");
  if (!status) return { ok: false, reason: "fields" };
  const result = await setStatus(services.db.$client, { ...who, now: services.now(), id, status });
  if (!result.ok) return result;
  const { timeZone } = await services.settings.get();
  const verifiedUntil =
    result.verifiedUntil && fullDay(lastDayBefore(result.verifiedUntil, timeZone));
  return { ok: true, id, status, verifiedUntil, counts: await countProviders(services.db.$client) };
}

/** What each form of an opened provider says when it worked and when it did not. */
const WORDS: Record<string, { done: string; failed: string }> = {
  profile: { done: PROFILE_SAVED, failed: PROFILE_FAILED },
  settings: { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "set-key": { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "remove-key": { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "add-evidence": { done: "Evidence added", failed: "Failed to add evidence" },
  "remove-evidence": { done: "Evidence removed", failed: "Failed to remove evidence" },
  accept: { done: "Proposed status accepted", failed: STATUS_FAILED },
  dismiss: {
    done: "Proposal dismissed. It comes back only when the evidence changes.",
    failed: "Failed to dismiss the proposal",
  },
};
const REASONS: Record<string, string> = {
  "too-many": "There is no room for more evidence; remove some first.",
  changed: "The proposal has changed meanwhile.",
  "not-found": "It is not there any more.",
};

/**
 * What a form of an opened provider asks for: checked, done, and how it went in the words of the
 * screen.
 */
export async function runProviderForm(
  services: FormServices,
  { id, ...call }: Call & { id: string },
): Promise<ProviderReply> {
  const intent = text(call.form, "intent");
  const words = WORDS[intent];
  const outcome = words ? await runIntent(services, { id, intent, ...call }) : null;
  if (!words || !outcome) return { ok: false, intent, message: "This form is not known." };
  if (outcome.ok) return { ok: true, intent, message: words.done };
  const { reason, errors } = outcome;
  const why = REASONS[reason];
  return {
    ok: false,
    intent,
    message: why ? `${words.failed}. ${why}` : words.failed,
    errors,
    ...(reason === "conflict" ? { conflict: true } : {}),
  };
}

async function runIntent(
  services: FormServices,
  { id, intent, form, ...who }: Call & { id: string; intent: string },
): Promise<Outcome | null> {
  const pool = services.db.$client;
  const by: By & { id: string } = { ...who, id, now: services.now() };
  const { timeZone } = await services.settings.get();
  switch (intent) {
    case "profile":
      return saveProfile(pool, {
        ...by,
        values: profileValues(form),
        version: Number(form.get("version")),
        creditsOpened: Number(form.get("credits_opened")),
        timeZone,
        contactKey: services.contactKey,
      });
    case "settings":
      return saveSettings(pool, {
        ...by,
        values: settingsValues(form),
        opened: text(form, "opened"),
        contactKey: services.contactKey,
      });
    case "set-key":
      return setKey(pool, {
        ...by,
        values: { name: text(form, "name"), secret: text(form, "secret") },
        vault: services.vault,
      });
    case "remove-key":
      return removeKey(pool, { ...by, name: storableText(text(form, "name")) });
    case "add-evidence":
      return addEvidence(pool, {
        ...by,
        values: Object.fromEntries(
          ["check", "description", "checked_by", "valid_until"].map((name) => [
            name,
            text(form, name),
          ]),
        ),
        timeZone,
      });
    case "remove-evidence":
      return removeEvidence(pool, { ...by, evidenceId: text(form, "evidence"), timeZone });
    case "accept":
      return acceptProposal(pool, { ...by, shown: text(form, "shown"), timeZone });
    case "dismiss":
      return dismissProposal(pool, { ...by, shown: text(form, "shown"), timeZone });
    default:
      return null;
  }
}
