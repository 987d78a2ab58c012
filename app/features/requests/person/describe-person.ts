import { formatQuantity } from "#app/lib/format-values.ts";
import { findMergeLoss, type MergedSide } from "./check-merge.ts";

type PersonCounts = {
  requests: number;
  calls: number;
  messages: number;
  quizResults: number;
  /** A kind has more entries than are listed, so that its number is the least there are. */
  isCut: { requests: boolean; messages: boolean };
  /** When the oldest of several requests was sent, such as "March" or "March 2025". */
  since: string | null;
};

/** One line about a person: "3 requests since March, 2 calls, 5 messages". */
export function describePerson(counts: PersonCounts): string {
  const { requests, calls, messages, quizResults, isCut, since } = counts;
  const least = (isMore: boolean) => (isMore ? "at least " : "");
  const parts = [
    `${least(isCut.requests)}${formatQuantity(requests, "request")}${
      requests > 1 && since && !isCut.requests ? ` since ${since}` : ""
    }`,
    ...(calls > 0 ? [formatQuantity(calls, "call")] : []),
    ...(messages > 0 ? [least(isCut.messages) + formatQuantity(messages, "message")] : []),
    ...(quizResults > 0 ? [formatQuantity(quizResults, "quiz result")] : []),
  ];
  const line = parts.join(", ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

type Candidate = MergedSide & {
  id: string;
  serviceType: string;
  createdAt: Date;
  mergedIntoId: string | null;
  hasSamePhone: boolean;
};

/**
 * The earlier request that one is likely a duplicate of: the newest with the same phone that was sent
 * within the time in which the form flags duplicates, and rather one for the same service. Where that
 * one was merged, the request that it was merged into; null where that is the request itself, or one
 * into which this one may not be merged.
 * @param requests of the person
 */
export function findOriginal<T extends Candidate>(
  requests: readonly T[],
  { own, withinMs }: { own: T; withinMs: number },
): T | null {
  const earlier = requests
    .filter(
      ({ id, hasSamePhone, createdAt }) =>
        id !== own.id &&
        hasSamePhone &&
        createdAt <= own.createdAt &&
        own.createdAt.getTime() - createdAt.getTime() <= withinMs,
    )
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const found =
    earlier.find(({ serviceType }) => serviceType === own.serviceType) ?? earlier[0] ?? null;
  const root = found && findRoot(requests, found);
  return root && root.id !== own.id && !findMergeLoss(own, root) ? root : null;
}

/** The request that shows another one; null where it is not listed. */
function findRoot<T extends Candidate>(requests: readonly T[], request: T): T | null {
  let root: T | undefined = request;
  // Each step leads to another request: there are no circles.
  for (let steps = 0; root?.mergedIntoId && steps < requests.length; steps += 1) {
    const parentId: string = root.mergedIntoId;
    root = requests.find(({ id }) => id === parentId);
  }
  return root ?? null;
}
