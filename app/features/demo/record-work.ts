import { findPhonePlace } from "#app/features/calls/area-codes.ts";
import { canCall } from "#app/features/calls/calling-hours.ts";
import type { OfferEvent } from "#app/features/requests/constants.ts";
import {
  OUTCOME_CHOICES,
  type OutcomeChoice,
  type OutcomeFacts,
} from "#app/features/requests/outcomes/choices.ts";
import type { DemoProvider } from "./generate-providers.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { Random } from "./seeded-random.ts";
import { getStaffMinutes } from "./staff-hours.ts";
import {
  type BidRow,
  buildOffer,
  DEMO_ACTOR,
  type DemoAttempt,
  type DemoWork,
  type Homeowner,
  type JobRow,
  type Notification,
  type OfferRow,
  toIso,
} from "./work-rows.ts";

const NOTE_SHARE = 0.6;
/** Of the closed requests: staff do not always say how one ended. */
const OUTCOME_SHARE = 0.85;

export type DemoOutcome = { choice: OutcomeChoice; value?: number | null };

type Status = DemoRequest["status"];

export type RecorderOptions = {
  random: Random;
  request: DemoRequest;
  now: number;
  work: DemoWork;
  homeowners: Map<string, Homeowner>;
  /** Providers that get text messages. */
  smsProviderIds: ReadonlySet<string>;
};

type NotifyOptions = {
  kind: string;
  at: number;
  channel?: Notification["channel"];
  recipientId?: string | null;
  subjectId?: string | null;
};

/** Adds the rows of what happens to one request. */
export class WorkRecorder {
  private readonly options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.options = options;
  }

  createOffer(provider: DemoProvider, at: number): OfferRow {
    const offer = buildOffer(this.options.random, {
      request: this.options.request,
      providerId: provider.id,
      at,
    });
    this.options.work.offers.push(offer);
    this.recordOfferEvent(offer, provider, "offered", at);
    this.notifyProvider(provider, { kind: "offer", offerId: offer.id, at });
    return offer;
  }

  recordAnswer(
    offer: OfferRow,
    provider: DemoProvider,
    { answer, at }: { answer: "accepted" | "declined" | "expired"; at: number },
  ): void {
    offer.state = answer;
    offer.decided_at = toIso(at);
    this.recordOfferEvent(offer, provider, `offer-${answer}`, at);
  }

  /** Creates the job and the bid of an accepted offer. */
  createJobAndBid(
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
      homeowner_id: this.getHomeownerId(at),
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

  changeStatus(from: Status, to: Status, at: number): void {
    this.options.request.status = to;
    this.recordEvent("status", { from, to }, at);
  }

  /** Closes the request, and for most records how it ended. `value`: what the job was worth. */
  close(from: Status, at: number, { choice, value = null }: DemoOutcome): void {
    const { random, request, work } = this.options;
    this.changeStatus(from, "closed", at);
    const { lostReason, ...facts }: OutcomeFacts = OUTCOME_CHOICES[choice].facts;
    if (random.chance(OUTCOME_SHARE))
      work.outcomes.push({
        ...facts,
        lost_reason: lostReason,
        request_id: request.id,
        value,
        recorded_by: null,
        recorded_at: toIso(at),
      });
  }

  /** Logs an attempt, and counts it on the request; the oldest first. */
  logAttempt({ channel, result, at }: DemoAttempt): void {
    const { random, request, work } = this.options;
    // Their ZIP codes are in the areas of their phone numbers; the ZIP table is not read here, since
    // commands run without Vite, which makes it.
    const place = findPhonePlace(request.phone_e164);
    const isOutside = channel !== "email" && place !== null && !canCall([place], new Date(at));
    work.attempts.push({
      id: random.uuidAt(at),
      request_id: request.id,
      actor_id: null,
      at: toIso(at),
      channel,
      result,
      rule: isOutside ? "hours" : null,
      reason: isOutside ? "The customer asked for a call right away" : null,
    });
    if (request.first_attempt_at === null) {
      request.first_attempt_at = toIso(at);
      request.first_response_minutes = getStaffMinutes(Date.parse(request.created_at), at);
    }
    request.last_attempt_at = toIso(at);
    request.attempt_count += 1;
  }

  private recordEvent(kind: string, detail: Record<string, unknown>, at: number): void {
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

  recordOfferEvent(
    { id: offerId }: OfferRow,
    { id: providerId, company_name: company }: DemoProvider,
    kind: OfferEvent,
    at: number,
  ): void {
    this.recordEvent(kind, { offerId, providerId, company, by: DEMO_ACTOR }, at);
  }

  addNote(texts: readonly string[], at: number, share = NOTE_SHARE): void {
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

  notify({
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

  notifyProvider(
    { id: recipientId }: DemoProvider,
    { kind, offerId, at }: { kind: string; offerId: string; at: number },
  ): void {
    this.notify({ kind, at, recipientId, subjectId: offerId });
    if (this.options.smsProviderIds.has(recipientId))
      this.notify({ kind, at, recipientId, subjectId: offerId, channel: "sms" });
  }

  /** The account of the request's customer, which may exist already. */
  private getHomeownerId(at: number): string {
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
