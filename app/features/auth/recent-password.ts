import { MINUTE_MS } from "#app/lib/durations.ts";
import { RECENT_PASSWORD_MINUTES } from "./constants.ts";

/**
 * Whether the person typed the password so lately that it is certainly them, and not somebody at an
 * open screen.
 */
export const isPasswordRecent = ({ passwordAt }: { passwordAt: Date | null }, now: Date): boolean =>
  passwordAt !== null && now.getTime() - passwordAt.getTime() < RECENT_PASSWORD_MINUTES * MINUTE_MS;
