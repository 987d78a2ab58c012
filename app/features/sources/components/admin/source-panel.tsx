import { classifySource } from "#app/features/analytics/classify-source.ts";
import { describeTouch } from "../../describe-touch.ts";
import type { RequestSource } from "../../queries.server.ts";

type SourcePanelProps = {
  /** Of `getRequestSource`; null where nothing was recorded. */
  source: RequestSource | null;
};

/** Where the visitor of a request came from, in one or two sentences. */
export function SourcePanel({ source }: SourcePanelProps) {
  if (!source) return null;
  const { first, last } = source;
  const latest = describeTouch(source.source, last);
  // Without an opt-out signal both touches have the landing page, so a touch without one is private.
  const earliest = first && describeTouch(classifySource(first, { gpc: !first.landing }), first);
  return (
    <section aria-label="Source" className="grid gap-1 text-[0.9375rem] [overflow-wrap:anywhere]">
      <p>
        <span className="font-semibold">Came from:</span> {latest}
      </p>
      {earliest && earliest !== latest ? (
        <p className="text-muted">
          <span className="font-semibold">First came from:</span> {earliest}
        </p>
      ) : null}
    </section>
  );
}
