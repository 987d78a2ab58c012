import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { skipAnswer, writeAsProvider } from "#app/features/messages/actions.server.ts";
import { handleProviderForm, type ProviderProblem } from "#app/features/offers/actions.server.ts";
import {
  handleDisputeForm,
  isDisputeForm,
  type RefusedDispute,
} from "#app/features/offers/disputes/actions.server.ts";
import {
  handleStageForm,
  type RefusedStage,
} from "#app/features/offers/portal/set-job-stage.server.ts";
import { findSharedOffer } from "#app/features/offers/view-offer.server.ts";
import { isVisitIntent } from "#app/features/offers/visits/handle-visit-form.server.ts";
import { saveCause } from "./save-cause.server.ts";

export type JobContext = ActionContext & Pick<AppContext, "env" | "settings" | "requestFeed">;
type JobForm = {
  offerId: string;
  providerId: string;
  personId: string;
  company: string;
  form: FormData;
  address: string;
};
/** `anchor`: the part of the page that shows what was done. */
export type JobFormResult =
  | { ok: true; anchor: string }
  | {
      ok: false;
      status: 400 | 404 | 409 | 429;
      problem?: ProviderProblem;
      refusedStage?: RefusedStage;
      refusedDispute?: RefusedDispute;
      causeProblem?: string;
      refusedMessage?: { problem: string; text: string };
    };

/** Handles a form of a job's page: a message, where the job stands, its cause, or the visit. */
export async function handleJobForm(context: JobContext, input: JobForm): Promise<JobFormResult> {
  const intent = input.form.get("intent");
  if (intent === "message") return sendMessage(context, input);
  if (intent === "messages-done") return sendMessage(context, input, skipAnswer);
  if (intent === "job-stage") return saveStage(context, input);
  if (intent === "cause") return storeCause(context, input);
  if (isDisputeForm(input.form)) return dispute(context, input);
  const problem = await handleProviderForm(context, input);
  if (problem === "reload") return { ok: true, anchor: isVisitIntent(intent) ? "#visit" : "" };
  const isTooMany = problem.code === "visit" ? problem.isTooMany : problem.code === "too-many";
  return { ok: false, status: isTooMany ? 429 : 409, problem };
}

async function sendMessage(
  context: JobContext,
  input: JobForm,
  send = writeAsProvider,
): Promise<JobFormResult> {
  const written = await send(context, input);
  if (written.ok) return { ok: true, anchor: "#messages" };
  const text = String(input.form.get("text") ?? "");
  return { ok: false, status: written.status, refusedMessage: { problem: written.message, text } };
}

async function saveStage(context: JobContext, input: JobForm): Promise<JobFormResult> {
  const saved = await handleStageForm(context, input);
  if (saved.ok) return { ok: true, anchor: "#stage" };
  const { status, message, refused } = saved;
  const errors = message ? { ...refused.errors, stage: message } : refused.errors;
  return { ok: false, status, refusedStage: { ...refused, errors } };
}

async function dispute(context: JobContext, input: JobForm): Promise<JobFormResult> {
  const result = await handleDisputeForm(context, input);
  // The page shows the decision, or until when a person decides.
  if (result.ok) return { ok: true, anchor: "#dispute" };
  return { ok: false, status: result.status, refusedDispute: result.refused };
}

const CAUSE_NOT_STORED =
  "The cause was not saved: our team recorded it already, or you can no longer reach this customer.";

async function storeCause(context: JobContext, input: JobForm): Promise<JobFormResult> {
  const { offerId, providerId, personId, company, form } = input;
  const offer = await findSharedOffer(context.db, { offerId, providerId, now: context.now });
  const isStored =
    offer &&
    (await saveCause(context, {
      requestId: offer.requestId,
      ...{ offerId, personId, company },
      cause: form.get("cause"),
    }));
  if (!isStored) return { ok: false, status: 409, causeProblem: CAUSE_NOT_STORED };
  context.requestFeed.publishChange(offer.requestId);
  return { ok: true, anchor: "#stage" };
}
