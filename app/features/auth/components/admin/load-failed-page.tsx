import { useEffect, useRef } from "react";
import { useLocation, useRevalidator } from "react-router";
import { LoadFailedMessage } from "#app/components/admin/load-failed.tsx";
import { fetchInBackground } from "#app/lib/background-fetch.ts";
import { RETRY_MS } from "#app/lib/retrying-fetch.ts";
import { loadFailedText } from "./page-content.tsx";

/**
 * A page that failed to load when it was opened, inside the frame; it is retried until it loads.
 */
export function LoadFailedPage() {
  const { pathname } = useLocation();
  const { state, revalidate } = useRevalidator();
  const retry = () => {
    if (state === "idle") void revalidate();
  };
  useRetries(retry);
  return <LoadFailedMessage text={loadFailedText(pathname)} onRetry={retry} />;
}

/**
 * The portal failed before the session was read, so there is no frame; it is opened again once the
 * server responds.
 */
export function LoadFailedScreen() {
  const retry = async () => {
    const response = await fetchInBackground("/backyard/session").catch(() => null);
    if (response && (response.type === "opaqueredirect" || response.status < 500))
      window.location.reload();
  };
  useRetries(() => void retry());
  return (
    <main id="main" className="grid min-h-dvh place-items-center bg-cream p-5">
      <title>Could not load</title>
      <meta name="robots" content="noindex" />
      <div className="w-full max-w-md">
        <LoadFailedMessage onRetry={() => void retry()} />
      </div>
    </main>
  );
}

function useRetries(retry: () => void): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const retryLatest = () => latest.current();
    const timer = setInterval(retryLatest, RETRY_MS);
    window.addEventListener("online", retryLatest);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retryLatest);
    };
  }, []);
}
