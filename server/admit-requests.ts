import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { createAddressLimiter } from "./address-limiter.ts";
import type { Admission } from "./admission.ts";
import { getClientAddress } from "./client-address.ts";
import type { RunningAppContext } from "./create-app-context.ts";
import { createRefusal, type RefusalKind } from "./refusals.ts";
import { getPriority, isQuoteRequest } from "./request-priority.ts";

/**
 * Pages and other reads of one address that are not in memory: more than a family or a crawler
 * needs.
 */
const READS_PER_MINUTE = 1_200;
const READ_BURST = 1_200;
/**
 * Quote requests and sign-ins of one address, whatever they contain; they have priority over pages.
 * The intake stores 60 a minute and refuses the rest itself; this limit stops callers that send far
 * more.
 */
const HIGH_PRIORITY_PER_MINUTE = 120;

type HonoEnv = { Bindings: HttpBindings };
type Options = {
  context: {
    env: Pick<RunningAppContext["env"], "TRUSTED_PROXIES" | "ADMIN_LOGIN_PATH">;
    appMetrics: Pick<RunningAppContext["appMetrics"], RefusalKind>;
    settings: { get: () => Promise<{ phone: string }> };
  };
  logRefusal?: (kind: RefusalKind) => void;
  now?: () => number;
};

const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Refuses callers over their limit, and requests under overload, before they cost anything. */
export function admitRequests(
  admission: Admission,
  { context, logRefusal, now }: Options,
): MiddlewareHandler<HonoEnv> {
  const { env, appMetrics, settings } = context;
  const allowsRead = createAddressLimiter({
    perMinute: READS_PER_MINUTE,
    burst: READ_BURST,
    proxies: env.TRUSTED_PROXIES,
    now,
  });
  const allowsHighPriority = createAddressLimiter({
    perMinute: HIGH_PRIORITY_PER_MINUTE,
    burst: HIGH_PRIORITY_PER_MINUTE,
    proxies: env.TRUSTED_PROXIES,
    now,
  });
  const refuse = async (c: Context<HonoEnv>, kind: RefusalKind) => {
    appMetrics[kind].inc();
    logRefusal?.(kind);
    const { method, path } = c.req;
    const phone = isQuoteRequest({ method, path }) ? (await settings.get()).phone : undefined;
    const { status, headers, body } = createRefusal(kind, { path, phone });
    // The unread rest of a body would be parsed as the next request.
    return new Response(body, {
      status,
      headers: isRead(method) ? headers : { ...headers, Connection: "close" },
    });
  };
  return async (c, next) => {
    const { method, path } = c.req;
    const incoming = c.env?.incoming;
    const priority = getPriority({ method, path, loginPath: env.ADMIN_LOGIN_PATH });
    const address = getClientAddress(
      incoming?.socket.remoteAddress,
      c.req.header("x-forwarded-for"),
      env.TRUSTED_PROXIES,
    );
    if (priority === "high" && !allowsHighPriority(address)) return refuse(c, "limited");
    if (priority === "normal" && isRead(method) && !allowsRead(address))
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
