import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { createAddressLimit } from "./address-limit.ts";
import type { Admission } from "./admission.ts";
import { getClientAddress } from "./client-address.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import { createRefusal, type RefusalKind } from "./refusals.ts";
import { getPriority, isQuoteRequest } from "./request-priority.ts";

/**
 * Pages and other reads of one address that are not in memory: more than a family or a crawler
 * requests.
 */
const READINGS_PER_MINUTE = 1_200;
const READINGS_AT_ONCE = 1_200;
/**
 * Quote requests and sign-ins of one address, whatever they contain; they have priority over pages.
 * The intake stores 60 a minute and refuses the rest itself; this limit stops callers that send far
 * more.
 */
const IMPORTANT_PER_MINUTE = 120;

type HonoEnv = { Bindings: HttpBindings };
type Options = {
  services: {
    env: Pick<RunningAppContext["env"], "TRUSTED_PROXIES" | "ADMIN_LOGIN_PATH">;
    appMetrics: Pick<RunningAppContext["appMetrics"], RefusalKind>;
    settings: { get: () => Promise<{ phone: string }> };
  };
  noteRefusal?: (kind: RefusalKind) => void;
  now?: () => number;
};

/** Refuses callers over their limit, and requests under overload, before they cost anything. */
export function admitRequests(
  admission: Admission,
  { services, noteRefusal, now }: Options,
): MiddlewareHandler<HonoEnv> {
  const { env, appMetrics, settings } = services;
  const allowsReading = createAddressLimit({
    perMinute: READINGS_PER_MINUTE,
    burst: READINGS_AT_ONCE,
    proxies: env.TRUSTED_PROXIES,
    now,
  });
  const allowsImportant = createAddressLimit({
    perMinute: IMPORTANT_PER_MINUTE,
    burst: IMPORTANT_PER_MINUTE,
    proxies: env.TRUSTED_PROXIES,
    now,
  });
  const refuse = async (c: Context<HonoEnv>, kind: RefusalKind) => {
    appMetrics[kind].inc();
    noteRefusal?.(kind);
    const { method, path } = c.req;
    const phone = isQuoteRequest({ method, path }) ? (await settings.get()).phone : undefined;
    const { status, headers, body } = createRefusal(kind, { path, phone });
    // The unread rest of a body would be parsed as the next request.
    const isReading = method === "GET" || method === "HEAD";
    return new Response(body, {
      status,
      headers: isReading ? headers : { ...headers, Connection: "close" },
    });
  };
  return async (c, next) => {
    const { method, path } = c.req;
    const incoming = c.env?.incoming;
    const priority = getPriority({ method, path, loginPath: env.ADMIN_LOGIN_PATH });
    const isReading = method === "GET" || method === "HEAD";
    const isAllowed =
      priority === "important"
        ? allowsImportant
        : isReading && priority === "usual"
          ? allowsReading
          : undefined;
    if (
      isAllowed &&
      !isAllowed(
        getClientAddress(
          incoming?.socket.remoteAddress,
          c.req.header("x-forwarded-for"),
          env.TRUSTED_PROXIES,
        ),
      )
    )
      return refuse(c, "limited");
    if (!(await admission.enter(priority, () => incoming?.socket.destroyed ?? false)))
      return refuse(c, "shed");
    try {
      await next();
    } finally {
      admission.leave(priority);
    }
  };
}
