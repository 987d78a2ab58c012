import type { AppContext } from "#app/app-context.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { formatFullDay } from "../format-provider.ts";
import { classifyEvidence, formatDaysLeft } from "../verification/classify-evidence.ts";
import { MAX_PAPERS, PAPER_LABELS } from "./constants.ts";
import { listShownChecks } from "./list-shown-evidence.server.ts";
import { isProof } from "./mutations.server.ts";
import { listPapers, type StoredPaper } from "./queries.server.ts";

/** The papers of a provider as their own people see them, and what customers read. */
export async function loadOwnPapers(
  { db, now: clock, settings }: Pick<AppContext, "db" | "now" | "settings">,
  { providerId }: { providerId: string },
) {
  const { timeZone } = await settings.get();
  const now = clock();
  const [papers, shown] = await Promise.all([
    listPapers(db, providerId),
    listShownChecks(db, { providerId, now, timeZone }),
  ]);
  const today = toBusinessDay(now, timeZone);
  return {
    today,
    customersRead: shown,
    canAdd: papers.length < MAX_PAPERS,
    papers: papers.map((paper) => ({
      id: paper.id,
      kind: paper.kind,
      title: `${PAPER_LABELS[paper.kind]} ${paper.number}`,
      issuer: paper.issuer,
      sent: formatFullDay(toBusinessDay(paper.createdAt, timeZone)),
      isPdf: paper.contentType === "application/pdf",
      canRemove: !isProof(paper, today),
      ...describePaperState(paper, today),
    })),
  };
}
export type OwnPapers = Awaited<ReturnType<typeof loadOwnPapers>>;

type PaperState = Pick<StoredPaper, "state" | "validUntil" | "refusal" | "evidenceId">;
type Tone = "strong" | "warm" | "calm" | "plain";

/** Where a paper stands, in a word for its badge and a sentence. */
export function describePaperState(
  { state, validUntil, refusal, evidenceId }: PaperState,
  today: string,
): { badge: string; tone: Tone; sentence: string } {
  const until = formatFullDay(validUntil);
  if (state === "pending")
    return {
      badge: "Waiting",
      tone: "plain",
      sentence: `Our team has not looked at it yet. Valid until ${until}.`,
    };
  if (state === "refused")
    return { badge: "Refused", tone: "strong", sentence: `Refused: ${refusal}` };
  if (evidenceId === null)
    return {
      badge: "Taken back",
      tone: "strong",
      sentence: "Our team accepted it, and later took it back. Call us if you wonder why.",
    };
  const { state: validity, daysLeft } = classifyEvidence({ validUntil }, today);
  if (validity === "expired")
    return { badge: "Expired", tone: "strong", sentence: `It was valid until ${until}.` };
  if (validity === "expiring")
    return {
      badge: "Expires soon",
      tone: "warm",
      sentence: `Accepted. It expires ${formatDaysLeft(daysLeft ?? 0)}, after ${until}. Send the next one in time.`,
    };
  return { badge: "Accepted", tone: "calm", sentence: `Accepted until ${until}.` };
}
