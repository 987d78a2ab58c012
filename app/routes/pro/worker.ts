import { workerText } from "virtual:pro-worker";

/** The portal's service worker. It contains nothing of this installation, so it needs no session. */
export const loader = () =>
  new Response(workerText, { headers: { "Content-Type": "text/javascript; charset=utf-8" } });
