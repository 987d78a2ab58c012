import { data, redirect } from "react-router";
import { appContext } from "#app/app-context.ts";
import { WrongLink } from "#app/features/requests/customer/components/wrong-link.tsx";
import { getCustomerRequest } from "#app/features/requests/customer/customer-request.server.ts";
import { getRequestPath, openRequestKey } from "#app/features/requests/customer/keys.server.ts";
import { ThankYouPage } from "#app/features/requests/quote/components/thank-you-page.tsx";
import { describeTeamHours } from "#app/features/requests/quote/describe-opening.ts";
import { isUrgent } from "#app/features/requests/quote/is-called-at-once.ts";
import { listVehicleServices } from "#app/features/requests/quote/quote-form.server.ts";
import { getQuoteWording } from "#app/features/requests/quote/quote-wording.ts";
import { listReceiptFacts } from "#app/features/requests/quote/receipt-facts.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import type { Route } from "./+types/thanks";

export const handle = { interactive: true };

/** The receipt of a request that was sent with the plain form. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const site = await app.settings.get();
  const now = app.now();
  const opened = await openRequestKey(app, { key: params.key, now });
  const found = opened && { requestId: opened.requestId, fallbackZone: site.timeZone };
  const request = found && (await getCustomerRequest(app.db, found));
  const { phone, persona } = site;
  const sendsMail = app.env.SMTP_URL !== undefined;
  if (!request) return data({ state: "unknown" as const, phone, sendsMail }, { status: 404 });
  // What the receipt says of the next steps is true of a new request.
  if (request.closedAt !== null || now.getTime() - request.createdAt.getTime() > DAY_MS)
    throw redirect(getRequestPath(params.key));
  const { answers, reference, serviceType } = request;
  const words = getQuoteWording({ vehicleServices: listVehicleServices() }, serviceType);
  return data({
    state: "known" as const,
    phone,
    persona,
    teamHours: describeTeamHours(now, site),
    emergencyHours: site.emergencyHours,
    facts: listReceiptFacts({
      reference,
      serviceType,
      values: answers,
      words,
    }),
    requestUrl: getRequestPath(params.key),
    communication: answers.communicationPreference,
    scheduling: answers.schedulingPreference,
    isUrgent: isUrgent(answers),
    canMail: sendsMail && request.email !== null,
  });
}

export const meta: Route.MetaFunction = () => [
  { title: "Thank You" },
  { name: "robots", content: "noindex" },
];

export default function Thanks({ loaderData }: Route.ComponentProps) {
  if (loaderData.state !== "known") return <WrongLink {...loaderData} />;
  const { state: _state, ...receipt } = loaderData;
  return <ThankYouPage {...receipt} />;
}
