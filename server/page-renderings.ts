import { type AffectedPages, listAffected } from "./affected-pages.ts";

/** `isOutdated`: something that the page shows changed after the rendering had started. */
export type Rendering = { isOutdated: boolean };
type Running = { rendering: Rendering; response: Promise<Response> };
/** A path, or what stands for several paths that share one page. */
type Key = string | symbol;

/** Pages that are being rendered: concurrent visitors share one rendering. */
export function createPageRenderings(
  render: (path: string, rendering: Rendering) => Promise<Response>,
) {
  const running = new Map<Key, Running>();

  function start(key: Key, path: string): Running {
    const rendering: Rendering = { isOutdated: false };
    const response = render(path, rendering).finally(() => {
      if (running.get(key)?.rendering === rendering) running.delete(key);
    });
    const started = { rendering, response };
    running.set(key, started);
    return started;
  }

  return {
    async get(path: string, key: Key = path): Promise<Response> {
      const { response } = running.get(key) ?? start(key, path);
      return (await response).clone();
    },
    /** The next visitor starts a new rendering; those who wait for one get its page. */
    markOutdated(pages: AffectedPages): void {
      for (const key of listAffected(pages, running.keys())) {
        const found = running.get(key);
        if (found) found.rendering.isOutdated = true;
        running.delete(key);
      }
    },
  };
}
