import type { RequestEvent } from "./request-events.ts";

/** Requests that changed after they were read, each with the time of the change on the server's clock. */
export type Changed = ReadonlyMap<string, number>;
type LoadedRows = { at: number; ids: readonly string[] };

/**
 * Adds what an event says about the shown requests.
 * @param isOwn whether a change is one of this tab, whose result the row shows already
 */
export function addChanged(
  changed: Changed,
  event: RequestEvent,
  { loaded, isOwn }: { loaded: LoadedRows; isOwn: (id: string) => boolean },
): Changed {
  if (event.kind !== "changed" || event.at < loaded.at) return changed;
  const shown = event.ids.filter((id) => loaded.ids.includes(id) && !isOwn(id));
  if (shown.length === 0) return changed;
  return new Map([...changed, ...shown.map((id) => [id, event.at] as const)]);
}

/** What is left once the requests were loaded again: changes after they were read. */
export function keepUnread(changed: Changed, loaded: LoadedRows): Changed {
  const left = [...changed].filter(([, at]) => at >= loaded.at);
  return left.length === changed.size ? changed : new Map(left);
}
