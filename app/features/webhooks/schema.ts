import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { NAME_LENGTH, URL_LENGTH, WEBHOOK_EVENTS } from "./constants.ts";

/** The form of an endpoint. Each event is a check box of its own, named `event:` and the event. */
export const endpointSchema = z
  .object({
    name: z
      .string()
      .transform((text) => toStorableText(text).trim())
      .pipe(
        z
          .string()
          .min(1, { error: "Name the system that receives the events." })
          .max(NAME_LENGTH, { error: `Use at most ${NAME_LENGTH} characters.` }),
      ),
    url: z
      .string()
      .trim()
      .max(URL_LENGTH, { error: `Use at most ${URL_LENGTH} characters.` })
      .refine(isUsableUrl, {
        error: "Enter a URL such as https://example.com/webhooks, without a password.",
      }),
  })
  .loose()
  .transform(({ name, url, ...rest }, context) => {
    const events = WEBHOOK_EVENTS.filter((event) => `event:${event}` in rest);
    if (events.length === 0)
      context.addIssue({
        code: "custom",
        path: ["events"],
        message: "Choose at least one event.",
      });
    return { name, url: URL.parse(url)?.href ?? url, events };
  });

/** Only its form: whether the address may be called is decided with the addresses of its host. */
function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return url.username === "" && url.password === "" && url.hash === "";
}

export type EndpointField = "name" | "url" | "events";

/** The reply to a form about endpoints. */
export type WebhookReply = {
  done?: string;
  failed?: string;
  /** What failed was tried, and is in the log now: the form itself was not refused. */
  isTried?: boolean;
  /** A new secret: shown once. */
  secret?: string;
  name?: string;
  /** The new endpoint's page. */
  path?: string;
  message?: string;
  resubmit?: Record<string, string>;
  errors?: Partial<Record<EndpointField, string>>;
};
