import type { RequestEvent } from "./request-events.ts";

/** A list: when it was loaded (ms since 1970 on the server's clock), and what it shows. */
export type LoadedList = {
  at: number;
  /** It starts with the newest request. */
  fromNewest: boolean;
  ids: readonly string[];
};

/** Requests that are not in the list, with the time at which each arrived. */
export type Arrived = {
  at: ReadonlyMap<string, number>;
  /** Events may have been lost, so there may be more. */
  missed: boolean;
};
export const NONE_ARRIVED: Arrived = { at: new Map(), missed: false };

/** Adds what an event says about requests that arrived after the list was loaded. */
export function addArrived(arrived: Arrived, event: RequestEvent, loaded: LoadedList): Arrived {
  if (event.kind === "missed") return { ...arrived, missed: true };
  const isMissing = (id: string, at: number) => at >= loaded.at && !loaded.ids.includes(id);
  if (event.kind === "newest") {
    const { newest } = event;
    if (newest && isMissing(newest.id, newest.at))
      return { ...arrived, at: new Map(arrived.at).set(newest.id, newest.at) };
    // The list has the newest request, so nothing was lost.
    return loaded.fromNewest && arrived.missed ? { ...arrived, missed: false } : arrived;
  }
  if (event.kind !== "new") return arrived;
  const added = event.ids.filter((id) => isMissing(id, event.at));
  if (added.length === 0) return arrived;
  return {
    ...arrived,
    at: new Map([...arrived.at, ...added.map((id) => [id, event.at] as const)]),
  };
}

/** What is left once a list was loaded: requests that arrived after it was read. */
export function keepUnlisted(arrived: Arrived, loaded: LoadedList): Arrived {
  if (!loaded.fromNewest) return arrived;
  const left = [...arrived.at].filter(([id, at]) => at >= loaded.at && !loaded.ids.includes(id));
  if (left.length === arrived.at.size && !arrived.missed) return arrived;
  return { at: new Map(left), missed: false };
}
