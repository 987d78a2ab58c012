import { ButtonLink } from "#app/components/admin/button.tsx";
import { PERIODS, type Period } from "../../../metrics-period.ts";

export function PeriodLinks({ days }: { days: Period }) {
  return (
    <nav aria-label="Period" className="flex flex-wrap gap-2">
      {PERIODS.map((period) => (
        <ButtonLink
          key={period}
          to={`?days=${period}`}
          replace
          preventScrollReset
          aria-current={period === days ? "true" : undefined}
          tone={period === days ? "current" : "plain"}
        >
          Last {period} days
        </ButtonLink>
      ))}
    </nav>
  );
}

/** One metric of a list (`dl`). */
export function Stat({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="panel-card p-4">
      <dt className="text-[0.9375rem] text-muted">{name}</dt>
      <dd>
        <span className="font-display text-2xl font-extrabold tabular-nums">{value}</span>
        {note ? <span className="block text-sm text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}

/** Shown when there are no metrics. */
export function NoMetrics({ children }: { children: React.ReactNode }) {
  return (
    <div className="panel-card p-6 text-center">
      <h3 className="h3">No visits yet</h3>
      <p className="mx-auto mt-2 max-w-prose text-muted">{children}</p>
    </div>
  );
}
