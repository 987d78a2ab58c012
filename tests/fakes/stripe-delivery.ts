import type { FakeEvent } from "./stripe-payments.ts";

type Delivery = {
  /** Posts one event. @returns whether it was acknowledged with 2xx */
  post: (event: FakeEvent) => Promise<boolean>;
  /** From 0 to below 1. */
  random: () => number;
  /** How often an event is lost on its way, or sent twice, from 0 to 1. */
  dropped?: number;
  repeated?: number;
};

/** A lost or refused event is sent again; an endpoint that refuses one for ever is a failed test. */
const MAX_ROUNDS = 100;

/**
 * Delivers events as badly as Stripe may: in any order, some twice, even at once, and some only with a
 * later try. Each one arrives in the end.
 */
export async function deliverBadly(
  events: readonly FakeEvent[],
  { post, random, dropped = 0.3, repeated = 0.3 }: Delivery,
): Promise<void> {
  let waiting = [...events];
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`${waiting.length} events were never acknowledged`);
    const again: FakeEvent[] = [];
    for (const event of shuffle(waiting, random)) {
      if (random() < dropped) {
        again.push(event);
        continue;
      }
      const copies = random() < repeated ? [event, event] : [event];
      const acknowledged = await Promise.all(copies.map(post));
      if (acknowledged.includes(false)) again.push(event);
    }
    waiting = again;
  }
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const shuffled = [...values];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}
