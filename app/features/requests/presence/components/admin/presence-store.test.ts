import { expect, test, vi } from "vitest";
import type { PresenceState } from "../../schema.ts";
import { presenceStore } from "./presence-store.ts";

const person = (userId: string, state: PresenceState = "open") => ({ userId, name: userId, state });
const show = (...requests: [string, ReturnType<typeof person>[]][]) =>
  presenceStore.apply({
    kind: "presence",
    requests: requests.map(([requestId, people]) => ({ requestId, people })),
  });

test("shows the others, keeps lists that did not change, and starts over with a new stream", () => {
  const listener = vi.fn();
  const unsubscribe = presenceStore.subscribe(listener);
  presenceStore.setViewer("me");
  show(["a", [person("me"), person("ana")]], ["b", [person("me")]], ["c", [person("ben")]]);
  expect([...presenceStore.getOthers()]).toEqual([
    ["a", [person("ana")]],
    ["c", [person("ben")]],
  ]);
  expect(presenceStore.listAll()).toHaveLength(3);
  const before = presenceStore.getOthers().get("a");
  show(["a", [person("me", "typing"), person("ana")]], ["c", []]);
  expect(presenceStore.getOthers().get("a")).toBe(before);
  expect(presenceStore.getOthers().has("c")).toBe(false);
  show(["a", [person("ana", "calling")]]);
  expect(presenceStore.getOthers().get("a")).toEqual([person("ana", "calling")]);
  presenceStore.apply({ kind: "connected" });
  expect(presenceStore.getOthers().size).toBe(0);
  expect(listener).toHaveBeenCalledTimes(5);
  unsubscribe();
});
