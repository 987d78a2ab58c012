import type { AdditionalDetails } from "#app/features/requests/build-record.ts";
import {
  CLIENT_REFERENCE_PREFIX,
  COMMUNICATION_PREFERENCES,
  HOLDING_FLAGS,
  INSURANCE_CHOICES,
  PROJECT_SIZE,
  PROJECT_TYPE,
  PROPERTY_CLASSES,
  type RequestFlag,
  SCHEDULING_PREFERENCES,
  TIMEFRAMES,
  URGENCY_LEVELS,
} from "#app/features/requests/constants.ts";
import { makePerson } from "./make-person.ts";
import { makeRandom, type Random, weightedPicker } from "./make-random.ts";
import { DAY_MS, timePicker } from "./make-times.ts";
import { SEASONS, SERVICE_WEIGHTS } from "./service-weights.ts";
import { DESCRIPTIONS, QUIZZES } from "./words.ts";

export type DemoService = { slug: string; name: string };
type Status = "new" | "contacted" | "closed";
export type DemoRequest = ReturnType<typeof makeRequest>;

const QUIZ_SHARE = 0.35;
const SYNC_DELAY_MS = 15 * 60_000;
const CONTACT_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Shares of new, contacted and closed, by age in days up to the first number. */
const STATUS_BY_AGE: readonly [days: number, shares: Record<Status, number>][] = [
  [0.5, { new: 0.92, contacted: 0.08, closed: 0 }],
  [2, { new: 0.55, contacted: 0.4, closed: 0.05 }],
  [7, { new: 0.18, contacted: 0.52, closed: 0.3 }],
  [30, { new: 0.06, contacted: 0.34, closed: 0.6 }],
  [Number.POSITIVE_INFINITY, { new: 0.015, contacted: 0.085, closed: 0.9 }],
];
const FLAG_SHARES: readonly [RequestFlag | null, number][] = [
  [null, 0.965],
  ["duplicate", 0.022],
  ["too-fast", 0.005],
  ["velocity", 0.004],
  ["honeypot", 0.004],
];
const pickFlag = weightedPicker(FLAG_SHARES, ([, share]) => share);
const choiceOf = <V extends string>(random: Random, choices: readonly { value: V }[]) => random.pick(choices).value;

/** Requests of the year before `now`, oldest first; the same for the same arguments. */
export function* makeRequests(options: { count: number; seed: number; now: Date; services: readonly DemoService[] }): Generator<DemoRequest> {
  const { count, seed, now, services } = options;
  const random = makeRandom(seed, "requests");
  const pickTime = timePicker(seed, "requests", now);
  const times = Float64Array.from({ length: count }, () => pickTime(random)).sort();
  const pickers = SEASONS.flat.map((_, month) =>
    weightedPicker(services, ({ slug }) => {
      const { weight = 1, season = "flat" } = SERVICE_WEIGHTS[slug] ?? {};
      return weight * (SEASONS[season][month] ?? 1);
    }),
  );
  for (const at of times) {
    const service = pickers[new Date(at).getUTCMonth()]?.(random) ?? random.pick(services);
    yield makeRequest(random, { at, service, now: now.getTime() });
  }
}

function makeRequest(random: Random, { at, service, now }: { at: number; service: DemoService; now: number }) {
  const person = makePerson(random);
  const [flag] = pickFlag(random);
  const held = flag !== null && HOLDING_FLAGS.includes(flag);
  const status = held ? "new" : pickStatus(random, (now - at) / DAY_MS);
  const email = random.chance(0.86) ? person.email : null;
  const created = new Date(at).toISOString();
  const owner = random.chance(0.84);
  const isSynced = !held && now - at > SYNC_DELAY_MS && random.chance(0.96);
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
    service_type: service.name,
    project_type: PROJECT_TYPE,
    project_size: PROJECT_SIZE,
    timeframe: choiceOf(random, TIMEFRAMES),
    description: random.chance(0.72) ? random.pick(DESCRIPTIONS) : "",
    is_property_owner: owner,
    send_template: "",
    additional_details: makeDetails(random, { service, owner }),
    status,
    // Nothing was sent: these look like the ids of a CRM.
    ghl_contact_id: isSynced ? makeContactId(random) : null,
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

function pickStatus(random: Random, ageDays: number): Status {
  const shares = STATUS_BY_AGE.find(([days]) => ageDays < days)?.[1];
  const draw = random.next();
  if (!shares || draw < shares.new) return "new";
  return draw < shares.new + shares.contacted ? "contacted" : "closed";
}

function makeDetails(random: Random, { service, owner }: { service: DemoService; owner: boolean }): AdditionalDetails {
  const details: AdditionalDetails = {
    property_class: random.chance(0.9) ? PROPERTY_CLASSES[0].value : PROPERTY_CLASSES[1].value,
    urgency_level: choiceOf(random, URGENCY_LEVELS),
    scheduling_preference: choiceOf(random, SCHEDULING_PREFERENCES),
    communication_preference: choiceOf(random, COMMUNICATION_PREFERENCES),
    will_use_insurance: random.chance(0.3) ? choiceOf(random, INSURANCE_CHOICES) : "",
  };
  if (!owner) details.is_authorized_to_hire = true;
  const quiz = QUIZZES.find((entry) => entry.service === service.slug);
  if (!quiz || !random.chance(QUIZ_SHARE)) return details;
  const answers = quiz.questions.map((question, index) => ({
    id: String(index + 1),
    questionText: question.text,
    answer: random.pick(question.options),
    ghlField: `question_${index + 1}`,
  }));
  return { ...details, quiz_answers: answers, quiz_slug: quiz.slug, quiz_completed: true };
}

const makeContactId = (random: Random) => `demo${Array.from({ length: 16 }, () => CONTACT_LETTERS[random.between(0, CONTACT_LETTERS.length - 1)]).join("")}`;
