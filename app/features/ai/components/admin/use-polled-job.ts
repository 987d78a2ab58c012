import { useEffect, useRef } from "react";
import { fetchInBackground } from "#app/lib/background-fetch.ts";

const POLL_MS = 3_000;
/** The page stops asking then; the work goes on. */
const POLL_LIMIT_MS = 600_000;

/** Reads what the address of a job answers. */
type ParseJob<J> = (body: unknown) => J | null;

/** A job by its address, or null where there is none or nobody answers. */
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

/** Asks for a job again and again while there is a `path`, for ten minutes at most. */
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
