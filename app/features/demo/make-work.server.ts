import { findServiceByName } from "#app/features/catalog/queries.server.ts";
import { DEFAULT_OFFER_COST, NO_YES, OFFER_MINUTES, type OfferEvent } from "#app/features/offers/constants.ts";
import { findJobValue } from "#app/features/offers/job-value.server.ts";
import { isMatch, matchProvider } from "#app/features/offers/match-provider.ts";
import type { DemoMarket, DemoProvider } from "./make-providers.ts";
import type { Random } from "./make-random.ts";
import type { DemoRequest } from "./make-requests.ts";
import { DAY_MS, HOUR_MS } from "./make-times.ts";
import { inStaffHours } from "./staff-hours.ts";
import { NOTES } from "./words.ts";

const MINUTE_MS = 60_000;
const NOTE_SHARE = 0.45;
/** Shares of what becomes of a request that a provider fits, of an offer, and of a customer who is asked. */
const OFFERED = 0.85;
const FIRST_SAYS_NO = 0.22;
const CUSTOMER_SAYS_YES = 0.92;
/** Who offers in the demo; staff have ids. */
const ACTOR = "demo";
const iso = (ms: number) => new Date(ms).toISOString();

type Status = DemoRequest["status"];
type OfferRow = ReturnType<typeof makeOffer>;
type JobStatus = "in_progress" | "completed" | "other";

/** Who can do which work where, with what the product itself checks before it offers a request. */
export function createMatcher(market: DemoMarket): (request: DemoRequest, at: number) => DemoProvider[] {
  const byZip = new Map<string, DemoProvider[]>();
  for (const provider of market.providers) for (const zip of provider.service_area_zips) byZip.set(zip, [...(byZip.get(zip) ?? []), provider]);
  const subscriptions = new Map(market.subscriptions.map((one) => [one.provider_id, one.status]));
  const settings = new Map(market.settings.map((one) => [one.provider_id, one]));
  const known = new Map<string, { serviceNames: readonly string[]; value: ReturnType<typeof findJobValue> }>();
  return (request, at) => {
    let wanted = known.get(request.service_type);
    if (!wanted) {
      const { slug, names } = findServiceByName(request.service_type);
      wanted = { serviceNames: names, value: findJobValue(slug) };
      known.set(request.service_type, wanted);
    }
    const details = { ...wanted, zip: request.zip_valid };
    return (byZip.get(request.zip_valid) ?? []).filter((provider) => {
      const until = provider.verified_until === null ? null : new Date(provider.verified_until);
      const matched = {
        // Whose verification ran out since was verified then.
        verificationStatus: until ? "verified" : provider.verification_status,
        verifiedUntil: until,
        serviceCategories: provider.service_categories,
        serviceAreaZips: provider.service_area_zips,
        minJobValue: settings.get(provider.id)?.min_job_value ?? null,
        maxJobValue: settings.get(provider.id)?.max_job_value ?? null,
        credits: Number.POSITIVE_INFINITY,
        subscription: subscriptions.get(provider.id) ?? null,
      };
      return Date.parse(provider.created_at) < at && isMatch(matchProvider(matched, details, { cost: DEFAULT_OFFER_COST, now: new Date(at) }));
    });
  };
}

type Homeowner = { id: string; name: string; email: string | null; phone: string; setup_completed: boolean; is_demo: true; created_at: string };
type Event = { id: string; request_id: string; at: string; actor_id: null; kind: string; detail: Record<string, unknown> };
type Notification = { id: string; channel: "email" | "sms"; kind: string; recipient_id: string | null; subject_id: string | null; sent_at: string; is_demo: true };

/** Rows of what staff, providers and customers did with requests. */
export type DemoWork = ReturnType<typeof emptyWork>;
const emptyWork = () => ({
  events: [] as Event[],
  notes: [] as { id: string; request_id: string; author_id: null; text: string; created_at: string }[],
  homeowners: [] as Homeowner[],
  jobs: [] as { id: string; service_type: string; status: JobStatus; homeowner_id: string; provider_id: string; request_id: string; is_demo: true; created_at: string }[],
  bids: [] as { id: string; provider_id: string; job_id: string; status: "accepted" | "declined"; amount: number; is_demo: true; created_at: string }[],
  unlocks: [] as { id: string; provider_id: string; bid_id: string; amount_paid: number; paid_at: string; is_demo: true }[],
  offers: [] as OfferRow[],
  notifications: [] as Notification[],
});

type WorkOptions = { random: Random; requests: readonly DemoRequest[]; market: DemoMarket; now: Date };

/**
 * What became of each request, in the order and the hours of a working day: a call, an offer to one professional at a time
 * who does such work at that place, the customer's yes, the job. Sets the status of requests to what happened until now.
 */
export function makeWork({ random, requests, market, now }: WorkOptions): DemoWork {
  const work = emptyWork();
  const findMatches = createMatcher(market);
  const smsTo = new Set(market.settings.filter((one) => one.sms_notifications).map((one) => one.provider_id));
  const homeowners = new Map<string, Homeowner>();
  for (const request of requests) {
    const story = new Story({ random, request, now: now.getTime(), work, homeowners, smsTo });
    story.tell(findMatches);
  }
  work.homeowners = [...homeowners.values()];
  return work;
}

type StoryOptions = { random: Random; request: DemoRequest; now: number; work: DemoWork; homeowners: Map<string, Homeowner>; smsTo: ReadonlySet<string> };

/** One request from its arrival until now. */
class Story {
  private readonly options: StoryOptions;
  private readonly created: number;
  private readonly isEmergency: boolean;

  constructor(options: StoryOptions) {
    this.options = options;
    this.created = Date.parse(options.request.created_at);
    this.isEmergency = options.request.timeframe === "emergency";
  }

  tell(findMatches: (request: DemoRequest, at: number) => DemoProvider[]): void {
    const { request, random, now } = this.options;
    const isHeld = request.flags.length > 0 && request.ghl_contact_id === null;
    this.notify({ kind: isHeld ? "held-requests" : "new-requests", at: this.created + (isHeld ? HOUR_MS : random.between(1, 3) * MINUTE_MS) });
    const called = this.later(this.created, this.isEmergency ? [2, 12] : [6, 150]);
    // Nobody leaves an emergency alone.
    const wish = this.isEmergency && request.status === "new" && !isHeld ? "contacted" : request.status;
    request.status = "new";
    if (wish === "new" || called >= now) return;
    this.changeStatus("new", "contacted", called);
    const offered = this.later(called, this.isEmergency ? [2, 10] : [4, 90]);
    const matches = findMatches(request, offered);
    const isUnserved = matches.length === 0 || !random.chance(OFFERED) || offered >= now;
    const work = isUnserved ? null : this.offer(matches, offered);
    if (wish === "closed" && !work?.isWaiting) {
      const closed = this.later((work?.until ?? called) + random.between(1, 10) * DAY_MS, [0, 300]);
      if (closed < now) {
        this.changeStatus("contacted", "closed", closed);
        this.finish(work?.jobId);
        this.note(work?.jobId ? NOTES.completed : NOTES.closed, closed);
        return;
      }
    }
    this.note(matches.length === 0 ? NOTES.unmatched : NOTES.contacted, called);
  }

  /** Asks providers one after the other. @returns when the last thing happened, and the job that goes on */
  private offer(matches: DemoProvider[], from: number): { until: number; isWaiting: boolean; jobId?: string } {
    const { random, now } = this.options;
    let at = from;
    for (const provider of matches.slice(0, 2)) {
      const isLast = provider === matches[Math.min(matches.length, 2) - 1];
      const says = random.chance(FIRST_SAYS_NO) ? (random.chance(0.5) ? "declined" : "expired") : "accepted";
      const decided = at + (says === "expired" ? OFFER_MINUTES : random.between(2, OFFER_MINUTES - 3)) * MINUTE_MS;
      const offer = makeOffer(random, { request: this.options.request, providerId: provider.id, at });
      this.options.work.offers.push(offer);
      this.offerEvent(offer, provider, "offered", at);
      this.tellProvider(provider, { kind: "offer", offerId: offer.id, at });
      if (decided >= now) return { until: now, isWaiting: true };
      offer.state = says;
      offer.decided_at = iso(decided);
      this.offerEvent(offer, provider, `offer-${says}`, decided);
      if (says === "accepted") return this.askCustomer(offer, provider, decided);
      at = this.later(decided, [2, 40]);
      if (isLast || at >= now) return { until: decided, isWaiting: false };
    }
    return { until: at, isWaiting: false };
  }

  /** The provider wants the job; the customer is asked about this one. */
  private askCustomer(offer: OfferRow, provider: DemoProvider, accepted: number): { until: number; isWaiting: boolean; jobId?: string } {
    const { random, now, request, work } = this.options;
    const [jobId, bidId] = [random.uuidAt(accepted), random.uuidAt(accepted)];
    const answered = this.later(accepted, this.isEmergency ? [2, 10] : [5, 120]);
    const saysYes = random.chance(CUSTOMER_SAYS_YES);
    const isAnswered = answered < now;
    const isRefused = isAnswered && !saysYes;
    const common = { provider_id: provider.id, is_demo: true as const, created_at: iso(accepted) };
    work.jobs.push({
      ...common,
      id: jobId,
      service_type: request.service_type,
      status: isRefused ? "other" : "in_progress",
      homeowner_id: this.homeownerAt(accepted),
      request_id: request.id,
    });
    work.bids.push({ ...common, id: bidId, job_id: jobId, status: isRefused ? "declined" : "accepted", amount: offer.cost });
    Object.assign(offer, { job_id: jobId, bid_id: bidId });
    if (!isAnswered) return { until: accepted, isWaiting: true };
    if (isRefused) {
      Object.assign(offer, { state: "refused", decided_at: iso(answered), refund_reason: NO_YES.no, refunded_at: iso(answered) });
      this.offerEvent(offer, provider, "offer-refused", answered);
      return { until: answered, isWaiting: false };
    }
    Object.assign(offer, { released_at: iso(answered), released_by: ACTOR });
    this.offerEvent(offer, provider, "offer-released", answered);
    this.tellProvider(provider, { kind: "offer-released", offerId: offer.id, at: answered });
    work.unlocks.push({ id: random.uuidAt(answered), provider_id: provider.id, bid_id: bidId, amount_paid: offer.cost, paid_at: iso(answered), is_demo: true });
    return { until: answered, isWaiting: false, jobId };
  }

  /** Some minutes later, in the hours of staff; an emergency is worked on at any hour. */
  private later(from: number, [least, most]: readonly [number, number]): number {
    const { random } = this.options;
    const at = from + random.between(least, most) * MINUTE_MS;
    return this.isEmergency ? at : inStaffHours(at, random.between(1, 50));
  }

  private changeStatus(from: Status, to: Status, at: number): void {
    this.options.request.status = to;
    this.event("status", { from, to }, at);
  }

  private event(kind: string, detail: Record<string, unknown>, at: number): void {
    const { random, request, work } = this.options;
    work.events.push({ id: random.uuidAt(at), request_id: request.id, at: iso(at), actor_id: null, kind, detail });
  }

  private offerEvent({ id: offerId }: OfferRow, { id: providerId, company_name: company }: DemoProvider, kind: OfferEvent, at: number): void {
    this.event(kind, { offerId, providerId, company, by: ACTOR }, at);
  }

  private note(texts: readonly string[], at: number): void {
    const { random, request, work } = this.options;
    if (random.chance(NOTE_SHARE)) work.notes.push({ id: random.uuidAt(at), request_id: request.id, author_id: null, text: random.pick(texts), created_at: iso(at) });
  }

  private finish(jobId: string | undefined): void {
    const job = this.options.work.jobs.find(({ id }) => id === jobId);
    if (job) job.status = "completed";
  }

  private notify({ kind, at, channel = "email", recipientId = null, subjectId = null }: NotifyOptions): void {
    const { random, work, now } = this.options;
    if (at >= now) return;
    work.notifications.push({ id: random.uuidAt(at), channel, kind, recipient_id: recipientId, subject_id: subjectId, sent_at: iso(at), is_demo: true });
  }

  private tellProvider({ id: recipientId }: DemoProvider, { kind, offerId, at }: { kind: string; offerId: string; at: number }): void {
    this.notify({ kind, at, recipientId, subjectId: offerId });
    if (this.options.smsTo.has(recipientId)) this.notify({ kind, at, recipientId, subjectId: offerId, channel: "sms" });
  }

  /** The person of the request; somebody who asked before keeps their account. */
  private homeownerAt(at: number): string {
    const { random, request, homeowners } = this.options;
    const { customer_name: name, customer_phone: phone, customer_email: email } = request;
    const key = `${name}|${phone}`;
    let homeowner = homeowners.get(key);
    if (!homeowner) {
      homeowner = { id: random.uuidAt(at), name, email, phone, setup_completed: random.chance(0.68), is_demo: true, created_at: iso(at) };
      homeowners.set(key, homeowner);
    }
    return homeowner.id;
  }
}

type NotifyOptions = { kind: string; at: number; channel?: Notification["channel"]; recipientId?: string | null; subjectId?: string | null };

function makeOffer(random: Random, { request, providerId, at }: { request: DemoRequest; providerId: string; at: number }) {
  const id = random.uuidAt(at);
  return {
    id,
    request_id: request.id,
    provider_id: providerId,
    state: "open" as "open" | "accepted" | "declined" | "expired" | "refused",
    // Nobody holds a key to this: no link leads here.
    token_hash: `demo-${id}`,
    cost: DEFAULT_OFFER_COST,
    job_id: null as string | null,
    bid_id: null as string | null,
    offered_by: ACTOR,
    created_at: iso(at),
    expires_at: iso(at + OFFER_MINUTES * MINUTE_MS),
    decided_at: null as string | null,
    released_at: null as string | null,
    released_by: null as string | null,
    refund_reason: null as string | null,
    refunded_at: null as string | null,
  };
}
