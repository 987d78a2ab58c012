import type { RequestEvent } from "../../../inbox/components/admin/request-events.ts";
import type { PresentPeople, PresentPerson } from "../../schema.ts";

/** What components read: the other people of each request that somebody else has open. */
type PresentByRequest = ReadonlyMap<string, readonly PresentPerson[]>;

let viewerId = "";
/** Everybody, with the viewer: other tabs of this browser ask for it. */
let everybody: ReadonlyMap<string, readonly PresentPerson[]> = new Map();
let others: PresentByRequest = new Map();
const listeners = new Set<() => void>();

function change(next: Map<string, readonly PresentPerson[]>): void {
  everybody = next;
  const known = others;
  others = new Map(
    [...next].flatMap(([requestId, people]) => {
      const rest = people.filter(({ userId }) => userId !== viewerId);
      if (rest.length === 0) return [];
      const before = known.get(requestId);
      // The same list where nothing changed, so that only affected rows render again.
      return [[requestId, before && isSame(before, rest) ? before : rest]];
    }),
  );
  for (const listener of listeners) listener();
}

const isSame = (a: readonly PresentPerson[], b: readonly PresentPerson[]) =>
  JSON.stringify(a) === JSON.stringify(b);

/** Who has which request open, in this tab, as the event stream tells it. */
export const presenceStore = {
  setViewer(userId: string): void {
    viewerId = userId;
    change(new Map(everybody));
  },
  apply(event: RequestEvent): void {
    if (event.kind === "connected") change(new Map());
    if (event.kind !== "presence") return;
    const next = new Map(everybody);
    for (const { requestId, people } of event.requests)
      if (people.length > 0) next.set(requestId, people);
      else next.delete(requestId);
    change(next);
  },
  listAll: (): PresentPeople[] =>
    [...everybody].map(([requestId, people]) => ({ requestId, people: [...people] })),
  getOthers: (): PresentByRequest => others,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
