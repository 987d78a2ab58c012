import { z } from "zod";

/** Settings of the mails to staff; each one is a row of the table `settings`. */
export const notificationSettingsSchema = z.object({
  /** A mail for new requests, at most one a minute. */
  newRequestMails: z.boolean().default(false),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
