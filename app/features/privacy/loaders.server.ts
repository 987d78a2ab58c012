import type { AppContext } from "#app/app-context.ts";
import { getPersonPath, parsePersonToken } from "./person-token.server.ts";
import { getPersonData, type PersonData } from "./queries.server.ts";
import type { Person } from "./schema.ts";
import { createStopLink } from "./stop-link.server.ts";

type Options = { token: string | null; staffId: string; timeZone: string };

/** Data of the people page; `expired` if the token in its URL is no longer valid. */
export async function loadPersonPage(
  app: Pick<AppContext, "db" | "contactKeys" | "env" | "now">,
  { token, staffId, timeZone }: Options,
) {
  const now = app.now();
  if (!token) return { state: "search" as const };
  const person = parsePersonToken(app.contactKeys, { token, staffId, now });
  if (!person) return { state: "expired" as const };
  const data = await getPersonData(app, person);
  const link = {
    phone: findContact("phone", data.contacts),
    email: findContact("email", data.contacts),
  };
  return {
    state: "found" as const,
    token,
    path: getPersonPath(token),
    clock: { now, timeZone },
    person,
    ...buildPersonView(data),
    stopLink: createStopLink(app, link),
  };
}
export type PersonPage = Awaited<ReturnType<typeof loadPersonPage>>;
export type PersonView = Extract<PersonPage, { state: "found" }>;

const findContact = (kind: Person["kind"], contacts: Person[]) =>
  contacts.find((contact) => contact.kind === kind)?.value;

/** The part of a person's data that the page shows. */
function buildPersonView(data: PersonData) {
  const { contacts, requests, consent, mentions, accounts, providerAccount, optOuts } = data;
  const { contacts: companies, changes: addressChanges } = data.companyContacts;
  const isOptedOut = (request: {
    phoneHash: string | null;
    emailHash: string | null;
    createdAt: Date;
  }) =>
    optOuts.some(
      (optOut) =>
        (optOut.contactHash === request.phoneHash || optOut.contactHash === request.emailHash) &&
        optOut.optedOutAt >= request.createdAt,
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
      isOptedOut: isOptedOut(request),
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
    optOuts: optOuts.map(({ id, kind, scope, source, optedOutAt }) => ({
      id,
      kind,
      scope,
      source,
      optedOutAt,
    })),
    homeowners: accounts.length,
    providerPerson: providerAccount?.person ?? null,
    providerSignIns: providerAccount?.signIns.length ?? 0,
    companies,
    addressChanges: addressChanges.length,
  };
}
