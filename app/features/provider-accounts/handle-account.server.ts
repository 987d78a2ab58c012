import { z } from "zod";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import { CHOICES, FORMS_PER_MINUTE, RECENT_SIGN_IN_MS } from "./constants.ts";
import { type DeviceContext, handleDeviceForm } from "./devices.server.ts";
import {
  confirmFactor,
  type FactorContext,
  type FactorSetup,
  removeFactor,
  startFactor,
} from "./factor.server.ts";
import { getJoinPath, invitePerson, withdrawInvitation } from "./invitations.server.ts";
import {
  type Choices,
  changePerson,
  PERSON_CHANGES,
  PERSON_REFUSALS,
  saveOwnAccount,
} from "./people.server.ts";
import { codeSchema, nameSchema, roleSchema } from "./schema.ts";
import { endSession, endSessions } from "./sessions.server.ts";
import type { ProviderPerson } from "./viewer.server.ts";

export type AccountContext = FactorContext & DeviceContext;
type AccountForm = {
  form: FormData;
  person: ProviderPerson;
  address: string;
  userAgent: string | null;
  /** The token of the browser's `pro-device` cookie. */
  browserToken: string;
};

/** `done`: a code of `ACCOUNT_NOTICES`; the other values are shown once, so they are not redirected. */
export type AccountReply =
  | { ok: true; done: AccountDone }
  | { ok: true; setup: FactorSetup }
  | { ok: true; recoveryCodes: string[] }
  | { ok: true; joinPath: string }
  | {
      ok: false;
      status: 400 | 403 | 409 | 429;
      message: string;
      /** Whose form was refused; absent where the page says it at its top. */
      section?: AccountSection;
      /** The message is about the code that was typed. */
      isWrongCode?: true;
      setup?: FactorSetup;
    };
/** Parts of the page, by their id, that their own forms lead to. */
export type AccountSection = "factor" | "people";

export const ACCOUNT_NOTICES = {
  saved: "Saved.",
  "session-ended": "That session has ended.",
  "sessions-ended": "Every other session has ended.",
  "factor-off": "Sign-in no longer asks for a code of your app.",
  person: "Saved.",
  withdrawn: "That invitation no longer works.",
  "push-on": "Notifications are on for this device.",
  "push-off": "That device gets no more notifications.",
  "push-tested": "Sent. It should appear within seconds.",
} as const;
export type AccountDone = keyof typeof ACCOUNT_NOTICES;

const refuse = (
  message: string,
  status: 400 | 403 | 409 | 429 = 400,
): Extract<AccountReply, { ok: false }> => ({ ok: false, status, message });

type Handler = (context: AccountContext, input: AccountForm) => Promise<AccountReply>;

const saveSelf: Handler = async (context, { form, person }) => {
  const name = nameSchema.safeParse(form.get("name") ?? "");
  if (!name.success) return refuse(name.error.issues[0]?.message ?? "");
  await saveOwnAccount(context, {
    userId: person.user.id,
    name: name.data,
    ...(Object.fromEntries(CHOICES.map((choice) => [choice, form.has(choice)])) as Choices),
  });
  return { ok: true, done: "saved" };
};

const endOne: Handler = async ({ db }, { form, person }) => {
  const id = z.uuid().safeParse(form.get("session"));
  if (id.success) await endSession(db, { userId: person.user.id, sessionId: id.data });
  return { ok: true, done: "session-ended" };
};

const endOthers: Handler = async ({ db }, { person: { user } }) => {
  await endSessions(db, { userId: user.id, except: user.sessionId });
  return { ok: true, done: "sessions-ended" };
};

const toFactorPerson = ({ user, providerId }: ProviderPerson) => ({ ...user, providerId });

const startSetup: Handler = async (context, { person }) => {
  const { brand } = await context.settings.get();
  const setup = await startFactor(context, {
    person: toFactorPerson(person),
    issuer: `${brand} for pros`,
  });
  return setup ? { ok: true, setup } : refuse("The second factor is on already.", 409);
};

const setupSchema = z.object({
  qrCode: z.string().startsWith("data:image/svg+xml;base64,"),
  uri: z.string().startsWith("otpauth://totp/"),
  secret: z.string(),
});

const WRONG_CODE = "That code didn't work. Wait for the app to show a new one, then enter it.";
const refuseCode = () => ({ ...refuse(WRONG_CODE), isWrongCode: true }) as const;

const confirmSetup: Handler = async (context, { form, person }) => {
  const code = codeSchema.safeParse(form.get("code") ?? "");
  const recoveryCodes = code.success
    ? await confirmFactor(context, { person: toFactorPerson(person), code: code.data })
    : null;
  if (recoveryCodes) return { ok: true, recoveryCodes };
  // The page shows the same QR code again; the form carries it, as only its person sees it.
  const setup = setupSchema.safeParse(Object.fromEntries(form));
  return { ...refuseCode(), ...(setup.success && { setup: setup.data }) };
};

const turnOff: Handler = async (context, { form, person }) => {
  const code = codeSchema.safeParse(form.get("code") ?? "");
  const isOff =
    code.success &&
    (await removeFactor(context, { person: toFactorPerson(person), code: code.data }));
  return isOff ? { ok: true, done: "factor-off" } : refuseCode();
};

const invite: Handler = async (context, { form, person }) => {
  const role = roleSchema.safeParse(form.get("role"));
  if (!role.success) return refuse("Choose what the person may do.");
  const result = await invitePerson(context, {
    providerId: person.providerId,
    role: role.data,
    invitedBy: person.user.id,
  });
  return result.ok
    ? { ok: true, joinPath: getJoinPath(result.token) }
    : refuse("Your company has as many people and invitations as we allow. Call us.", 409);
};

const withdraw: Handler = async (context, { form, person: { providerId, user } }) => {
  const id = z.uuid().safeParse(form.get("invitation"));
  if (id.success)
    await withdrawInvitation(context, {
      providerId,
      invitationId: id.data,
      byUserId: user.id,
    });
  return { ok: true, done: "withdrawn" };
};

const personSchema = z.object({ person: z.uuid(), change: z.enum(PERSON_CHANGES) });

const change: Handler = async (context, { form, person }) => {
  const values = personSchema.safeParse(Object.fromEntries(form));
  if (!values.success) return refuse("This form was incomplete. Please try again.");
  const { person: userId, change: kind } = values.data;
  if (userId === person.user.id)
    return refuse("Another owner changes your own rights. Ask one of them.", 409);
  const result = await changePerson(context, {
    providerId: person.providerId,
    userId,
    change: kind,
    byUserId: person.user.id,
  });
  if (result.ok) return { ok: true, done: "person" };
  return refuse(PERSON_REFUSALS[result.reason], 409);
};

const changeDevices: Handler = async (context, { form, person, browserToken, userAgent }) => {
  const { user, providerId } = person;
  const reply = await handleDeviceForm(context, {
    form,
    owner: { kind: "provider", userId: user.id, providerId },
    browser: { browserToken, userAgent },
  });
  return reply.ok ? reply : refuse(reply.message, reply.isTooMany ? 429 : 400);
};

type Rule = {
  handler: Handler;
  section?: AccountSection;
  isForOwners?: true;
  needsRecentSignIn?: true;
};
const FACTOR_RULE = { section: "factor", needsRecentSignIn: true } as const;
const PEOPLE_RULE = { section: "people", isForOwners: true, needsRecentSignIn: true } as const;

/** What each form of the account page does, by its intent. */
const FORMS = new Map<string, Rule>([
  ["save-self", { handler: saveSelf }],
  ["push-turn-on", { handler: changeDevices }],
  ["push-turn-off", { handler: changeDevices }],
  ["push-test", { handler: changeDevices }],
  ["end-session", { handler: endOne }],
  ["end-sessions", { handler: endOthers }],
  ["factor-start", { handler: startSetup, ...FACTOR_RULE }],
  ["factor-confirm", { handler: confirmSetup, ...FACTOR_RULE }],
  ["factor-remove", { handler: turnOff, ...FACTOR_RULE }],
  ["invite", { handler: invite, ...PEOPLE_RULE }],
  ["withdraw-invitation", { handler: withdraw, isForOwners: true }],
  ["change-person", { handler: change, ...PEOPLE_RULE }],
]);

/** Whether a person may still change people and sign-in without signing in again. */
export const isRecentSignIn = (signedInAt: Date, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= RECENT_SIGN_IN_MS;

/** Handles a form of the account page. */
export async function handleAccountForm(
  context: AccountContext,
  input: AccountForm,
): Promise<AccountReply> {
  const rule = FORMS.get(String(input.form.get("intent") ?? ""));
  const reply = await handleRule(context, input, rule);
  const isShown = rule?.section !== "people" || input.person.user.role === "owner";
  return reply.ok || !isShown ? reply : { ...reply, section: rule?.section };
}

async function handleRule(
  context: AccountContext,
  input: AccountForm,
  rule: Rule | undefined,
): Promise<AccountReply> {
  const { db, now } = context;
  const { person, address } = input;
  const isAllowed = await consumeRateLimit(db, {
    key: `pro-account:${rateKey(address)}`,
    limit: FORMS_PER_MINUTE,
    windowSeconds: 60,
    now,
  });
  if (!isAllowed) return refuse(TOO_MANY_TRIES, 429);
  if (!rule) return refuse("This form was incomplete. Please try again.");
  if (rule.isForOwners && person.user.role !== "owner")
    return refuse("Only owners can do this. Ask an owner of your company.", 403);
  if (rule.needsRecentSignIn && !isRecentSignIn(person.user.signedInAt, now))
    return refuse("Sign in again to do this: it is more than an hour since you did.", 403);
  return rule.handler(context, input);
}
