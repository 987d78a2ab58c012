// Child process of a benchmark: generates load as its parent requests, one job at a time.
import { type LoadOptions, runLoad } from "./http-load.ts";
import { createRequestSource, type RequestSource } from "./request-source.ts";

export type LoadJob = Omit<LoadOptions, "nextRequest"> & { source: RequestSource };

process.on("disconnect", () => process.exit());
process.on("message", ({ source, ...job }: LoadJob) => {
  runLoad({ ...job, nextRequest: createRequestSource(source) }).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
