import { useCallback, useEffect, useRef, useState } from "react";
import { useFetcher } from "./use-fetcher.ts";

export type Change<Value> = { id: string; value: Value };
/** Changes that are saved together, and what they replace. */
export type ChangeJob<Value> = {
  changes: Change<Value>[];
  before: Change<Value>[];
  isUndo: boolean;
};
/** `since`: when the newest rows were read that were known when it began. */
type StartedJob<Value> = ChangeJob<Value> & { since: number };
/**
 * A value that was chosen here, and when the server stored it, in ms of its clock; `UNSAVED` until
 * then.
 */
type Chosen<Value> = { value: Value; at: number };
const UNSAVED = Number.POSITIVE_INFINITY;

/** What a reply says: when the changes were stored, if known, and the values they led to. */
export type SaveOutcome<Value> = { ok: boolean; at?: number; saved?: Change<Value>[] };

type Options<Value, Reply> = {
  /** When the rows were read, in ms of the server's clock. */
  loadedAt: number;
  /** The action's URL, and the form fields for a job. */
  action: string;
  fields: (changes: Change<Value>[]) => Record<string, string>;
  readReply: (reply: Reply, job: ChangeJob<Value>) => SaveOutcome<Value>;
  onSaved: (job: ChangeJob<Value>, undo: () => void) => void;
};

const toChosen = <Value>(changes: readonly Change<Value>[], at: number) =>
  Object.fromEntries(changes.map(({ id, value }) => [id, { value, at }]));

/**
 * Values of rows that show as soon as they are chosen and are saved one job after another, in order;
 * a job that fails is taken back.
 * @returns also `hasFailed`, after a rollback, and the latest reply
 */
export function useOptimisticChanges<Value, Reply>(options: Options<Value, Reply>) {
  const [chosen, setChosen] = useState<Record<string, Chosen<Value>>>({});
  const [hasFailed, setFailed] = useState(false);
  const { state, submit, data } = useFetcher<Reply>();
  // Replies are plain JSON, which the router's type cannot know here.
  const reply = data as Reply | undefined;
  const latest = useRef(options);
  latest.current = options;
  const knownAt = useRef(options.loadedAt);
  knownAt.current = Math.max(knownAt.current, options.loadedAt);
  const waiting = useRef<StartedJob<Value>[]>([]);
  const running = useRef<StartedJob<Value> | null>(null);
  const settled = useRef<Reply | undefined>(undefined);

  const next = useCallback(() => {
    if (running.current) return;
    running.current = waiting.current.shift() ?? null;
    const { action, fields } = latest.current;
    if (running.current) void submit(fields(running.current.changes), { method: "post", action });
  }, [submit]);

  const start = useCallback(
    (job: ChangeJob<Value>) => {
      setChosen((current) => ({ ...current, ...toChosen(job.changes, UNSAVED) }));
      waiting.current.push({ ...job, since: knownAt.current });
      next();
    },
    [next],
  );

  useEffect(() => {
    const job = running.current;
    // The fetcher keeps the previous job's reply until the next one arrives.
    if (state !== "idle" || !job || !reply || reply === settled.current) return;
    settled.current = reply;
    running.current = null;
    const outcome = latest.current.readReply(reply, job);
    const at = outcome.ok ? (outcome.at ?? knownAt.current) : job.since;
    knownAt.current = Math.max(knownAt.current, at);
    const shown = settleJob(job, waiting.current, outcome);
    setChosen((current) => ({ ...current, ...toChosen(shown, at) }));
    if (!outcome.ok) setFailed(true);
    else if (!job.isUndo)
      latest.current.onSaved(job, () =>
        start({ changes: job.before, before: job.changes, isUndo: true }),
      );
    next();
  }, [state, reply, next, start]);

  /**
   * The value to show: the one chosen here unless the row was read after that was stored, or else
   * the loaded one.
   */
  const getValue = ({ id, value }: Change<Value>, readAt: number): Value =>
    chosen[id] && chosen[id].at >= readAt ? chosen[id].value : value;
  /** @param before the rows with the values they show now */
  const change = (before: Change<Value>[], value: (old: Value) => Value) => {
    const changes = before.map((old) => ({ id: old.id, value: value(old.value) }));
    if (changes.length > 0) start({ changes, before, isUndo: false });
  };
  return { getValue, change, reply, hasFailed, dismiss: () => setFailed(false) };
}

/**
 * What the rows of a settled job show: not those that a waiting job changes again. Where that one
 * fails, its rollback restores what is stored now.
 */
export function settleJob<Value>(
  job: ChangeJob<Value>,
  waiting: readonly ChangeJob<Value>[],
  { ok, saved = job.changes }: SaveOutcome<Value>,
): Change<Value>[] {
  return (ok ? saved : job.before).filter((change) => {
    const later = waiting.flatMap(({ before }) => before).find(({ id }) => id === change.id);
    if (later) later.value = change.value;
    return !later;
  });
}
