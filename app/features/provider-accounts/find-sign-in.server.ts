import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { providerSignIns } from "#app/db/tables/provider-accounts.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { hashToken } from "#app/lib/secret.server.ts";
import { MAX_CODE_FAILURES } from "./constants.ts";

/** A sign-in that is under way. */
export type OpenSignIn = {
  id: string;
  email: string;
  /** `factor`: link or code was right, and the authenticator's code is still missing. */
  step: "confirm" | "factor";
  /** The link is open in the browser that asked for it. */
  isSameBrowser: boolean;
  /** The person joins by an invitation. */
  isJoining: boolean;
  /** Its code was wrong too often: a new mail is needed. */
  isSpent: boolean;
};

const isUnderWay = (now: Date) =>
  and(gt(providerSignIns.expiresAt, now), isNull(providerSignIns.usedAt));

/** The newest sign-in that a browser began, or that it confirmed and has not finished. */
export function findSignInOfBrowser(
  db: Connection,
  { browserToken, now }: { browserToken: string; now: Date },
): Promise<OpenSignIn | null> {
  const browserHash = hashToken(browserToken);
  const { browserHash: asked, confirmedAt, confirmedBrowserHash } = providerSignIns;
  return find(db, {
    browserHash,
    where: and(
      isUnderWay(now),
      or(
        and(eq(asked, browserHash), isNull(confirmedAt)),
        and(eq(confirmedBrowserHash, browserHash), isNotNull(confirmedAt)),
      ),
    ),
  });
}

/** The sign-in of a mailed link that nobody has used; null where it does not work. */
export function findSignInOfLink(
  db: Connection,
  { token, browserToken, now }: { token: string; browserToken: string | null; now: Date },
): Promise<OpenSignIn | null> {
  return find(db, {
    browserHash: browserToken && hashToken(browserToken),
    where: and(
      isUnderWay(now),
      eq(providerSignIns.linkHash, hashToken(token)),
      isNull(providerSignIns.confirmedAt),
    ),
  });
}

async function find(
  db: Connection,
  { browserHash, where }: { browserHash: string | null; where: SQL | undefined },
): Promise<OpenSignIn | null> {
  const [row] = await db
    .select({
      id: providerSignIns.id,
      email: providerSignIns.email,
      asked: providerSignIns.browserHash,
      invitationId: providerSignIns.invitationId,
      codeFailures: providerSignIns.codeFailures,
      confirmedAt: providerSignIns.confirmedAt,
    })
    .from(providerSignIns)
    .where(where)
    .orderBy(desc(providerSignIns.createdAt), desc(providerSignIns.id))
    .limit(1);
  if (!row) return null;
  return {
    id: row.id,
    email: row.email,
    step: row.confirmedAt ? "factor" : "confirm",
    isSameBrowser: row.asked === browserHash,
    isJoining: row.invitationId !== null,
    isSpent: row.codeFailures >= MAX_CODE_FAILURES,
  };
}
