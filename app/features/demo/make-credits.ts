import type { LedgerEntry } from "#app/features/billing/ledger.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { DemoProvider } from "./make-providers.ts";
import type { Random } from "./make-random.ts";
import type { DemoWork, OfferRow } from "./work-rows.ts";

/** Credits that are bought at once; who gets much work buys more. */
const PACKS = [100, 150, 250] as const;
/** So much earlier than the offer that needs them, at most. */
const BOUGHT_BEFORE_DAYS = 3;

type Move = { kind: LedgerEntry["kind"]; amount: number; at: number };
type Options = { random: Random; providers: readonly DemoProvider[]; work: DemoWork; now: Date };

/**
 * What moved the credits of each provider: packs that they bought, what accepted offers took, and
 * what came back where the customer said no.
 */
export function makeCredits({ random, providers, work, now }: Options): LedgerEntry[] {
  const acceptedAt = new Map(work.bids.map((bid) => [bid.id, Date.parse(bid.created_at)]));
  const movesOf = new Map<string, Move[]>();
  for (const offer of work.offers) {
    const taken = acceptedAt.get(offer.bid_id ?? "");
    if (taken !== undefined)
      movesOf.set(offer.provider_id, [
        ...(movesOf.get(offer.provider_id) ?? []),
        ...movesFor(offer, taken),
      ]);
  }
  return providers.flatMap((provider) => {
    // Whoever was never verified gets no work, and buys nothing.
    if (provider.verified_until === null) return [];
    const moves = addPurchases(random, {
      moves: movesOf.get(provider.id) ?? [],
      since: Date.parse(provider.created_at),
      now: now.getTime(),
    });
    return moves.map(({ at, ...move }) => ({ ...move, providerId: provider.id, at: new Date(at) }));
  });
}

function movesFor({ cost, refunded_at: refundedAt }: OfferRow, taken: number): Move[] {
  const use: Move = { kind: "offer", amount: -cost, at: taken };
  return refundedAt === null
    ? [use]
    : [use, { kind: "refund", amount: cost, at: Date.parse(refundedAt) }];
}

/**
 * Moves in their order, with a pack bought at the beginning and wherever the next offer would cost
 * more than is left.
 */
function addPurchases(
  random: Random,
  { moves, since, now }: { moves: readonly Move[]; since: number; now: number },
): Move[] {
  const done: Move[] = [];
  let [balance, latest] = [0, since];
  const buy = (at: number) => {
    const amount = random.pick(PACKS);
    done.push({ kind: "purchase", amount, at });
    balance += amount;
  };
  /** Some time before, but after what happened last. */
  const before = (at: number) =>
    Math.floor(
      at - Math.min((at - latest) * random.next(), random.next() * BOUGHT_BEFORE_DAYS * DAY_MS),
    ) - 1;
  for (const move of moves.toSorted((a, b) => a.at - b.at)) {
    if (balance + move.amount < 0) buy(Math.max(latest + 1, before(move.at)));
    done.push(move);
    balance += move.amount;
    latest = move.at;
  }
  if (done.length === 0) buy(Math.min(now, since + random.between(30, 3 * 24 * 60) * MINUTE_MS));
  return done;
}
