import { eq } from "drizzle-orm";
import type { MiddlewareFunction } from "react-router";
import { z } from "zod";
import { actionContext, appContext, providerViewerContext } from "#app/app-context.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { requireStaff } from "#app/features/auth/session.server.ts";
import { getViewAsPath } from "#app/features/provider-accounts/constants.ts";
import { createNotFoundResponse } from "#app/lib/not-found-response.ts";

/**
 * Middleware that shows staff the portal of the provider in the path, as a viewer without a person, who
 * can change nothing. Each page that is looked at is in the audit log.
 */
export const viewAsProvider: MiddlewareFunction<Response> = async ({
  context,
  params,
  request,
}) => {
  const staff = requireStaff(context);
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new Response("Staff see this portal and change nothing in it.", {
      status: 405,
      headers: { Allow: "GET, HEAD" },
    });
  const { db } = context.get(appContext);
  const id = z.uuid().safeParse(params.id);
  const [provider] = id.success
    ? await db
        .select({ id: providers.id, company: providers.companyName })
        .from(providers)
        .where(eq(providers.id, id.data))
    : [];
  if (!provider) throw createNotFoundResponse();
  await recordAudit(db, actionContext(context, staff.userId), {
    action: "view-as-provider",
    entity: "provider",
    entityId: provider.id,
    changes: {
      page: new URL(request.url).pathname
        .slice(getViewAsPath(provider.id).length)
        .replace(/\.data$/, ""),
    },
  });
  context.set(providerViewerContext, {
    providerId: provider.id,
    company: provider.company,
    user: null,
    base: getViewAsPath(provider.id),
  });
};
