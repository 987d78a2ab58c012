import { OFFER_MINUTES, REFUND_NOTES } from "#app/features/offers/constants.ts";
import { HOLDING_FLAGS, type OfferEvent } from "#app/features/requests/constants.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { FindMatches } from "./find-matches.server.ts";
import type { DemoProvider } from "./make-providers.ts";
import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import type { CurrentOfferPlan } from "./plan-under-way.ts";
import { moveToStaffHours } from "./staff-hours.ts";
import { NOTES } from "./words.ts";
import {
  type BidRow,
  buildOffer,
  DEMO_ACTOR,
  type DemoWork,
  type Homeowner,
  type JobRow,
  type Notification,
  type OfferRow,
  toIso,
} from "./work-rows.ts";

const NOTE_SHARE = 0.6;
/**
 * Shares of what becomes of a request that a provider fits, of an offer, and of a customer who is
 * asked.
 */
const OFFER_SHARE = 0.85;
const DECLINE_SHARE = 0.22;
const APPROVAL_SHARE = 0.92;
/** Held requests wait so many days at most until somebody closes them. */
const HELD_DAYS = 6;

type Status = DemoRequest["status"];

type HistoryOptions = {
  random: Random;
  request: DemoRequest;
  now: number;
  work: DemoWork;
  homeowners: Map<string, Homeowner>;
  smsTo: ReadonlySet<string>;
  plan?: CurrentOfferPlan;
};

/** One request from its arrival until now. */
export class RequestHistory {
  private readonly options: HistoryOptions;
  private readonly created: number;
  private readonly isEmergency: boolean;

  constructor(options: HistoryOptions) {
    this.options = options;
    this.created = Date.parse(options.request.created_at);
    this.isEmergency = options.request.timeframe === "emergency";
  }

  tell(findMatches: FindMatches): void {
    const { request, random } = this.options;
    const isHeld = request.flags.some((flag) => HOLDING_FLAGS.includes(flag));
    this.notify({
      kind: isHeld ? "held-requests" : "new-requests",
      at: this.created + (isHeld ? HOUR_MS : random.between(1, 3) * MINUTE_MS),
    });
    // Nobody leaves an emergency alone.
    const wish =
      this.isEmergency && request.status === "new" && !isHeld ? "contacted" : request.status;
    request.status = "new";
    if (this.options.plan) this.tellUnderWay(this.options.plan);
    else if (isHeld)
      this.closeUnseen(
        NOTES.spam,
        this.later(this.created + random.between(1, HELD_DAYS) * DAY_MS, [0, 300]),
      );
    else if (wish !== "new") this.tellWorked(wish, findMatches);
  }

  private tellWorked(wish: Status, findMatches: FindMatches): void {
    const { request, random, now } = this.options;
    const called = this.later(this.created, this.isEmergency ? [2, 12] : [6, 150]);
    if (request.flags.includes("duplicate")) this.closeUnseen(NOTES.duplicate, called);
    if (called >= now || request.status === "closed") return;
    this.changeStatus("new", "contacted", called);
    const offered = this.later(called, this.isEmergency ? [2, 10] : [4, 90]);
    const matches = findMatches(request, offered);
    const isUnserved = matches.length === 0 || !random.chance(OFFER_SHARE) || offered >= now;
    const work = isUnserved ? null : this.offer(matches, offered);
    if (wish === "closed" && !work?.isWaiting) {
      const closed = this.later((work?.until ?? called) + random.between(1, 10) * DAY_MS, [0, 300]);
      if (closed < now) {
        this.changeStatus("contacted", "closed", closed);
        if (work?.job) work.job.status = "completed";
        this.note(work?.job ? NOTES.completed : NOTES.closed, closed);
        return;
      }
    }
    this.note(matches.length === 0 ? NOTES.unmatched : NOTES.contacted, called);
  }

  /** Staff close what was sent by a machine, or twice, without a call. */
  private closeUnseen(texts: readonly string[], at: number): void {
    if (at >= this.options.now) return;
    this.changeStatus("new", "closed", at);
    this.note(texts, at);
  }

  /** A call, an offer, and for some the provider's yes: what staff have in their hands now. */
  private tellUnderWay({ provider, called, offered, accepted, expires }: CurrentOfferPlan): void {
    this.changeStatus("new", "contacted", called);
    this.note(NOTES.offering, called, 1);
    const offer = this.offerTo(provider, offered);
    if (accepted === null) offer.expires_at = toIso(expires);
    else {
      this.decide(offer, provider, { says: "accepted", at: accepted });
      this.takeJob(offer, provider, accepted);
    }
  }

  /**
   * Asks providers one after the other. @returns when the last thing happened, and the job that
   * goes on
   */
  private offer(
    matches: DemoProvider[],
    from: number,
  ): { until: number; isWaiting: boolean; job?: JobRow } {
    const { random, now } = this.options;
    let at = from;
    for (const provider of matches.slice(0, 2)) {
      const isLast = provider === matches[Math.min(matches.length, 2) - 1];
      const says = random.chance(DECLINE_SHARE)
        ? random.chance(0.5)
          ? "declined"
          : "expired"
        : "accepted";
      const decided =
        at +
        (says === "expired" ? OFFER_MINUTES : random.between(2, OFFER_MINUTES - 3)) * MINUTE_MS;
      const offer = this.offerTo(provider, at);
      if (decided >= now) return { until: now, isWaiting: true };
      this.decide(offer, provider, { says, at: decided });
      if (says === "accepted") return this.askCustomer(offer, provider, decided);
      at = this.later(decided, [2, 40]);
      if (isLast || at >= now) return { until: decided, isWaiting: false };
    }
    return { until: at, isWaiting: false };
  }

  private offerTo(provider: DemoProvider, at: number): OfferRow {
    const offer = buildOffer(this.options.random, {
      request: this.options.request,
      providerId: provider.id,
      at,
    });
    this.options.work.offers.push(offer);
    this.offerEvent(offer, provider, "offered", at);
    this.tellProvider(provider, { kind: "offer", offerId: offer.id, at });
    return offer;
  }

  private decide(
    offer: OfferRow,
    provider: DemoProvider,
    { says, at }: { says: "accepted" | "declined" | "expired"; at: number },
  ): void {
    offer.state = says;
    offer.decided_at = toIso(at);
    this.offerEvent(offer, provider, `offer-${says}`, at);
  }

  /** The provider wants the job; the customer is asked about this one. */
  private askCustomer(
    offer: OfferRow,
    provider: DemoProvider,
    accepted: number,
  ): { until: number; isWaiting: boolean; job?: JobRow } {
    const { random, now, work } = this.options;
    const { job, bid } = this.takeJob(offer, provider, accepted);
    const answered = this.later(accepted, this.isEmergency ? [2, 10] : [5, 120]);
    const saysYes = random.chance(APPROVAL_SHARE);
    if (answered >= now) return { until: accepted, isWaiting: true };
    if (!saysYes) {
      job.status = "other";
      bid.status = "declined";
      Object.assign(offer, {
        state: "refused",
        decided_at: toIso(answered),
        refund_reason: REFUND_NOTES.no,
        refunded_at: toIso(answered),
      });
      this.offerEvent(offer, provider, "offer-refused", answered);
      return { until: answered, isWaiting: false };
    }
    Object.assign(offer, {
      customer_approved_at: toIso(answered),
      customer_approval_recorded_by: DEMO_ACTOR,
    });
    this.offerEvent(offer, provider, "offer-released", answered);
    this.tellProvider(provider, { kind: "offer-released", offerId: offer.id, at: answered });
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

  /** What an accepted offer makes: the job and the bid. */
  private takeJob(
    offer: OfferRow,
    provider: DemoProvider,
    at: number,
  ): { job: JobRow; bid: BidRow } {
    const { random, request, work } = this.options;
    const common = { provider_id: provider.id, is_demo: true as const, created_at: toIso(at) };
    const [jobId, bidId] = [random.uuidAt(at), random.uuidAt(at)];
    const job: JobRow = {
      ...common,
      id: jobId,
      service_type: request.service_type,
      status: "in_progress",
      homeowner_id: this.homeownerAt(at),
      request_id: request.id,
    };
    const bid: BidRow = {
      ...common,
      id: bidId,
      job_id: jobId,
      status: "accepted",
      amount: offer.cost,
    };
    work.jobs.push(job);
    work.bids.push(bid);
    Object.assign(offer, { job_id: jobId, bid_id: bidId });
    return { job, bid };
  }

  /** Some minutes later, in the hours of staff; an emergency is worked on at any hour. */
  private later(from: number, [least, most]: readonly [number, number]): number {
    const { random } = this.options;
    const at = from + random.between(least, most) * MINUTE_MS;
    return this.isEmergency ? at : moveToStaffHours(at, random.between(1, 50));
  }

  private changeStatus(from: Status, to: Status, at: number): void {
    this.options.request.status = to;
    this.event("status", { from, to }, at);
  }

  private event(kind: string, detail: Record<string, unknown>, at: number): void {
    const { random, request, work } = this.options;
    work.events.push({
      id: random.uuidAt(at),
      request_id: request.id,
      at: toIso(at),
      actor_id: null,
      kind,
      detail,
    });
  }

  private offerEvent(
    { id: offerId }: OfferRow,
    { id: providerId, company_name: company }: DemoProvider,
    kind: OfferEvent,
    at: number,
  ): void {
    this.event(kind, { offerId, providerId, company, by: DEMO_ACTOR }, at);
  }

  private note(texts: readonly string[], at: number, share = NOTE_SHARE): void {
    const { random, request, work } = this.options;
    if (random.chance(share))
      work.notes.push({
        id: random.uuidAt(at),
        request_id: request.id,
        author_id: null,
        text: random.pick(texts),
        created_at: toIso(at),
      });
  }

  private notify({
    kind,
    at,
    channel = "email",
    recipientId = null,
    subjectId = null,
  }: NotifyOptions): void {
    const { random, work, now } = this.options;
    if (at >= now) return;
    work.notifications.push({
      id: random.uuidAt(at),
      channel,
      kind,
      recipient_id: recipientId,
      subject_id: subjectId,
      sent_at: toIso(at),
      is_demo: true,
    });
  }

  private tellProvider(
    { id: recipientId }: DemoProvider,
    { kind, offerId, at }: { kind: string; offerId: string; at: number },
  ): void {
    this.notify({ kind, at, recipientId, subjectId: offerId });
    if (this.options.smsTo.has(recipientId))
      this.notify({ kind, at, recipientId, subjectId: offerId, channel: "sms" });
  }

  /** The person of the request; somebody who asked before keeps their account. */
  private homeownerAt(at: number): string {
    const { random, request, homeowners } = this.options;
    const { customer_name: name, customer_phone: phone, customer_email: email } = request;
    const key = `${name}|${phone}`;
    let homeowner = homeowners.get(key);
    if (!homeowner) {
      homeowner = {
        id: random.uuidAt(at),
        name,
        email,
        phone,
        setup_completed: random.chance(0.68),
        is_demo: true,
        created_at: toIso(at),
      };
      homeowners.set(key, homeowner);
    }
    return homeowner.id;
  }
}

type NotifyOptions = {
  kind: string;
  at: number;
  channel?: Notification["channel"];
  recipientId?: string | null;
  subjectId?: string | null;
};
