import { z } from "zod";

/** What somebody does with a request, the weakest first. */
export const PRESENCE_STATES = ["open", "typing", "calling"] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

export type PresentPerson = { userId: string; name: string; state: PresenceState };
/** Everybody who has a request open; nobody where the list is empty. */
export type PresentPeople = { requestId: string; people: PresentPerson[] };

/**
 * What a browser reports. `tab` tells the tabs and devices of one person apart, so that one that is
 * closed does not end a call in another.
 */
export const presenceReportSchema = z.strictObject({
  id: z.uuid(),
  tab: z.uuid(),
  state: z.enum([...PRESENCE_STATES, "left"]),
});
export type PresenceReport = z.infer<typeof presenceReportSchema>;

export const PRESENCE_PATH = "/backyard/service-requests/presence";
