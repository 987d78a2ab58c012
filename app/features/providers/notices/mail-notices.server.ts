import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { MailText } from "#app/features/mail/mail-text.ts";
import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import {
  composeChangeDecision,
  composePaperDecision,
  composeReplacedAddress,
  type NoticeFrame,
} from "./compose-notices.ts";
import { listDecidedChanges, listDecidedPapers, listReplacedAddresses } from "./notices.sql.ts";

/** The site may be down for days, and a decision must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;
const PORTAL_PATH = "/pro";

type Notice = { id: string; providerId: string; email: string };
type Search = { since: Date; now: Date; mailKind: string; limit: number };

type NoticeKind<T extends Notice> = {
  kind: string;
  list: { rows: (db: Database, search: Search) => Promise<T[]> };
  compose: (item: T, frame: NoticeFrame) => MailText;
  /** After the mail was sent, or once it is certain that none can be. */
  onEnd?: (tx: Transaction, item: Notice) => Promise<void>;
};

/**
 * Mails providers what staff decided about their papers and changes, and tells replaced addresses. Whom
 * no mail reaches sees the decisions in the portal. @returns how many mails were sent
 */
export function mailProviderNotices(app: MailContext, signal?: AbortSignal): Promise<number> {
  const papers = toNotice(app, {
    kind: "paper-decided",
    list: listDecidedPapers,
    compose: composePaperDecision,
  });
  const changes = toNotice(app, {
    kind: "change-decided",
    list: listDecidedChanges,
    compose: composeChangeDecision,
  });
  const addresses = toNotice(app, {
    kind: "address-replaced",
    list: listReplacedAddresses,
    compose: composeReplacedAddress,
    // Nothing else needs the former address.
    onEnd: async (tx, { id }) =>
      void (await tx.delete(providerChanges).where(eq(providerChanges.id, id))),
  });
  const notices = [papers, changes, addresses];
  return notifyProviders(app, { lock: ADVISORY_LOCKS.mailProviderNotices, notices }, signal);
}

/** A notice with its text, whatever it is about. */
type DueNotice = Notice & { write: (frame: NoticeFrame) => MailText };

function toNotice<T extends Notice>(
  app: MailContext,
  { kind, list, compose, onEnd = async () => {} }: NoticeKind<T>,
): ProviderNotice<DueNotice> {
  return {
    kind,
    async list({ now, ...search }) {
      const since = new Date(now.getTime() - LOOK_BACK_MS);
      const items = await list.rows(app.db, { ...search, now, since });
      return items.map((item) => ({ ...item, write: (frame) => compose(item, frame) }));
    },
    getSubjectId: ({ id }) => id,
    async compose({ email, providerId, write }) {
      if (!email) return "no-address";
      const { brand, phone } = await app.settings.get();
      const portal = `${getPublicOrigin(app.env)}${PORTAL_PATH}`;
      return { ...write({ brand, phone, portal }), to: email, recipientId: providerId };
    },
    onSent: onEnd,
    onUnreachable: onEnd,
  };
}
