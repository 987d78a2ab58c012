import { setImmediate as nextTurn } from "node:timers/promises";
import { fontUrls, inlineCss, islandsUrl, scriptClasses } from "virtual:document-assets";
import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { buildContentSecurityPolicy, hashSource } from "./csp.server.ts";
import { DocumentContext, type RouteHandle } from "./document.ts";
import { isDatabaseDown } from "./lib/errors.server.ts";
import { createPageCss } from "./page-css.server.ts";

export const streamTimeout = 5_000;
const pageCss = createPageCss(inlineCss, scriptClasses);
const fullSheetSource = hashSource(inlineCss);

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const { log, env } = context.get(appContext);
  const handles = entry.staticHandlerContext.matches.map(
    (match) => (entry.routeModules[match.route.id]?.handle ?? {}) as RouteHandle,
  );
  const interactive = handles.some((handle) => handle.interactive);
  const linked = handles.some((handle) => handle.sheet === "linked");
  const info = context.get(requestInfoContext);
  const nonce = interactive ? info.nonce : undefined;
  let statusCode = status;
  // Otherwise the last rows of the loaders and the page would be read and rendered in one turn.
  await nextTurn();
  const stream = await renderToReadableStream(
    <DocumentContext value={{ islandsUrl, inlineCss, fontUrls, offlinePages: env.OFFLINE_PAGES }}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </DocumentContext>,
    {
      nonce,
      // One complete document: streamed content would never show on pages without React.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error: unknown) {
        // A response that a route throws shows as its error screen, with its own status.
        if (isRouteErrorResponse(error)) return;
        statusCode = 500;
        log.error({ err: error, requestId: info.httpRequestId }, "a page could not be rendered");
      },
    },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // A page that React hydrates may navigate to any other, so it needs the whole sheet. In development
  // pages contain no style sheet.
  const usesFullSheet = interactive || !inlineCss || handles.some((handle) => handle.sheet);
  const result = usesFullSheet
    ? { page: stream, styleSource: fullSheetSource }
    : trimStyleSheet(await new Response(stream).text());
  headers.set(
    "Content-Security-Policy",
    buildContentSecurityPolicy({
      styleSource: linked ? undefined : result.styleSource,
      nonce,
      imageSources: info.imageSources,
      formTargets: info.formTargets,
    }),
  );
  headers.set("X-Page-Kind", interactive ? "interactive" : "content");
  return new Response(result.page, { status: statusCode, headers });
}

/** Reduces the page's one style element to the rules that the page needs. */
function trimStyleSheet(html: string): { page: string; styleSource: string } {
  const [before = "", after = ""] = html.split(inlineCss, 2);
  const css = pageCss(before + after);
  return { page: before + css + after, styleSource: hashSource(css) };
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const info = context.get(requestInfoContext);
  info.databaseDown = isDatabaseDown(error);
  context
    .get(appContext)
    .log.error({ err: error, requestId: info.httpRequestId }, "a request failed");
};
