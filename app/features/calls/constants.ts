import { DAY_MS } from "#app/lib/durations.ts";

/** The page that lists the calling rules of all states; a row has the state's letters as its id. */
export const CALLING_RULES_PATH = "/backyard/calling-rules";

/** How far back calls and texts to one person count. */
export const CAP_WINDOW_MS = DAY_MS;
