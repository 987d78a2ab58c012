import { randomBytes, timingSafeEqual } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones may be half a minute off. */
const STEPS = [-1, 0, 1];
const SEED_BYTES = 24;
const RECOVERY_CODES = 10;

export const createSeed = (): string => randomBytes(SEED_BYTES).toString("base64url");

/** The cell that a seed is encrypted for. */
export const getSeedLocation = (userId: string) => ({
  table: "provider_users",
  row: userId,
  column: "totp_secret",
});

/** The address that a QR code has for authenticator apps. */
export const formatFactorUri = (
  seed: string,
  { issuer, account }: { issuer: string; account: string },
): string => createOTP(seed, { digits: DIGITS, period: PERIOD_SECONDS }).url(issuer, account);

/** Ten codes of 50 bits, such as "k3v9x-2mq7p". */
export const createRecoveryCodeTexts = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from(randomBytes(10), (byte) => RECOVERY_ALPHABET[byte % 32]).join("");
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
/** Without characters that look alike. */
const RECOVERY_ALPHABET = "abcdefghjkmnpqrstuvwxyz023456789";

/**
 * The time step of which a code is, if it is one of now and after the last step that was used; null for
 * a wrong or used code (RFC 6238).
 */
export async function findCodeStep(
  seed: string,
  { code, lastStep, now }: { code: string; lastStep: number | null; now: Date },
): Promise<number | null> {
  const otp = createOTP(seed, { digits: DIGITS, period: PERIOD_SECONDS });
  const current = Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS);
  let found: number | null = null;
  for (const offset of STEPS) {
    const step = current + offset;
    const expected = Buffer.from(await otp.hotp(step));
    const given = Buffer.from(code);
    const isRight = expected.length === given.length && timingSafeEqual(expected, given);
    if (isRight && step > (lastStep ?? 0)) found ??= step;
  }
  return found;
}
