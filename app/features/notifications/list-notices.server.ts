import type { AppContext } from "#app/app-context.ts";
import { openBackupStore } from "#app/features/backup/backup-store.server.ts";
import { findBackupTrouble } from "#app/features/backup/runs.server.ts";
import { getPortalUrl, type MailFrame, type MailText } from "#app/features/mail/mail-text.ts";
import { HOLDING_FLAGS } from "#app/features/requests/constants.ts";
import { type FailedEndpoint, listFailedEndpoints } from "#app/features/webhooks/queries.server.ts";
import { hashToUuid } from "#app/lib/hash-to-uuid.server.ts";
import { getLowestId } from "#app/lib/lowest-id.ts";
import { composeBackupTrouble } from "./compose-backup-mail.ts";
import {
  composeAcceptedOffers,
  composeDisputes,
  composeEndingConnection,
  composeErasedContacts,
  composeFailedDeliveries,
  composeHeldRequests,
  composeLateOptOuts,
  composeNewMessages,
  composeNewRequests,
  composeNightlyTrouble,
  composePausedWebhook,
  composeTargetTrouble,
  composeUnattendedRequests,
  composeUnmatchedTexts,
} from "./compose-mails.ts";
import {
  BACKUP_MAILS_EVERY_MS,
  HELD_TOO_LONG_MS,
  NEW_REQUESTS_EVERY_MS,
  NEW_REQUESTS_LOOK_BACK_MS,
  OTHER_MAILS_EVERY_MS,
  SETTLE_MS,
  TROUBLE_LOOK_BACK_MS,
} from "./constants.ts";
import { findErasedContacts } from "./erased-contacts.server.ts";
import {
  findEndingConnection,
  findFailedDeliveries,
  findHeldRequests,
  findLateOptOuts,
  findNewMessages,
  findNewRequests,
  findNightlyTrouble,
  findUnattendedRequests,
  getNotificationSettings,
  listOpenTargets,
  type OpenTarget,
} from "./queries.server.ts";
import { listUnmatchedTexts } from "./queries.sql.ts";
import { findDisputes, findDueCustomerCalls } from "./timed-batches.server.ts";

type NoticeContext = Pick<AppContext, "db" | "now"> & {
  frame: MailFrame;
  timeZone: string;
  /** The moment this long ago. */
  ago: (ms: number) => Date;
};
/**
 * `after`: the last row that the person's latest mail of the kind covered; `since`: when they
 * joined.
 */
type RecipientProgress = { after: string | null; since: Date };
type FoundMail = MailText & { subjectId: string };

type NoticeKind = {
  kind: string;
  everyMs: number;
  /** Only superadmins can do something about it. */
  isForSuperadmins?: boolean;
  /** The mail about what is new for one person, or null. */
  find: (context: NoticeContext, reader: RecipientProgress) => Promise<FoundMail | null>;
};
export type Notice = Omit<NoticeKind, "find"> & {
  find: (reader: RecipientProgress) => Promise<FoundMail | null>;
};

const compose = <T extends { subjectId: string }>(
  found: T | null,
  composeText: (found: T, frame: MailFrame) => MailText,
  { frame }: NoticeContext,
): FoundMail | null => found && { ...composeText(found, frame), subjectId: found.subjectId };

/** The first mail of a kind to a person covers rows from this id on. */
const getFirstId = ({ ago }: NoticeContext) => getLowestId(ago(TROUBLE_LOOK_BACK_MS));

/** Disputes of providers that wait for a person; `isOverdue`: longer than we promise. */
const buildDisputeNotice = (isOverdue: boolean): NoticeKind => ({
  kind: isOverdue ? "overdue-disputes" : "new-disputes",
  everyMs: OTHER_MAILS_EVERY_MS,
  async find(context, { after }) {
    const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS), isOverdue };
    return compose(await findDisputes(context.db, rows), composeDisputes(isOverdue), context);
  },
});

const NOTICE_KINDS: readonly NoticeKind[] = [
  {
    kind: "held-requests",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const { db, ago } = context;
      const [since, until] = [ago(TROUBLE_LOOK_BACK_MS), ago(HELD_TOO_LONG_MS)];
      return compose(
        await findHeldRequests(db, { after, since, until }),
        composeHeldRequests,
        context,
      );
    },
  },
  {
    kind: "accepted-offers",
    everyMs: NEW_REQUESTS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS) };
      return compose(await findDueCustomerCalls(context.db, rows), composeAcceptedOffers, context);
    },
  },
  {
    kind: "unattended-requests",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context) };
      return compose(
        await findUnattendedRequests(context.db, rows),
        composeUnattendedRequests,
        context,
      );
    },
  },
  {
    kind: "customer-messages",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS) };
      return compose(await findNewMessages(context.db, rows), composeNewMessages, context);
    },
  },
  buildDisputeNotice(false),
  buildDisputeNotice(true),
  {
    kind: "failed-deliveries",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS) };
      return compose(
        await findFailedDeliveries(context.db, rows),
        composeFailedDeliveries,
        context,
      );
    },
  },
  {
    kind: "erased-contacts",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS) };
      return compose(await findErasedContacts(context.db, rows), composeErasedContacts, context);
    },
  },
  {
    kind: "unmatched-texts",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), until: context.ago(SETTLE_MS) };
      const found = await listUnmatchedTexts.first(context.db, rows);
      return found ? { ...composeUnmatchedTexts(found, context.frame), subjectId: found.id } : null;
    },
  },
  {
    kind: "late-stops",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const rows = { after: after ?? getFirstId(context), now: context.now() };
      return compose(await findLateOptOuts(context.db, rows), composeLateOptOuts, context);
    },
  },
  {
    kind: "connection-ends",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const { db, now, frame, timeZone } = context;
      const found = await findEndingConnection(db, now());
      if (!found || found.subjectId === after) return null;
      const when = new Intl.DateTimeFormat("en-US", {
        dateStyle: "long",
        timeStyle: "long",
        timeZone,
      }).format(found.endsAt);
      return { ...composeEndingConnection({ ...frame, when }), subjectId: found.subjectId };
    },
  },
  {
    kind: "nightly-check",
    everyMs: OTHER_MAILS_EVERY_MS,
    async find(context, { after }) {
      const found = await findNightlyTrouble(context.db);
      return found?.subjectId === after ? null : compose(found, composeNightlyTrouble, context);
    },
  },
];

const buildTargetNotice = ({ subjectId, ...trouble }: OpenTarget): NoticeKind => ({
  kind: `target-trouble:${trouble.target}`,
  everyMs: OTHER_MAILS_EVERY_MS,
  find: async ({ frame }, { after }) =>
    after === subjectId ? null : { ...composeTargetTrouble(trouble, frame), subjectId },
});

const buildWebhookNotice = ({ id, name, pausedAt, isGone }: FailedEndpoint): NoticeKind => ({
  kind: `webhook-paused:${id}`,
  everyMs: OTHER_MAILS_EVERY_MS,
  isForSuperadmins: true,
  async find({ frame }, { after }) {
    const subjectId = hashToUuid(`webhook ${id} ${pausedAt.toISOString()}`);
    if (after === subjectId) return null;
    return { ...composePausedWebhook({ id, name, isGone }, frame), subjectId };
  },
});

/** Once a day while it lasts. */
const BACKUP_NOTICE: NoticeKind = {
  kind: "backup-trouble",
  everyMs: BACKUP_MAILS_EVERY_MS,
  isForSuperadmins: true,
  async find({ db, now, frame }, { after }) {
    const found = await findBackupTrouble(db, now());
    const subjectId = found && hashToUuid(`backup ${found.subject}`);
    if (!subjectId || after === subjectId) return null;
    return { ...composeBackupTrouble(found, frame), subjectId };
  },
};

const buildNewRequestNotice = (changedAt: Date | null): NoticeKind => ({
  kind: "new-requests",
  everyMs: NEW_REQUESTS_EVERY_MS,
  async find(context, { after, since }) {
    const { db, ago } = context;
    // The first mail covers requests from after the setting was turned on and the person joined.
    const starts = [
      since,
      ago(NEW_REQUESTS_LOOK_BACK_MS),
      ...(after || !changedAt ? [] : [changedAt]),
    ];
    const found = await findNewRequests(db, {
      after,
      since: new Date(Math.max(...starts.map(Number))),
      until: ago(SETTLE_MS),
      holdingFlags: HOLDING_FLAGS,
    });
    return compose(found, composeNewRequests, context);
  },
});

/** The kinds of mails that staff get now. */
export async function listNotices(
  app: Pick<AppContext, "db" | "env" | "now" | "settings">,
): Promise<Notice[]> {
  const { db, now } = app;
  const { brand, timeZone } = await app.settings.get();
  const context: NoticeContext = {
    db,
    now,
    timeZone,
    frame: { brand, portal: getPortalUrl(app.env) },
    ago: (ms) => new Date(now().getTime() - ms),
  };
  const { newRequestMails, changedAt } = await getNotificationSettings(db);
  const kinds = [
    ...NOTICE_KINDS,
    ...(await listOpenTargets(db)).map(buildTargetNotice),
    ...(await listFailedEndpoints(db)).map(buildWebhookNotice),
    ...(openBackupStore(app.env) ? [BACKUP_NOTICE] : []),
    ...(newRequestMails ? [buildNewRequestNotice(changedAt)] : []),
  ];
  return kinds.map(({ find, ...kind }) => ({
    ...kind,
    find: (reader) => find(context, reader),
  }));
}
