import { MAX_EVENT_BYTES } from "#app/features/analytics/constants.ts";
import { readEvent } from "#app/features/analytics/read-event.ts";
import { servicesContext } from "#app/services.ts";
import type { Route } from "./+types/event";

const refuse = (status: number, error: string, headers?: Record<string, string>) => Response.json({ success: false, error }, { status, headers });

export function loader() {
  return refuse(405, "Send the event as POST.", { Allow: "POST" });
}

/**
 * POST {"name":"page-view"}, or the bare name as text → 204. One more for the name, in memory: no id, no address, no cookie,
 * and no wait for the database. A visitor with Sec-GPC is counted like everybody else: the count is anonymous, nothing else
 * is kept, and so there is nothing to opt out of.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse(405, "Send the event as POST.", { Allow: "POST" });
  const tooLarge = () => refuse(413, `An event has ${MAX_EVENT_BYTES} bytes at most.`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_EVENT_BYTES) return tooLarge();
  const body = await request.text().catch(() => "");
  if (body.length > MAX_EVENT_BYTES) return tooLarge();
  const name = readEvent(body);
  if (!name) return refuse(400, "name: not one that is counted");
  context.get(servicesContext).funnel.count(name);
  return new Response(null, { status: 204 });
}
