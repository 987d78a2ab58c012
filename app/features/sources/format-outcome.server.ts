import { createHash } from "node:crypto";
import { GOOGLE_ADS, MICROSOFT_ADS } from "#app/features/analytics/classify-source.ts";
import type { Touch } from "#app/features/analytics/touch.ts";
import type { Platform } from "./constants.ts";

/** A hired request, as far as a platform may learn of it. */
export type Outcome = {
  createdAt: Date;
  closedAt: Date;
  /** Dollars; null where staff recorded none. */
  value: number | null;
  /** Its name for reports. */
  source: string;
  /** The last arrival first. */
  touches: readonly Touch[];
  /** Null where contact data may not be sent, not even hashed. */
  contact: { phone: string | null; email: string | null } | null;
};

type FileFormat = {
  columns: readonly string[];
  /** Of contact data; only in files that may have it. */
  contactColumns: readonly string[];
  /** The cells of a row; null for a request that the platform's ads did not bring. */
  format: (outcome: Outcome) => { cells: string[]; contact: string[] } | null;
};

/** The name of the conversion, as it has to be set up at the platform. */
const CONVERSION = "Hired";
const CURRENCY = "USD";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hash = (text: string | null | undefined) => (text ? sha256(text) : "");
const formatValue = (value: number | null) => (value === null ? "" : value.toFixed(2));
const findClick = ({ touches }: Outcome, name: keyof Touch) =>
  touches.find((touch) => touch[name])?.[name] ?? "";

/** 2026-03-01 12:00:00+0000. */
const formatIsoTime = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")}+0000`;

/** 3/1/2026 12:00:00 PM, in UTC. */
function formatUsTime(at: Date): string {
  const hours = at.getUTCHours();
  const pad = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
  const clock = `${hours % 12 || 12}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
  return `${day} ${clock} ${hours < 12 ? "AM" : "PM"}`;
}

/** The local part and the domain of a normalized address. */
function splitEmail(email: string): [string, string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), email.slice(at + 1)];
}

/** Google ignores the dots of its own addresses. */
function normalizeForGoogle(email: string): string {
  const [name, domain] = splitEmail(email);
  return /^(?:gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@${domain}`
    : email;
}

/** Microsoft ignores dots, and what follows a plus sign. */
function normalizeForMicrosoft(email: string): string {
  const [name, domain] = splitEmail(email);
  return `${(name.split("+")[0] ?? "").replaceAll(".", "")}@${domain}`;
}

/** The first that has a value; Google takes one click ID a row. */
function pickGoogleClick(outcome: Outcome): [string, string, string] {
  const [gclid, gbraid, wbraid] = (["gclid", "gbraid", "wbraid"] as const).map((name) =>
    findClick(outcome, name),
  ) as [string, string, string];
  return gclid ? [gclid, "", ""] : gbraid ? ["", gbraid, ""] : ["", "", wbraid];
}

/**
 * The files by platform, with the columns, times and normalization that each documents: Google's
 * import of conversions from clicks and enhanced conversions for leads, Meta's offline events and
 * customer information parameters, Microsoft's offline conversions.
 */
export const FILE_FORMATS: Readonly<Record<Platform, FileFormat>> = {
  google: {
    columns: [
      "Google Click ID",
      "GBRAID",
      "WBRAID",
      "Conversion Name",
      "Conversion Time",
      "Conversion Value",
      "Conversion Currency",
    ],
    contactColumns: ["Email", "Phone Number"],
    format(outcome) {
      const clicks = pickGoogleClick(outcome);
      const { closedAt, value, source, contact } = outcome;
      if (!clicks.some(Boolean) && !(contact && source === GOOGLE_ADS)) return null;
      return {
        cells: [...clicks, CONVERSION, formatIsoTime(closedAt), formatValue(value), CURRENCY],
        contact: [hash(contact?.email && normalizeForGoogle(contact.email)), hash(contact?.phone)],
      };
    },
  },
  meta: {
    columns: ["event_name", "event_time", "value", "currency", "action_source", "fbc"],
    contactColumns: ["email", "phone"],
    format(outcome) {
      const click = findClick(outcome, "fbclid");
      const { createdAt, closedAt, value, source, contact } = outcome;
      if (!click && !(contact && /^(?:Facebook|Instagram)\b/.test(source))) return null;
      return {
        cells: [
          CONVERSION,
          String(Math.floor(closedAt.getTime() / 1_000)),
          formatValue(value),
          CURRENCY,
          "system_generated",
          // Meta's own notation. The request was sent in the same visit as the click.
          click && `fb.1.${createdAt.getTime()}.${click}`,
        ],
        contact: [hash(contact?.email), hash(contact?.phone?.replace("+", ""))],
      };
    },
  },
  microsoft: {
    columns: [
      "Microsoft Click ID",
      "Conversion Name",
      "Conversion Time",
      "Conversion Value",
      "Conversion Currency",
    ],
    contactColumns: ["Hashed Email Address", "Hashed Phone Number"],
    format(outcome) {
      const click = findClick(outcome, "msclkid");
      const { closedAt, value, source, contact } = outcome;
      if (!click && !(contact && source === MICROSOFT_ADS)) return null;
      return {
        cells: [click, CONVERSION, formatUsTime(closedAt), formatValue(value), CURRENCY],
        contact: [
          hash(contact?.email && normalizeForMicrosoft(contact.email)),
          hash(contact?.phone),
        ],
      };
    },
  },
};
