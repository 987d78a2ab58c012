import { CONTACT_DAYS, OFFER_MINUTES, REFUND_NOTES } from "#app/features/offers/constants.ts";
import { HOLDING_FLAGS } from "#app/features/requests/constants.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { FindMatches } from "./find-matches.server.ts";
import type { DemoProvider } from "./generate-providers.ts";
import { type DemoRequest, NO_ATTEMPT } from "./generate-requests.ts";
import type { CurrentOfferPlan } from "./plan-current-offers.ts";
import { type DemoOutcome, type RecorderOptions, WorkRecorder } from "./record-work.ts";
import { moveToStaffHours } from "./staff-hours.ts";
import { NOTES } from "./words.ts";
import { DEMO_ACTOR, type JobRow, type OfferRow, toIso } from "./work-rows.ts";

/** Share of requests with a matching provider that are offered to one. */
const OFFER_SHARE = 0.85;
/** Share of offers that the provider does not accept. */
const DECLINE_SHARE = 0.22;
/** Share of customers who approve the provider. */
const APPROVAL_SHARE = 0.92;
/** Share of customers who do not answer the first call. */
const UNANSWERED_SHARE = 0.25;
/** Share of customers who hire the provider they were connected with. */
const HIRED_SHARE = 0.7;
/** Staff close held requests after at most so many days. */
const HELD_DAYS = 6;

type Status = DemoRequest["status"];
type Progress = { until: number; isWaiting: boolean; job?: JobRow };

/** Builds what happened to one request, from its arrival until now. */
export class RequestHistory {
  private readonly options: RecorderOptions & { plan?: CurrentOfferPlan };
  private readonly recorder: WorkRecorder;
  private readonly created: number;
  private readonly isEmergency: boolean;

  constructor(options: RecorderOptions & { plan?: CurrentOfferPlan }) {
    this.options = options;
    this.recorder = new WorkRecorder(options);
    this.created = Date.parse(options.request.created_at);
    this.isEmergency = options.request.timeframe === "emergency";
  }

  build(findMatches: FindMatches): void {
    const { request, random, now } = this.options;
    const isHeld = request.flags.some((flag) => HOLDING_FLAGS.includes(flag));
    this.recorder.notify({
      kind: isHeld ? "held-requests" : "new-requests",
      at: this.created + (isHeld ? HOUR_MS : random.between(1, 3) * MINUTE_MS),
    });
    // An emergency is never left as new.
    const finalStatus =
      this.isEmergency && request.status === "new" && !isHeld ? "contacted" : request.status;
    Object.assign(request, NO_ATTEMPT, { status: "new" });
    if (this.options.plan) this.buildCurrent(this.options.plan);
    else if (isHeld)
      this.closeWithoutCall(
        "spam",
        this.later(this.created + random.between(1, HELD_DAYS) * DAY_MS, [0, 300]),
      );
    else if (finalStatus !== "new") this.buildHandled(finalStatus, findMatches);
    else this.callInVain(now);
  }

  /** Some customers do not answer the first call. */
  private callInVain(until: number): void {
    const { random } = this.options;
    if (!random.chance(UNANSWERED_SHARE)) return;
    const result = random.chance(0.6) ? "no-answer" : "voicemail";
    const at = this.later(this.created, this.isEmergency ? [1, 4] : [3, 30]);
    if (at < until) this.recorder.logAttempt({ channel: "call", result, at });
  }

  /** The call in which staff reach a new customer. */
  private reachCustomer(at: number): void {
    this.callInVain(at - 2 * MINUTE_MS);
    this.recorder.logAttempt({ channel: "call", result: "reached", at });
    this.recorder.changeStatus("new", "contacted", at);
  }

  private buildHandled(finalStatus: Status, findMatches: FindMatches): void {
    const { request, random, now } = this.options;
    const called = this.later(this.created, this.isEmergency ? [2, 12] : [6, 150]);
    if (request.flags.includes("duplicate")) this.closeWithoutCall("duplicate", called);
    if (called >= now || request.status === "closed") return;
    this.reachCustomer(called);
    const offered = this.later(called, this.isEmergency ? [2, 10] : [4, 90]);
    const matches = findMatches(request, offered);
    const isNotOffered = matches.length === 0 || !random.chance(OFFER_SHARE) || offered >= now;
    const work = isNotOffered ? null : this.offerToProviders(matches, offered);
    if (finalStatus === "closed" && !work?.isWaiting) {
      const closed = this.later((work?.until ?? called) + random.between(1, 10) * DAY_MS, [0, 300]);
      if (closed < now) {
        this.recorder.close("contacted", closed, this.pickOutcome(work, matches.length > 0));
        if (work?.job) work.job.status = "completed";
        this.recorder.addNote(work?.job ? NOTES.completed : NOTES.closed, closed);
        return;
      }
    }
    this.recorder.addNote(matches.length === 0 ? NOTES.unmatched : NOTES.contacted, called);
  }

  /** How a request ended that was worked on. */
  private pickOutcome(work: Progress | null, hasMatches: boolean): DemoOutcome {
    const { random } = this.options;
    if (work?.job)
      return random.chance(HIRED_SHARE)
        ? { choice: "hired", value: Math.round(random.between(90, 1_900) / 5) * 5 }
        : { choice: "connected" };
    if (!hasMatches) return { choice: "no-provider" };
    return { choice: random.pick(["not-needed", "chose-another", "too-expensive"] as const) };
  }

  /** Staff close spam and duplicates without a call. */
  private closeWithoutCall(choice: "spam" | "duplicate", at: number): void {
    if (at >= this.options.now) return;
    this.recorder.close("new", at, { choice: choice === "spam" ? "spam" : "other" });
    this.recorder.addNote(NOTES[choice], at);
  }

  /** An offer that is open now: a call, the offer, and for some the provider's acceptance. */
  private buildCurrent({ provider, called, offered, accepted, expires }: CurrentOfferPlan): void {
    this.reachCustomer(called);
    this.recorder.addNote(NOTES.offering, called, 1);
    const offer = this.recorder.createOffer(provider, offered);
    if (accepted === null) offer.expires_at = toIso(expires);
    else {
      this.recorder.recordAnswer(offer, provider, { answer: "accepted", at: accepted });
      this.recorder.createJobAndBid(offer, provider, accepted);
    }
  }

  /**
   * Offers the request to one provider after the other. @returns the time of the last event, and
   * the job, if any
   */
  private offerToProviders(matches: DemoProvider[], from: number): Progress {
    const { random, now } = this.options;
    let at = from;
    for (const provider of matches.slice(0, 2)) {
      const isLast = provider === matches[Math.min(matches.length, 2) - 1];
      const answer = random.chance(DECLINE_SHARE)
        ? random.chance(0.5)
          ? "declined"
          : "expired"
        : "accepted";
      const decided =
        at +
        (answer === "expired" ? OFFER_MINUTES : random.between(2, OFFER_MINUTES - 3)) * MINUTE_MS;
      const offer = this.recorder.createOffer(provider, at);
      if (decided >= now) return { until: now, isWaiting: true };
      this.recorder.recordAnswer(offer, provider, { answer, at: decided });
      if (answer === "accepted") return this.askCustomer(offer, provider, decided);
      at = this.later(decided, [2, 40]);
      if (isLast || at >= now) return { until: decided, isWaiting: false };
    }
    return { until: at, isWaiting: false };
  }

  /** The provider accepted, and the customer is asked. */
  private askCustomer(offer: OfferRow, provider: DemoProvider, accepted: number): Progress {
    const { random, now, work } = this.options;
    const { job, bid } = this.recorder.createJobAndBid(offer, provider, accepted);
    const answered = this.later(accepted, this.isEmergency ? [2, 10] : [5, 120]);
    const isApproved = random.chance(APPROVAL_SHARE);
    if (answered >= now) return { until: accepted, isWaiting: true };
    this.recorder.logAttempt({ channel: "call", result: "reached", at: answered });
    if (!isApproved) {
      job.status = "other";
      bid.status = "declined";
      Object.assign(offer, {
        state: "customer-declined",
        decided_at: toIso(answered),
        refund_reason: REFUND_NOTES.no,
        refunded_at: toIso(answered),
      });
      this.recorder.recordOfferEvent(offer, provider, "offer-refused", answered);
      return { until: answered, isWaiting: false };
    }
    Object.assign(offer, {
      customer_approved_at: toIso(answered),
      customer_approval_recorded_by: DEMO_ACTOR,
      contact_until: toIso(answered + CONTACT_DAYS * DAY_MS),
    });
    this.recorder.recordOfferEvent(offer, provider, "offer-released", answered);
    this.recorder.notifyProvider(provider, {
      kind: "offer-released",
      offerId: offer.id,
      at: answered,
    });
    work.unlocks.push({
      id: random.uuidAt(answered),
      provider_id: provider.id,
      bid_id: bid.id,
      amount_paid: offer.cost,
      paid_at: toIso(answered),
      is_demo: true,
    });
    return { until: answered, isWaiting: false, job };
  }

  /** A random number of minutes later, in staff hours; for an emergency at any hour. */
  private later(from: number, [min, max]: readonly [number, number]): number {
    const { random } = this.options;
    const at = from + random.between(min, max) * MINUTE_MS;
    return this.isEmergency ? at : moveToStaffHours(at, random.between(1, 50));
  }
}
