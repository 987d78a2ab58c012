import type { AppContext } from "#app/app-context.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import { readJson } from "#app/lib/read-body.server.ts";
import { REPORTS_PER_MINUTE } from "./constants.ts";
import { presenceReportSchema } from "./schema.ts";

const isAllowed = createLocalRateLimit({ perMinute: REPORTS_PER_MINUTE, now: Date.now });

/** Takes a report of a browser. @returns the status of the response */
export async function receivePresence(
  { presence }: Pick<AppContext, "presence">,
  { request, userId, name }: { request: Request; userId: string; name: string },
): Promise<204 | 400 | 429> {
  const report = presenceReportSchema.safeParse(await readJson(request));
  if (!report.success) return 400;
  if (!isAllowed(userId)) return 429;
  presence.report({ ...report.data, userId, name });
  return 204;
}
