import { useEffect, useRef } from "react";
import { fetchInBackground } from "#app/lib/background-fetch.ts";

const POLL_MS = 3_000;
/** The page stops polling after this; the job continues. */
const POLL_LIMIT_MS = 600_000;

/** Parses the response of a job's URL. */
type ParseJob<J> = (body: unknown) => J | null;

/** Loads a job from its URL; null when there is none or the server does not respond. */
export const fetchJob = <J>(path: string, read: ParseJob<J>): Promise<J | null> =>
  fetchInBackground(path)
    .then((response) => response.json())
    .then(read)
    .catch(() => null);

type PollOptions<J> = {
  path: string | null;
  read: ParseJob<J>;
  onJob: (job: J | null) => void;
  onTimeout: () => void;
};

/** Polls a job while there is a `path`, for ten minutes at most. */
export function usePolledJob<J>({ path, ...options }: PollOptions<J>): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!path) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const poll = async () => {
      const job = await fetchJob(path, latest.current.read);
      if (isUnmounted) return;
      latest.current.onJob(job);
      if (Date.now() - startedAt >= POLL_LIMIT_MS) latest.current.onTimeout();
      else timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [path]);
}
