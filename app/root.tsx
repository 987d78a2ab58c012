import "./lib/zod-without-eval.ts";
import { useContext } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from "react-router";
import "./app.css";
import "./fonts.css";
import { UnexpectedError } from "./components/layouts/unexpected-error.tsx";
import { DocumentContext, type RouteHandle } from "./document.ts";

export function Layout({ children }: { children: React.ReactNode }) {
  const { islandsUrl, inlineCss, fontUrls, offlinePages } = useContext(DocumentContext);
  const handles = useMatches().map((match) => (match.handle ?? {}) as RouteHandle);
  const interactive = handles.some((handle) => handle.interactive);
  const linked = import.meta.env.DEV || handles.some((handle) => handle.sheet === "linked");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14424b" />
        {fontUrls.map((url) => (
          <link
            key={url}
            rel="preload"
            href={url}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        {linked ? (
          <Links />
        ) : (
          <style
            data-app=""
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, in the page so that the first paint waits for nothing
            dangerouslySetInnerHTML={{ __html: inlineCss }}
          />
        )}
      </head>
      <body data-interactive={interactive}>
        {children}
        <script
          type="module"
          // Deferred, it would delay the picture at the top. React's own may need it first.
          async={!interactive}
          fetchPriority={interactive ? undefined : "low"}
          // With a listener React leaves it here, where all of the page that it needs stands before it.
          onLoad={stayInPlace}
          src={islandsUrl}
          data-enhance=""
          data-offline={offlinePages === "off" ? "off" : undefined}
          suppressHydrationWarning
        />
        {interactive ? (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  );
}

const stayInPlace = () => {};

export default function App() {
  return <Outlet />;
}

/** The last-resort error screen: the layouts below have their own, inside header and footer. */
export function ErrorBoundary() {
  return <UnexpectedError error={useRouteError()} />;
}
