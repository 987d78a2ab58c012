import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { EARLY_STEP, submissionFailed } from "#app/features/requests/constants.ts";
import { getRequestPath } from "#app/features/requests/customer/keys.server.ts";
import { finishSubmission } from "#app/features/requests/intake/finish-submission.server.ts";
import {
  parseDraft,
  submitPlainForm,
} from "#app/features/requests/intake/submit-plain-form.server.ts";
import { ExpectAside } from "#app/features/requests/quote/components/expect-aside.tsx";
import { PlainQuoteForm } from "#app/features/requests/quote/components/plain-quote-form.tsx";
import { getDraftKey } from "#app/features/requests/quote/components/quote-wizard/draft-storage.ts";
import { QuoteWizard } from "#app/features/requests/quote/components/quote-wizard/quote-wizard.tsx";
import { SentReceipt } from "#app/features/requests/quote/components/quote-wizard/sent-receipt.tsx";
import type { QuoteDraft } from "#app/features/requests/quote/fields.ts";
import { isUrgent } from "#app/features/requests/quote/is-called-at-once.ts";
import {
  findUnknownZip,
  parseQuoteStart,
} from "#app/features/requests/quote/parse-quote-start.server.ts";
import { getQuoteFormConfig } from "#app/features/requests/quote/quote-form.server.ts";
import { emptyQuote, type FieldErrors } from "#app/features/requests/quote/schema.ts";
import { fillUrgency } from "#app/features/requests/quote/suggest-urgency.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { readForm } from "#app/lib/read-body.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/quote";

export const handle = { interactive: true };

/** Beside a request for no single service. */
const OTHER_SCENE = "contact-us";

const loadReceipt = async () => ({ SentReceipt });

export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, consentTexts, quizzes, env, now } = context.get(appContext);
  const url = new URL(request.url);
  const config = await getQuoteFormConfig({
    site: await settings.get(),
    texts: consentTexts,
    publicKey: env.PUBLIC_API_KEY,
    sendsMail: env.SMTP_URL !== undefined,
  });
  // The form must not depend on the quizzes: without the database it works without them.
  const start = parseQuoteStart(url.searchParams, await quizzes.list().catch(() => []));
  const slug = url.searchParams.get("service") ?? "";
  return {
    config,
    start,
    scene: findService(slug) ? slug : OTHER_SCENE,
    unknownZip: findUnknownZip(start.prefill),
    action: url.pathname.replace(/\.data$/, "") + url.search,
    origin: url.origin,
    idempotencyKey: randomUUID(),
    shownAt: now().toISOString(),
  };
}

/** What the plain form shows after it was sent. */
type PlainFormReply = {
  values: QuoteDraft;
  unknownZip: string;
  errors: FieldErrors;
  message?: string;
  idempotencyKey: string;
};

/** The form without JavaScript: stored like the wizard's, followed by a thank-you page. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext);
  const { caller, httpRequestId } = context.get(requestInfoContext);
  const form = await readForm(request);
  fillUrgency(form);
  const unchecked = { values: parseDraft(form), unknownZip: "", errors: {} };
  // The wizard's first step, sent before its script had loaded: the page shows the other questions,
  // none of them marked as wrong yet.
  if (form.has(EARLY_STEP)) return data<PlainFormReply>({ ...unchecked, idempotencyKey: "" });
  const { serviceType, quiz } = parseQuoteStart(
    new URL(request.url).searchParams,
    await app.quizzes.list().catch(() => []),
  );
  const { phone, deliveryTarget } = await app.settings.get();
  const idempotencyKey = String(form.get("idempotencyKey") ?? "");
  try {
    const result = await submitPlainForm(app, {
      form,
      serviceType,
      quiz,
      pageUrl: request.url,
      caller,
      target: deliveryTarget,
    });
    if (result.ok) {
      finishSubmission(app, { ...result, hasQuiz: quiz !== undefined });
      throw redirect(
        result.key ? `${getRequestPath(result.key)}/thanks` : formatThanksPath(result.values),
        303,
      );
    }
    return data<PlainFormReply>(
      {
        values: result.values,
        unknownZip: findUnknownZip(result.values),
        errors: result.errors,
        message: describeRefusal(result.reason, phone),
        idempotencyKey: result.reason === "key-conflict" ? randomUUID() : idempotencyKey,
      },
      { status: result.status },
    );
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.warn(
      { requestId: httpRequestId, err: error },
      "a quote request could not be stored: the database is down",
    );
    return data<PlainFormReply>(
      { ...unchecked, message: submissionFailed(phone), idempotencyKey },
      { status: 503 },
    );
  }
}

const formatThanksPath = (values: QuoteDraft) =>
  `/quote/thanks?${new URLSearchParams({ by: values.communicationPreference, time: values.schedulingPreference, mail: values.email.trim() ? "1" : "0", urgent: isUrgent(values) ? "1" : "0" })}`;

/** The message above the form; a refusal of single fields needs none. */
function describeRefusal(reason: string, phone: string): string | undefined {
  if (reason === "fields") return undefined;
  return reason === "too-many"
    ? `Too many requests from your address. Please wait a minute, or call ${phone}.`
    : submissionFailed(phone);
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? buildPageMeta({
        title: `Get a Free Quote | ${loaderData.config.brand}`,
        description:
          "Answer a few short questions and a local professional is found for you. Free, and without an account.",
        path: "/quote",
        origin: loaderData.origin,
        noindex: true,
      })
    : [];

export default function Quote({ loaderData, actionData }: Route.ComponentProps) {
  const { config, start, scene, action: path, shownAt } = loaderData;
  const plain = {
    config,
    serviceType: start.serviceType,
    action: path,
    shownAt,
    values: actionData?.values ?? { ...emptyQuote, ...start.prefill },
    unknownZip: actionData?.unknownZip ?? loaderData.unknownZip,
    errors: actionData?.errors ?? {},
    message: actionData?.message,
    idempotencyKey: actionData?.idempotencyKey || loaderData.idempotencyKey,
  };
  return (
    <main
      id="main"
      className="wrap grid max-w-2xl items-start gap-x-12 py-3 md:py-6 lg:not-has-[form]:max-w-5xl lg:has-[form]:max-w-6xl lg:has-[form]:grid-cols-[1.7fr_1fr]"
    >
      <div>
        <h1 className="font-display text-lg font-bold text-action">Get a Free Quote</h1>
        <div className="mt-2 rounded-2xl border border-line bg-paper p-3 shadow-card sm:p-8">
          {actionData ? (
            <PlainQuoteForm {...plain} />
          ) : (
            <>
              <div className="needs-script">
                <QuoteWizard
                  key={getDraftKey(start)}
                  config={config}
                  start={start}
                  action={path}
                  loadReceipt={loadReceipt}
                />
              </div>
              <noscript>
                <PlainQuoteForm {...plain} />
              </noscript>
            </>
          )}
        </div>
      </div>
      <ExpectAside scene={scene} phone={config.phone} />
    </main>
  );
}
