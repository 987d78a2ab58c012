import type { AppContext } from "#app/app-context.ts";
import { rateKey } from "#app/lib/rate-key.ts";
import { consumeRateLimit } from "#app/lib/rate-limit.server.ts";
import { TOO_MANY_TRIES } from "#app/lib/too-many-tries.ts";
import {
  type ConfirmResult,
  confirmByCode,
  confirmByLink,
  type SignInContext,
} from "./confirm-sign-in.server.ts";
import { CODE_LENGTH, FORMS_PER_MINUTE, PORTAL_PATH, SIGN_IN_MINUTES } from "./constants.ts";
import { type CookieEnv, clearProviderCookie, readProviderCookie } from "./cookies.server.ts";
import { type FactorContext, finishWithFactor } from "./factor.server.ts";
import { findSignInOfBrowser, findSignInOfLink } from "./find-sign-in.server.ts";
import { codeSchema, emailSchema, recoveryCodeSchema } from "./schema.ts";
import { endSessionOfToken, formatSessionCookies, type NewSession } from "./sessions.server.ts";
import {
  formatStartCookie,
  getNextPage,
  parseNext,
  readStartCookie,
  type StartCookie,
} from "./start-cookie.server.ts";
import { createToken, startSignIn } from "./start-sign-in.server.ts";

export type SignInFormContext = SignInContext & FactorContext & Pick<AppContext, "env">;
type SignInForm = {
  form: FormData;
  request: Request;
  address: string;
  userAgent: string | null;
};
/** A redirect with cookies, or the page again with a sentence. */
export type SignInReply =
  | { ok: true; to: string; cookies: string[] }
  | { ok: false; status: 400 | 409 | 429; message: string; cookies?: string[] };

const WRONG_CODE = `That is not the code. Use the ${CODE_LENGTH} digits of our newest email.`;
const REFUSALS: Record<Extract<ConfirmResult, { ok: false }>["reason"], string> = {
  "wrong-code": WRONG_CODE,
  "too-many-codes":
    "There were too many wrong codes for this address. Open the link of the newest email in the browser where you started, or wait a quarter of an hour.",
  over: `This link and its code do not work any more: they work once, for ${SIGN_IN_MINUTES} minutes. Start again.`,
  "other-browser": "You started in another browser. Type the code of the same email here.",
  "no-account": "This account was closed. Ask the owner of your company.",
  "invitation-over": "This invitation was used or is older than a week. Ask for a new one.",
  "other-company":
    "This email address belongs to another company's account. Start again with another address.",
  inactive: "This account was closed. Ask the owner of your company.",
};
const FACTOR_REFUSALS = {
  over: "This sign-in is over. Start again.",
  "wrong-code": "That is not the code, or it was used already. Wait for the next one.",
  locked: "There were too many wrong codes. Wait a while, or ask the owner of your company.",
} as const;

/** @returns why no form is taken now, or null */
export async function checkFormLimit(
  { db, now }: Pick<SignInFormContext, "db" | "now">,
  address: string,
): Promise<SignInReply | null> {
  const isAllowed = await consumeRateLimit(db, {
    key: `pro-sign-in-form:${rateKey(address)}`,
    limit: FORMS_PER_MINUTE,
    windowSeconds: 60,
    now,
  });
  return isAllowed ? null : { ok: false, status: 429, message: TOO_MANY_TRIES };
}

/** Handles a form of the page /pro. */
export async function handleSignInForm(
  context: SignInFormContext,
  input: SignInForm,
): Promise<SignInReply> {
  const limit = await checkFormLimit(context, input.address);
  if (limit) return limit;
  const { env, db, now } = context;
  const { form, request } = input;
  const intent = form.get("intent");
  if (intent === "restart")
    return { ok: true, to: PORTAL_PATH, cookies: [clearProviderCookie(env, "pro-start")] };
  if (intent === "start") return start(context, input);
  const cookie = readStartCookie(request, env);
  if (!cookie) return { ok: false, status: 409, message: FACTOR_REFUSALS.over };
  if (intent === "factor" || intent === "recovery") return finish(context, { ...input, cookie });
  const code = codeSchema.safeParse(form.get("code"));
  if (!code.success) return { ok: false, status: 400, message: WRONG_CODE };
  const found = await findSignInOfBrowser(db, { browserToken: cookie.token, now });
  if (!found) return { ok: false, status: 409, message: REFUSALS.over };
  const browser = { ...input, token: cookie.token };
  return describe(
    context,
    await confirmByCode(context, { signInId: found.id, code: code.data, browser }),
    { request, cookie },
  );
}

/** Handles a form of the page behind a mailed link. */
export async function handleLinkForm(
  context: SignInFormContext,
  { token, ...input }: SignInForm & { token: string },
): Promise<SignInReply> {
  const limit = await checkFormLimit(context, input.address);
  if (limit) return limit;
  const { env, db, now } = context;
  const { form, request } = input;
  // A browser that did not ask is known by its own token from now on.
  const cookie = readStartCookie(request, env) ?? { token: createToken(), next: null };
  const browser = { ...input, token: cookie.token };
  if (form.get("intent") === "link")
    return describe(context, await confirmByLink(context, { token, browser }), { request, cookie });
  const code = codeSchema.safeParse(form.get("code"));
  if (!code.success) return { ok: false, status: 400, message: WRONG_CODE };
  const found = await findSignInOfLink(db, { token, browserToken: cookie.token, now });
  if (!found) return { ok: false, status: 409, message: REFUSALS.over };
  const result = await confirmByCode(context, { signInId: found.id, code: code.data, browser });
  return describe(context, result, { request, cookie });
}

async function start(context: SignInFormContext, input: SignInForm): Promise<SignInReply> {
  const { form, address } = input;
  const email = emailSchema.safeParse(form.get("email") ?? "");
  if (!email.success)
    return { ok: false, status: 400, message: email.error.issues[0]?.message ?? "" };
  const next = parseNext(String(form.get("next") ?? ""));
  return describeStart(await startSignIn(context, { email: email.data, address, next }));
}

/** What a started sign-in answers. */
export const describeStart = (started: Awaited<ReturnType<typeof startSignIn>>): SignInReply =>
  started.ok
    ? { ok: true, to: PORTAL_PATH, cookies: [started.cookie] }
    : { ok: false, status: 429, message: START_REFUSALS[started.reason] };
const START_REFUSALS = {
  "too-many": "Too many sign-ins were started from your network. Please wait an hour, or call us.",
  "too-many-mails":
    "Several emails went to this address within the hour. Use the newest, or wait an hour.",
} as const;

type Browser = { request: Request; cookie: StartCookie };

async function describe(
  context: SignInFormContext,
  result: ConfirmResult,
  { request, cookie }: Browser,
): Promise<SignInReply> {
  const { env } = context;
  if (!result.ok) return { ok: false, status: 409, message: REFUSALS[result.reason] };
  if (result.step === "factor")
    return { ok: true, to: PORTAL_PATH, cookies: [formatStartCookie(env, cookie)] };
  return complete(context, result.session, { request, cookie });
}

async function finish(
  context: SignInFormContext,
  { form, cookie, request, ...caller }: SignInForm & Browser,
): Promise<SignInReply> {
  const isRecovery = form.get("intent") === "recovery";
  const schema = isRecovery ? recoveryCodeSchema : codeSchema;
  const code = schema.safeParse(form.get("code") ?? "");
  if (!code.success) return { ok: false, status: 400, message: FACTOR_REFUSALS["wrong-code"] };
  const browser = { ...caller, token: cookie.token };
  const result = await finishWithFactor(context, { browser, code: code.data, isRecovery });
  if (!result.ok) return { ok: false, status: 409, message: FACTOR_REFUSALS[result.reason] };
  return complete(context, result.session, { request, cookie });
}

/** Ends this browser's session before: its cookie is replaced, so nobody could sign it out later. */
async function complete(
  { db, env, now }: Pick<SignInFormContext, "db" | "now"> & { env: CookieEnv },
  session: NewSession,
  { request, cookie }: Browser,
): Promise<SignInReply> {
  const earlier = readProviderCookie(request, { env, cookie: "pro" });
  if (earlier) await endSessionOfToken(db, earlier);
  const cookies = formatSessionCookies(env, { ...session, now });
  return { ok: true, to: getNextPage(cookie), cookies };
}
