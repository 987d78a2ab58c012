import { data, type RouterContextProvider, redirect } from "react-router";
import { type ProviderViewer, providerViewerContext } from "#app/app-context.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { PORTAL_PATH, type ProviderRole } from "./constants.ts";

/** A person of the provider, in contrast to staff who look at the portal. */
export type ProviderPerson = ProviderViewer & { user: NonNullable<ProviderViewer["user"]> };

/**
 * Whose portal this request shows, to whom: first line of every loader below /pro, which staff also
 * load when they look at a provider's portal.
 * @throws a redirect to the sign-in without a session, 403 for a page of owners
 */
export function requireProvider(
  context: Readonly<RouterContextProvider>,
  role: ProviderRole = "member",
): ProviderViewer {
  const viewer = context.get(providerViewerContext);
  if (!viewer) throw redirect(PORTAL_PATH);
  if (role === "owner" && viewer.user && viewer.user.role !== "owner")
    throw data({ reason: "owners-only" }, { status: 403, statusText: "Owners only" });
  return viewer;
}

/**
 * The id in a portal's path.
 * @throws 404 for a text that no row can have as its id
 */
export function requireId(id: string): string {
  if (!isUuid(id)) throw data(null, { status: 404, statusText: "Not Found" });
  return id;
}

/**
 * The person who acts: first line of every action below /pro.
 * @throws what `requireProvider` throws, and 403 for staff, who change nothing here
 */
export function requireProviderPerson(
  context: Readonly<RouterContextProvider>,
  role: ProviderRole = "member",
): ProviderPerson {
  const viewer = requireProvider(context, role);
  if (!viewer.user) throw data({ reason: "read-only" }, { status: 403, statusText: "Read only" });
  return { ...viewer, user: viewer.user };
}
