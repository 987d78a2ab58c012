import {
  CLIENT_REFERENCE_PREFIX,
  HOLDING_FLAGS,
  PROJECT_SIZE,
  PROJECT_TYPE,
  type RequestFlag,
} from "#app/features/requests/constants.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/durations.ts";
import { type Customer, createCustomerGenerator } from "./generate-customers.ts";
import { generateDetails, type Timeframe } from "./generate-details.ts";
import type { DemoQuiz } from "./read-quizzes.server.ts";
import {
  createSeededRandom,
  createSharePicker,
  createWeightedPicker,
  type Random,
} from "./seeded-random.ts";
import { SEASONS, SERVICE_WEIGHTS } from "./service-weights.ts";
import { getStaffMinutes, moveToStaffHours } from "./staff-hours.ts";
import { createTimePicker } from "./time-picker.ts";
import { PLANNED_SLUGS, URGENT_SLUGS } from "./trades.ts";
import { AREA_REMARKS, REMARKS } from "./words.ts";

export type DemoService = {
  slug: string;
  name: string;
  area: "home" | "auto";
  messages: readonly string[];
};
type Status = "new" | "contacted" | "closed";
export type DemoRequest = ReturnType<typeof generateRequest>;

const QUIZ_SHARE = 0.35;
/** How soon people want help: with urgent trouble, with most work, and with planned projects. */
const TIMEFRAME_SHARES: Record<"urgent" | "usual" | "planned", readonly [Timeframe, number][]> = {
  urgent: [
    ["emergency", 14],
    ["urgent", 42],
    ["soon", 34],
    ["planning", 10],
  ],
  usual: [
    ["urgent", 22],
    ["soon", 55],
    ["planning", 23],
  ],
  planned: [
    ["soon", 30],
    ["planning", 70],
  ],
};
const pickTimeframe = {
  urgent: createSharePicker(TIMEFRAME_SHARES.urgent),
  usual: createSharePicker(TIMEFRAME_SHARES.usual),
  planned: createSharePicker(TIMEFRAME_SHARES.planned),
};
/** Staff close held requests after this time. */
const HELD_DAYS = 14;
/** The first call is made within so many minutes of staff hours. */
const FIRST_CALL_MINUTES = 90;
type Attempted = {
  first_attempt_at: string | null;
  first_response_minutes: number | null;
  last_attempt_at: string | null;
  attempt_count: number;
};
export const NO_ATTEMPT: Attempted = {
  first_attempt_at: null,
  first_response_minutes: null,
  last_attempt_at: null,
  attempt_count: 0,
};
const SYNC_DELAY_MS = 15 * MINUTE_MS;
const CONTACT_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Shares of new, contacted and closed, by age in days up to the first number. */
const STATUS_BY_AGE: readonly [days: number, shares: Record<Status, number>][] = [
  [0.1, { new: 0.8, contacted: 0.2, closed: 0 }],
  [0.5, { new: 0.45, contacted: 0.55, closed: 0 }],
  [2, { new: 0.3, contacted: 0.65, closed: 0.05 }],
  [7, { new: 0.1, contacted: 0.6, closed: 0.3 }],
  [30, { new: 0.02, contacted: 0.33, closed: 0.65 }],
  [60, { new: 0, contacted: 0.1, closed: 0.9 }],
  [Number.POSITIVE_INFINITY, { new: 0, contacted: 0.008, closed: 0.992 }],
];
const pickFlag = createSharePicker<RequestFlag | null>([
  [null, 0.987],
  ["too-fast", 0.005],
  ["velocity", 0.004],
  ["honeypot", 0.004],
]);

/** Requests of the year before `now`, oldest first; the same for the same arguments. */
export function* generateRequests(options: {
  count: number;
  seed: number;
  now: Date;
  services: readonly DemoService[];
  quizzes?: readonly DemoQuiz[];
}): Generator<DemoRequest> {
  const { count, seed, now, services, quizzes = [] } = options;
  const random = createSeededRandom(seed, "requests");
  const pickCustomer = createCustomerGenerator<DemoService>();
  const pickTime = createTimePicker(seed, "requests", now);
  const times = Float64Array.from({ length: count }, () => pickTime(random)).sort();
  const pickers = SEASONS.flat.map((_, month) =>
    createWeightedPicker(services, ({ slug }) => {
      const { weight = 1, season = "flat" } = SERVICE_WEIGHTS[slug] ?? {};
      return weight * (SEASONS[season][month] ?? 1);
    }),
  );
  const quizzesByService = new Map(
    services.map((service) => [
      service,
      quizzes.filter(({ serviceNames }) => serviceNames.has(service.name.toLowerCase())),
    ]),
  );
  for (const at of times) {
    const customer = pickCustomer(random, {
      at,
      pickService: () => pickers[new Date(at).getUTCMonth()]?.(random) ?? random.pick(services),
    });
    yield generateRequest(random, {
      customer,
      quizzes: quizzesByService.get(customer.service) ?? [],
      now: now.getTime(),
    });
  }
}

type RequestOptions = {
  customer: Customer<DemoService> & { isDuplicate: boolean };
  quizzes: readonly DemoQuiz[];
  now: number;
};

function generateRequest(random: Random, { customer, quizzes, now }: RequestOptions) {
  const { person, email, at, service, isDuplicate } = customer;
  const pickedFlag = pickFlag(random);
  const flag = isDuplicate ? "duplicate" : pickedFlag;
  const isHeld = flag !== null && HOLDING_FLAGS.includes(flag);
  const age = (now - at) / DAY_MS;
  const status = isHeld && age < HELD_DAYS ? "new" : isHeld ? "closed" : pickStatus(random, age);
  const created = new Date(at).toISOString();
  const isOwner = random.chance(0.84);
  const timeframe =
    pickTimeframe[
      URGENT_SLUGS.has(service.slug)
        ? "urgent"
        : PLANNED_SLUGS.has(service.slug)
          ? "planned"
          : "usual"
    ](random);
  // Nobody with an emergency takes a quiz first.
  const quiz =
    timeframe !== "emergency" && quizzes.length > 0 && random.chance(QUIZ_SHARE)
      ? random.pick(quizzes)
      : undefined;
  const isSynced = !isHeld && now - at > SYNC_DELAY_MS && random.chance(0.96);
  return {
    id: random.uuidAt(at),
    client_reference: `${CLIENT_REFERENCE_PREFIX}${at}`,
    body_hash: "demo",
    customer_name: person.name,
    customer_phone: person.phone,
    customer_email: email,
    address: person.address,
    city: person.place.city,
    state: person.place.state,
    zip_code: person.zip,
    service_type: quiz?.serviceType ?? service.name,
    project_type: PROJECT_TYPE,
    project_size: PROJECT_SIZE,
    timeframe,
    description: random.chance(0.78) ? writeDescription(random, service, quiz !== undefined) : "",
    is_property_owner: isOwner,
    send_template: "",
    additional_details: generateDetails(random, {
      quiz,
      isOwner,
      timeframe,
      hasEmail: email !== null,
    }),
    status,
    ...generateFirstAttempt({ at, status, isHeld }),
    assignee_id: null as string | null,
    // Nothing was sent: these only look like the IDs of a CRM.
    ghl_contact_id: isSynced ? generateContactId(random) : null,
    synced_at: isSynced ? new Date(at + SYNC_DELAY_MS).toISOString() : null,
    phone_e164: person.phoneE164,
    email_normalized: email,
    zip_valid: person.zip,
    flags: flag ? [flag] : [],
    gpc: random.chance(0.06),
    is_demo: true,
    client_created_at: created,
    created_at: created,
  };
}

/** The first call of a request that is no longer new; held ones are closed without a call. */
function generateFirstAttempt(request: { at: number; status: Status; isHeld: boolean }): Attempted {
  const { at, status, isHeld } = request;
  if (status === "new" || isHeld) return NO_ATTEMPT;
  // By the time itself, so that the other draws stay the same.
  const called = moveToStaffHours(at + (4 + (at % FIRST_CALL_MINUTES)) * MINUTE_MS, 1 + (at % 50));
  return {
    first_attempt_at: new Date(called).toISOString(),
    first_response_minutes: getStaffMinutes(at, called),
    last_attempt_at: new Date(called).toISOString(),
    attempt_count: 1,
  };
}

function pickStatus(random: Random, ageDays: number): Status {
  const shares = STATUS_BY_AGE.find(([days]) => ageDays < days)?.[1];
  const draw = random.next();
  if (!shares || draw < shares.new) return "new";
  return draw < shares.new + shares.contacted ? "contacted" : "closed";
}

/**
 * The customer's message: one of the service's signs, and often a remark. After a quiz only a remark,
 * because its answers already say what is wrong.
 */
function writeDescription(
  random: Random,
  { area, messages }: DemoService,
  hasQuiz: boolean,
): string {
  const sign = hasQuiz || messages.length === 0 ? [] : [random.pick(messages)];
  const remark =
    sign.length === 0 || random.chance(0.5)
      ? [random.pick([...REMARKS, ...AREA_REMARKS[area]])]
      : [];
  return [...sign, ...remark].join(" ");
}

const generateContactId = (random: Random) =>
  `demo${Array.from({ length: 16 }, () => CONTACT_LETTERS[random.between(0, CONTACT_LETTERS.length - 1)]).join("")}`;
