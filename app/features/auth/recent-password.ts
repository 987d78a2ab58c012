import { MINUTE_MS } from "#app/lib/durations.ts";
import { RECENT_PASSWORD_MINUTES } from "./constants.ts";

/**
 * Whether the password was typed recently enough that the person, and not somebody at an unlocked
 * screen, is acting.
 */
export const isPasswordRecent = ({ passwordAt }: { passwordAt: Date | null }, now: Date): boolean =>
  passwordAt !== null && now.getTime() - passwordAt.getTime() < RECENT_PASSWORD_MINUTES * MINUTE_MS;
