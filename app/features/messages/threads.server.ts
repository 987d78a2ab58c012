import { and, desc, eq, inArray, ne } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { requestMessages } from "#app/db/tables/customer-page.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { OfferRef } from "#app/features/offers/offer-ref.server.ts";
import { MEMBER_NAME } from "#app/features/requests/staff-members.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { getConnectedOffer, openOfferThread } from "./connected-offer.server.ts";
import { SHOWN_MESSAGES } from "./constants.ts";

type ThreadOptions = {
  /** More than one only for staff: the holder of one request's link must not read another's. */
  requestIds: string[];
  /** Only what the provider of this offer may read. */
  offerId?: string;
  /** Also what came from an address that is not the customer's: for staff alone. */
  withUnknown?: true;
};

/** The latest messages of a request, or of several as one thread, the newest last. */
export async function listMessages(
  db: Database,
  { requestIds, offerId, withUnknown }: ThreadOptions,
) {
  const rows = await db
    .select({
      id: requestMessages.id,
      requestId: requestMessages.requestId,
      author: requestMessages.author,
      channel: requestMessages.channel,
      text: requestMessages.text,
      createdAt: requestMessages.createdAt,
      /** The company that may read it. */
      company: providers.companyName,
      member: MEMBER_NAME,
    })
    .from(requestMessages)
    .leftJoin(offers, eq(offers.id, requestMessages.offerId))
    .leftJoin(providers, eq(providers.id, offers.providerId))
    .leftJoin(staffUsers, eq(staffUsers.id, requestMessages.authorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestMessages.authorId))
    .where(
      and(
        inArray(requestMessages.requestId, requestIds),
        offerId ? eq(requestMessages.offerId, offerId) : undefined,
        withUnknown ? undefined : ne(requestMessages.author, "unknown"),
      ),
    )
    .orderBy(desc(requestMessages.createdAt), desc(requestMessages.id))
    .limit(SHOWN_MESSAGES);
  return rows.reverse();
}
type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

/** A message on a page without script. `to`: who else may read it, or null. */
export type ShownMessage = {
  id: string;
  from: string;
  to: string | null;
  isOwn: boolean;
  at: string;
  text: string;
};

type Names = { customer: string; team: string };

const describeAuthor = ({ author, company }: MessageRow, names: Names): string =>
  author === "customer" ? names.customer : author === "staff" ? names.team : (company ?? "");

/**
 * The thread as the customer sees it, and the company that they may write to, too.
 * @param place.timeZone of the job; times are shown in it
 */
export async function loadCustomerThread(
  { db, now }: Pick<AppContext, "db"> & { now: Date },
  { requestId, timeZone }: { requestId: string; timeZone: string },
) {
  const [messages, connected] = await Promise.all([
    listMessages(db, { requestIds: [requestId] }),
    getConnectedOffer(db, { requestId, now }),
  ]);
  return {
    connected: connected && { offerId: connected.offerId, company: connected.company },
    messages: messages.map((message): ShownMessage => {
      const isOwn = message.author === "customer";
      return {
        id: message.id,
        from: describeAuthor(message, { customer: "You", team: "Our team" }),
        to: message.author === "provider" ? null : message.company,
        isOwn,
        at: formatInstant(message.createdAt, timeZone),
        text: message.text,
      };
    }),
  };
}
export type CustomerThread = Awaited<ReturnType<typeof loadCustomerThread>>;

/** `awaitsAnswer`: the last word is the customer's, and the provider did not say that it needs none. */
export type ProviderThread = { messages: ShownMessage[]; awaitsAnswer: boolean };

/** The thread of an offer, for its provider; null where the provider may neither read nor write it. */
export async function loadProviderThread(
  { db, settings, now }: Pick<AppContext, "db" | "settings" | "now">,
  ref: OfferRef,
): Promise<ProviderThread | null> {
  const offer = await openOfferThread(db, { ...ref, now: now() });
  if (!offer) return null;
  const { requestId, offerId } = offer;
  const [site, messages] = await Promise.all([
    settings.get(),
    listMessages(db, { requestIds: [requestId], offerId }),
  ]);
  const timeZone = findZipTimeZone(offer.zip) ?? site.timeZone;
  const last = messages.findLast(({ author }) => author !== "staff");
  return {
    awaitsAnswer:
      last?.author === "customer" && last.createdAt > (offer.messagesDoneAt ?? new Date(0)),
    messages: messages.map((message) => ({
      id: message.id,
      from:
        message.author === "provider"
          ? "You"
          : describeAuthor(message, { customer: offer.customer, team: site.brand }),
      to: null,
      isOwn: message.author === "provider",
      at: formatInstant(message.createdAt, timeZone),
      text: message.text,
    })),
  };
}
