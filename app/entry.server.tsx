import { enhanceUrl, fontUrls, inlineCss } from "virtual:document-assets";
import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { contentPolicy } from "./csp.server.ts";
import { DocumentContext, type RouteHandle } from "./document.ts";
import { isDatabaseDown } from "./lib/errors.server.ts";
import { requestInfoContext, servicesContext } from "./services.ts";

export const streamTimeout = 5_000;

export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext, context: RouterContextProvider) {
  const { log } = context.get(servicesContext);
  const handles = entry.staticHandlerContext.matches.map((match) => (entry.routeModules[match.route.id]?.handle ?? {}) as RouteHandle);
  const interactive = handles.some((handle) => handle.interactive);
  const linked = handles.some((handle) => handle.sheet === "linked");
  const nonce = interactive ? context.get(requestInfoContext).nonce : undefined;
  let statusCode = status;
  const stream = await renderToReadableStream(
    <DocumentContext value={{ enhanceUrl, inlineCss, fontUrls }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </DocumentContext>,
    {
      nonce,
      // One complete document: outlined content would never show on pages without React.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error: unknown) {
        statusCode = 500;
        log.error({ err: error }, "a page could not be rendered");
      },
    },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentPolicy({ inlineCss: linked ? undefined : inlineCss, nonce }));
  headers.set("X-Page-Kind", interactive ? "interactive" : "content");
  return new Response(stream, { status: statusCode, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const info = context.get(requestInfoContext);
  info.databaseDown = isDatabaseDown(error);
  context.get(servicesContext).log.error({ err: error, requestId: info.requestId }, "a request failed");
};
