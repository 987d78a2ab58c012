import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { toStorableText } from "#app/lib/text.ts";
import { approveChange, refuseChange } from "../changes/decide-change.server.ts";
import {
  PROFILE_FAILED,
  PROFILE_SAVED,
  SETTINGS_FAILED,
  SETTINGS_SAVED,
  STATUS_FAILED,
} from "../constants.ts";
import { acceptPaper, refusePaper } from "../papers/decide-paper.server.ts";
import {
  type FieldErrors,
  isCheckbox,
  PROFILE_FIELDS,
  type ProviderReply,
  SETTINGS_FIELDS,
} from "../schema.ts";
import { acceptProposal, dismissProposal } from "../verification/decide-proposal.server.ts";
import { addEvidence, removeEvidence } from "../verification/verify-provider.server.ts";
import { createProvider, saveProfile } from "./save-profile.server.ts";
import { removeKey, saveKey, saveProviderSettings } from "./save-settings.server.ts";

type FormContext = ActionContext & Pick<AppContext, "settings" | "vault" | "contactKeys">;
type Outcome = { ok: true } | { ok: false; reason: string; errors?: FieldErrors };

const readText = (form: FormData, name: string) => String(form.get(name) ?? "");

/** The fields of a profile as its form sends them, with a value for each category. */
const readProfile = (form: FormData) =>
  Object.fromEntries(
    PROFILE_FIELDS.map((name) => [
      name,
      name === "service_categories"
        ? form.getAll(name).map((category) => toStorableText(String(category)))
        : readText(form, name),
    ]),
  );

/** The settings as their form sends them; it leaves out a check box that is off. */
const readSettings = (form: FormData) =>
  Object.fromEntries(
    SETTINGS_FIELDS.map((name) => [name, isCheckbox(name) ? form.has(name) : readText(form, name)]),
  );

const readEvidence = (form: FormData) =>
  Object.fromEntries(
    ["check", "description", "checked_by", "valid_until"].map((name) => [
      name,
      readText(form, name),
    ]),
  );

/** Creates a provider from its form. */
export async function handleCreateForm(context: FormContext, { form }: { form: FormData }) {
  const { timeZone } = await context.settings.get();
  return createProvider(context, { values: readProfile(form), timeZone });
}

/** Messages of the forms of an open provider, by intent. */
const MESSAGES: Record<string, { done: string; failed: string }> = {
  profile: { done: PROFILE_SAVED, failed: PROFILE_FAILED },
  settings: { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "set-key": { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "remove-key": { done: SETTINGS_SAVED, failed: SETTINGS_FAILED },
  "add-evidence": { done: "Evidence added", failed: "Failed to add evidence" },
  "remove-evidence": { done: "Evidence removed", failed: "Failed to remove evidence" },
  accept: { done: "Proposed status accepted", failed: STATUS_FAILED },
  "approve-change": { done: "Change approved", failed: "Failed to approve the change" },
  "refuse-change": { done: "Change refused", failed: "Failed to refuse the change" },
  "accept-paper": { done: "Paper accepted", failed: "Failed to accept the paper" },
  "refuse-paper": { done: "Paper refused", failed: "Failed to refuse the paper" },
  dismiss: {
    done: "Proposal dismissed. It comes back only when the evidence changes.",
    failed: "Failed to dismiss the proposal",
  },
};
const REASON_TEXTS: Record<string, string> = {
  "too-many": "There is too much evidence already; remove some first.",
  changed: "The proposal has changed in the meantime.",
  "not-found": "It no longer exists.",
  "change-gone": "The company changed it, or somebody decided it, in the meantime.",
  "paper-gone": "The company removed it, or somebody decided it, in the meantime.",
  "paper-ended": "It is no longer valid. Refuse it, so that the company sends the current one.",
};

/** Handles a form of an open provider. @returns the result, with the message for the screen */
export async function handleProviderForm(
  context: FormContext,
  { id, form, staffName }: { id: string; form: FormData; staffName: string },
): Promise<ProviderReply> {
  const intent = readText(form, "intent");
  const messages = MESSAGES[intent];
  const outcome = messages ? await handleIntent(context, { id, intent, form, staffName }) : null;
  if (!messages || !outcome) return { ok: false, intent, message: "This form is not known." };
  if (outcome.ok) return { ok: true, intent, message: messages.done };
  const { reason, errors } = outcome;
  const explanation = REASON_TEXTS[reason];
  return {
    ok: false,
    intent,
    message: explanation ? `${messages.failed}. ${explanation}` : messages.failed,
    errors,
    ...(reason === "conflict" ? { conflict: true } : {}),
  };
}

async function handleIntent(
  context: FormContext,
  input: { id: string; intent: string; form: FormData; staffName: string },
): Promise<Outcome | null> {
  const { id, intent, form, staffName } = input;
  const { timeZone } = await context.settings.get();
  switch (intent) {
    case "profile":
      return saveProfile(context, {
        id,
        values: readProfile(form),
        version: Number(form.get("version")),
        creditsOpened: Number(form.get("credits_opened")),
        timeZone,
      });
    case "settings":
      return saveProviderSettings(context, {
        id,
        values: readSettings(form),
        opened: readText(form, "opened"),
      });
    case "set-key":
      return saveKey(context, {
        id,
        values: { name: readText(form, "name"), secret: readText(form, "secret") },
      });
    case "remove-key":
      return removeKey(context, { id, name: toStorableText(readText(form, "name")) });
    case "add-evidence":
      return addEvidence(context, { id, values: readEvidence(form), timeZone });
    case "remove-evidence":
      return removeEvidence(context, { id, evidenceId: readText(form, "evidence"), timeZone });
    case "accept":
      return acceptProposal(context, { id, shown: readText(form, "shown"), timeZone });
    case "dismiss":
      return dismissProposal(context, { id, shown: readText(form, "shown"), timeZone });
    case "approve-change":
      return approveChange(context, {
        id,
        changeId: readText(form, "change"),
        version: Number(form.get("version")),
      });
    case "refuse-change":
      return refuseChange(context, {
        id,
        changeId: readText(form, "change"),
        reason: readText(form, "reason"),
      });
    case "accept-paper":
      return acceptPaper(context, { id, paperId: readText(form, "paper"), staffName, timeZone });
    case "refuse-paper":
      return refusePaper(context, {
        id,
        paperId: readText(form, "paper"),
        reason: readText(form, "reason"),
      });
    default:
      return null;
  }
}
