import type { AppContext, RequestInfo } from "#app/app-context.ts";
import type { PrivateStore } from "./private-store.server.ts";

/** How long an address shows a file to whoever has it: as long as a page takes to load it. */
const SIGNED_URL_SECONDS = 60;

type SignedFile = { fileId: string; name: string; contentType: string; disposition: string };

/**
 * Redirects who may see a file, which the caller has checked, to a signed address of it. Type and
 * disposition are part of what is signed. No cache keeps the redirect, and the storage does not learn
 * which page it came from.
 */
export async function redirectToFile(
  store: PrivateStore,
  { fileId, name, contentType, disposition }: SignedFile,
): Promise<Response> {
  const address = await store.signUrl(`${fileId}/${name}`, {
    seconds: SIGNED_URL_SECONDS,
    contentType,
    disposition,
  });
  return new Response(null, {
    status: 302,
    headers: {
      Location: address,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });
}

/** The response for a file in object storage, on a server that has none set. */
export function createStorageUnavailableResponse({ log }: Pick<AppContext, "log">): Response {
  log.error("a private file is in object storage, and the S3_ variables are not set");
  return new Response("This file cannot be shown right now.\n", {
    status: 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "60" },
  });
}

/** Lets a page show images from where signed addresses lead to. */
export function allowPrivateImages(
  info: RequestInfo,
  { privateStore }: Pick<AppContext, "privateStore">,
): void {
  if (privateStore) info.imageSources = [privateStore.origin];
}
