import { createRandomAddress } from "../send-raw.ts";
import { site } from "./http-client.ts";

type Options = {
  origin?: string;
  /** The cookie of a signed-in person, as `createSignedInStaff` returns it. */
  headers?: { Cookie: string };
};

/** A page as a browser without JavaScript gets it; `location` is the target of a redirect. */
export type Page = {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  /** The visible text. */
  text: string;
};

export type Visitor = ReturnType<typeof createVisitor>;

/**
 * Creates a browser without JavaScript, with its own address. It keeps cookies, submits forms as a
 * page of the site does, and does not follow redirects.
 */
export function createVisitor({ origin = site(), headers }: Options = {}) {
  const address = createRandomAddress();
  const cookies = new Map<string, string>();
  const storeCookie = (line: string) => {
    const [pair = ""] = line.split(";");
    const separator = pair.indexOf("=");
    if (/;\s*max-age=0\b/i.test(line)) cookies.delete(pair.slice(0, separator));
    else cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
  };
  if (headers) storeCookie(headers.Cookie);

  async function call(path: string, init: RequestInit & { headers?: Record<string, string> }) {
    const response = await fetch(new URL(path, origin), {
      redirect: "manual",
      ...init,
      headers: {
        "X-Forwarded-For": address,
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...init.headers,
      },
    });
    response.headers.getSetCookie().forEach(storeCookie);
    const html = await response.text();
    return {
      status: response.status,
      location: response.headers.get("location"),
      headers: response.headers,
      html,
      text: readText(html),
    } satisfies Page;
  }
  return {
    open: (path: string) => call(path, {}),
    submit: (path: string, fields: Record<string, string> | FormData) =>
      call(path, {
        method: "POST",
        headers: { Origin: origin },
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      }),
  };
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
};

const ENTITY = /&(?:lt|gt|quot|amp|#x27);/g;
const decodeEntity = (entity: string) => ENTITIES[entity] ?? entity;

/** The visible text of a page or a part of it. */
export const readText = (html: string): string =>
  html
    .replace(/<(script|style|head)\b[^>]*>[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[^>]*-->/g, "")
    .replace(/<[^<>]*>/g, " ")
    .replace(ENTITY, decodeEntity)
    .replace(/\s+/g, " ");

/** The target of the first link with this text or `aria-label`. */
export function findLink(html: string, label: string): string | undefined {
  for (const [link] of html.matchAll(/<a\b[^>]*>[\s\S]*?<\/a>/g))
    if (readText(link).trim() === label || link.includes(` aria-label="${label}"`))
      return /\bhref="([^"]*)"/.exec(link)?.[1]?.replace(ENTITY, decodeEntity);
}
