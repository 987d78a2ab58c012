import { useRef, useState } from "react";
import { useReplyFetcher } from "./use-reply-fetcher.ts";

export type Change<Value> = { id: string; value: Value };
/** Changes that are saved together, and what they replace. */
export type ChangeBatch<Value> = {
  changes: Change<Value>[];
  before: Change<Value>[];
  isUndo: boolean;
};
/** `since`: the read time of the newest rows that were loaded when the batch started. */
type StartedBatch<Value> = ChangeBatch<Value> & { since: number };
/**
 * A value that was chosen on this page, and when the server stored it, in ms of the server's clock;
 * `UNSAVED` until then.
 */
type Chosen<Value> = { value: Value; at: number };
const UNSAVED = Number.POSITIVE_INFINITY;

/** The result of a save: when the changes were stored, if known, and the resulting values. */
export type SaveOutcome<Value> = { ok: boolean; at?: number; saved?: Change<Value>[] };

type Options<Value, Reply> = {
  /** When the rows were read, in ms of the server's clock. */
  loadedAt: number;
  /** The action's URL. */
  action: string;
  /** The form fields for a batch. */
  fields: (changes: Change<Value>[]) => Record<string, string>;
  readReply: (reply: Reply, batch: ChangeBatch<Value>) => SaveOutcome<Value>;
  onSaved: (batch: ChangeBatch<Value>, undo: () => void) => void;
};

const toChosen = <Value>(changes: readonly Change<Value>[], at: number) =>
  Object.fromEntries(changes.map(({ id, value }) => [id, { value, at }]));

/**
 * Values of rows that are shown as soon as they are chosen, and saved in order, one batch at a time. A
 * batch that fails is rolled back.
 * @returns also `hasFailed`, after a rollback, and the latest reply
 */
export function useOptimisticChanges<Value, Reply>(options: Options<Value, Reply>) {
  const [chosen, setChosen] = useState<Record<string, Chosen<Value>>>({});
  const [hasFailed, setFailed] = useState(false);
  const { submit, data } = useReplyFetcher<Reply>((reply) => settle(reply));
  const latest = useRef(options);
  latest.current = options;
  const newestReadAt = useRef(options.loadedAt);
  newestReadAt.current = Math.max(newestReadAt.current, options.loadedAt);
  const waiting = useRef<StartedBatch<Value>[]>([]);
  const running = useRef<StartedBatch<Value> | null>(null);

  const submitNext = () => {
    if (running.current) return;
    running.current = waiting.current.shift() ?? null;
    const { action, fields } = latest.current;
    if (running.current) void submit(fields(running.current.changes), { method: "post", action });
  };
  const start = (batch: ChangeBatch<Value>) => {
    setChosen((current) => ({ ...current, ...toChosen(batch.changes, UNSAVED) }));
    waiting.current.push({ ...batch, since: newestReadAt.current });
    submitNext();
  };

  const settle = (reply: Reply) => {
    const batch = running.current;
    if (!batch) return;
    running.current = null;
    const outcome = latest.current.readReply(reply, batch);
    const at = outcome.ok ? (outcome.at ?? newestReadAt.current) : batch.since;
    newestReadAt.current = Math.max(newestReadAt.current, at);
    const shown = settleBatch(batch, waiting.current, outcome);
    setChosen((current) => ({ ...current, ...toChosen(shown, at) }));
    if (!outcome.ok) setFailed(true);
    else if (!batch.isUndo)
      latest.current.onSaved(batch, () =>
        start({ changes: batch.before, before: batch.changes, isUndo: true }),
      );
    submitNext();
  };

  const getValue = (loaded: Change<Value>, readAt: number) =>
    getShownValue(chosen[loaded.id], loaded.value, readAt);
  /** @param before the rows with the values they show now, before the change */
  const change = (before: Change<Value>[], value: (old: Value) => Value) => {
    const changes = before.map((old) => ({ id: old.id, value: value(old.value) }));
    if (changes.length > 0) start({ changes, before, isUndo: false });
  };
  // Replies are plain JSON, which the router's type cannot express here.
  const reply = data as Reply | undefined;
  return { getValue, change, reply, hasFailed, dismiss: () => setFailed(false) };
}

/** The chosen value, or the loaded one if the row was read after the choice was stored. */
const getShownValue = <Value>(chosen: Chosen<Value> | undefined, loaded: Value, readAt: number) =>
  chosen && chosen.at >= readAt ? chosen.value : loaded;

/**
 * What the rows of a finished batch show, except those that a waiting batch changes again. If that one
 * fails, its rollback restores what is stored now.
 */
export function settleBatch<Value>(
  batch: ChangeBatch<Value>,
  waiting: readonly ChangeBatch<Value>[],
  { ok, saved = batch.changes }: SaveOutcome<Value>,
): Change<Value>[] {
  return (ok ? saved : batch.before).filter((change) => {
    const later = waiting.flatMap(({ before }) => before).find(({ id }) => id === change.id);
    if (later) later.value = change.value;
    return !later;
  });
}
