import type { AppContext } from "#app/app-context.ts";
import { personPath, readPersonToken } from "./person-token.server.ts";
import { type PersonData, readPersonData } from "./queries.server.ts";
import type { Person } from "./schema.ts";
import { makeStopLink } from "./stop-link.server.ts";

type Options = { token: string | null; staffId: string; timeZone: string };

/**
 * What the page of a person shows; null without a person, `expired` where the address is too old.
 */
export async function getPersonView(
  services: Pick<AppContext, "db" | "contactKey" | "env" | "now">,
  { token, staffId, timeZone }: Options,
) {
  const now = services.now();
  if (!token) return { state: "search" as const };
  const person = readPersonToken(services.contactKey, { token, staffId, now });
  if (!person) return { state: "expired" as const };
  const data = await readPersonData(services, person);
  const link = { phone: firstOf("phone", data.contacts), email: firstOf("email", data.contacts) };
  return {
    state: "found" as const,
    token,
    path: personPath(token),
    clock: { now, timeZone: timeZone },
    person,
    ...toView(data),
    stopLink: makeStopLink(services, link),
  };
}
export type PersonPage = Awaited<ReturnType<typeof getPersonView>>;
export type PersonView = Extract<PersonPage, { state: "found" }>;

const firstOf = (kind: Person["kind"], contacts: Person[]) =>
  contacts.find((contact) => contact.kind === kind)?.value;

/** What the browser needs of it, and no more. */
function toView({ contacts, requests, consent, mentions, homeowners, stops }: PersonData) {
  const isStopped = (request: {
    phoneHash: string | null;
    emailHash: string | null;
    createdAt: Date;
  }) =>
    stops.some(
      (stop) =>
        (stop.contactHash === request.phoneHash || stop.contactHash === request.emailHash) &&
        stop.optedOutAt >= request.createdAt,
    );
  return {
    otherContacts: contacts.slice(1),
    requests: requests.map(({ request, notes, deliveries }) => ({
      id: request.id,
      createdAt: request.createdAt,
      name: request.customerName,
      phone: request.customerPhone,
      email: request.customerEmail,
      service: request.serviceType,
      place: [request.city, request.state].filter(Boolean).join(", "),
      status: request.status,
      delivery: deliveries[0]?.state ?? null,
      stopped: isStopped(request),
      notes: notes.length,
    })),
    mentions: mentions.map(({ id, createdAt, serviceType }) => ({
      id,
      createdAt,
      service: serviceType,
    })),
    consents: consent.map(({ record, seal }) => ({
      id: record.id,
      createdAt: record.createdAt,
      status: record.status,
      version: record.textVersion,
      sealed: seal !== null,
    })),
    stops: stops.map(({ id, kind, source, optedOutAt }) => ({ id, kind, source, optedOutAt })),
    homeowners: homeowners.length,
  };
}
