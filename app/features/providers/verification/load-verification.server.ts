import type { Database } from "#app/db/client.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { describeChange } from "../changes/describe-change.ts";
import { getPendingChange } from "../changes/request-change.server.ts";
import { formatFullDay } from "../format-provider.ts";
import { PAPER_LABELS } from "../papers/constants.ts";
import { listPapers } from "../papers/queries.server.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { listEvidence, type StoredProvider } from "../profile/queries.server.ts";
import { classifyEvidence } from "./classify-evidence.ts";

type VerificationOptions = {
  provider: StoredProvider;
  staffName: string;
  timeZone: string;
  now: Date;
};

/** What the Verification tab shows: evidence, and what the provider sent for staff to decide. */
export async function loadVerification(
  db: Database,
  { provider, staffName, timeZone, now }: VerificationOptions,
) {
  const today = toBusinessDay(now, timeZone);
  const formatDate = (at: Date) => formatFullDay(toBusinessDay(at, timeZone));
  const [evidence, papers, change] = await Promise.all([
    listEvidence(db, provider.id),
    listPapers(db, provider.id),
    getPendingChange(db, provider.id),
  ]);
  const shown = papers.map(({ validUntil, createdAt, kind, ...paper }) => ({
    ...paper,
    label: PAPER_LABELS[kind],
    validUntil: formatFullDay(validUntil),
    hasEnded: validUntil < today,
    sent: formatDate(createdAt),
  }));
  return {
    staffName,
    evidence: evidence.map(({ validUntil, createdAt, ...entry }) => ({
      ...entry,
      ...classifyEvidence({ validUntil }, today),
      validUntil: validUntil && formatFullDay(validUntil),
      added: formatDate(createdAt),
    })),
    papers: shown.filter(({ state }) => state === "pending"),
    decidedPapers: shown.filter(({ state }) => state !== "pending"),
    change: change && {
      id: change.id,
      asked: formatDate(change.createdAt),
      lines: describeChange(change.changes, toProfile(provider, timeZone)),
      version: provider.version,
    },
  };
}
export type VerificationData = Awaited<ReturnType<typeof loadVerification>>;
