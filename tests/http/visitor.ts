import { createRandomAddress } from "../send-raw.ts";
import { site } from "./http-client.ts";

type Options = {
  origin?: string;
  /** Of somebody who is signed in, as `enterStaff` returns it. */
  headers?: { Cookie: string };
};

/** A page as a browser without scripts gets it; `location` is where a redirect leads. */
export type Page = {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  /** What people read of it. */
  text: string;
};

export type Visitor = ReturnType<typeof createVisitor>;

/**
 * A browser without scripts, from an address of its own: it keeps cookies, and sends forms as a
 * page of the site does. Redirects are not followed.
 */
export function createVisitor({ origin = site(), headers }: Options = {}) {
  const address = createRandomAddress();
  const cookies = new Map<string, string>();
  const keep = (line: string) => {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (/;\s*max-age=0\b/i.test(line)) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  };
  if (headers) keep(headers.Cookie);

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
    response.headers.getSetCookie().forEach(keep);
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

/** The words of a page or a part of it. */
export const readText = (html: string): string =>
  html
    .replace(/<(script|style|head)\b[^>]*>[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[^>]*-->/g, "")
    .replace(/<[^<>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ");

/** Where the first link with these words or this label leads. */
export function findLink(html: string, words: string): string | undefined {
  for (const [link] of html.matchAll(/<a\b[^>]*>[\s\S]*?<\/a>/g))
    if (readText(link).trim() === words || link.includes(` aria-label="${words}"`))
      return /\bhref="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&");
}
