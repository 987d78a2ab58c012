import { Fold, FoldWords } from "#app/components/ui/fold.tsx";
import {
  completeHomeProfile,
  formatMonth,
  formatPlanQuery,
  type HomeProfile,
  listStartMonths,
  type PlanQuery,
  parsePlanQuery,
  planMaintenance,
} from "../plan-maintenance.ts";
import type { MaintenancePlannerData } from "../tool-schemas.ts";
import { PlanMonths } from "./plan-months.tsx";
import { CheckGroup, SelectField } from "./tool-fields.tsx";
import { useToolForm } from "./use-tool-form.ts";

type PlannerProps = { data: MaintenancePlannerData; chosen: PlanQuery };

/**
 * The maintenance plan of a usual home for twelve months, which follows what the visitor changes.
 */
export function MaintenancePlanner({ data, chosen }: PlannerProps) {
  const { query, result, formProps } = useToolForm(chosen, parsePlanQuery, {
    isLive: true,
  });
  const usual = { ...data.usual, start: data.start };
  const home = completeHomeProfile(query, usual);
  const plan = planMaintenance(data.tasks, home, data.today);
  return (
    <div className="grid items-start gap-x-10 gap-y-4 md:grid-cols-[1fr_2fr] print:block">
      <form {...formProps} className="no-print grid gap-3 md:sticky md:top-24">
        <HomeFields data={data} first={completeHomeProfile(chosen, usual)} home={home} />
        <PlanActions home={home} className="mt-2 hidden md:flex" />
      </form>
      <section
        id="result"
        ref={result}
        aria-labelledby="plan-title"
        className="min-w-0 scroll-mt-24"
      >
        <h2 id="plan-title" className="h2">
          Your plan for 12 months
        </h2>
        <p className="mt-1">
          {plan.months[0]?.label} to {plan.months.at(-1)?.label},{" "}
          <span role="status">{plan.count} jobs</span>. What matters most is bold.
        </p>
        <PlanMonths plan={plan} />
        <PlanActions home={home} className="mt-4 flex md:hidden" />
        <p className="mt-3 text-[0.9375rem] leading-5 text-muted">{data.disclaimer}</p>
      </section>
    </div>
  );
}

/** Small screens have them below the plan, wide ones beside it. */
function PlanActions({ home, className }: { home: HomeProfile; className: string }) {
  return (
    <div className={`no-print flex-wrap gap-3 ${className}`}>
      <a
        href={`/resources/tools-calculators/maintenance-schedule-planner.ics?${formatPlanQuery(home)}`}
        download="home-maintenance.ics"
        className="btn btn-action"
      >
        Download calendar (.ics)
      </a>
      <button type="button" onClick={() => window.print()} className="btn btn-line needs-script">
        Print
      </button>
    </div>
  );
}

type HomeFieldsProps = {
  data: MaintenancePlannerData;
  /** The home that the server rendered. */
  first: HomeProfile;
  /** The home as it is now. */
  home: HomeProfile;
};

function HomeFields({ data, first, home }: HomeFieldsProps) {
  // A saved link may begin in a month that is no longer offered.
  const months = (
    data.months.some(({ value }) => value === first.start)
      ? data.months
      : [...listStartMonths(first.start).slice(0, 1), ...data.months]
  ).map(({ value }) => ({ value, label: formatMonth(value, "short") }));
  const systems = data.systems.filter(({ value }) => home.systems.includes(value));
  const findLabel = (choices: readonly { value: string; label: string }[], value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? "";
  return (
    // Wide screens show the fields without a row to open, where the browser can.
    <details className="md:unfold">
      <summary className="fold-head rounded-xl border-2 border-line bg-cream px-3.5 py-2.5 supports-[selector(::details-content)]:md:hidden">
        <span className="min-w-0 leading-6">
          <span className="font-semibold">
            {findLabel(data.homes, home.home)},{" "}
            {findLabel(data.climates, home.climate).toLowerCase()} climate,{" "}
            {findLabel(data.ages, home.age).toLowerCase()} years
          </span>
          <span className="block text-[0.9375rem] leading-5 text-action underline underline-offset-4">
            Change these answers
          </span>
        </span>
      </summary>
      <div className="@container max-md:mt-3">
        <div className="grid gap-3 @min-[20.5rem]:grid-cols-[1.6fr_1fr]">
          <SelectField
            name="home"
            label="Kind of home"
            choices={data.homes}
            defaultValue={first.home}
          />
          <SelectField
            name="start"
            label="First month"
            choices={months}
            defaultValue={first.start}
          />
          <SelectField
            name="climate"
            label="Climate"
            choices={data.climates}
            defaultValue={first.climate}
          />
          <SelectField
            name="age"
            label="Age in years"
            choices={data.ages}
            defaultValue={first.age}
          />
        </div>
      </div>
      <div className="mt-3 border-y border-line">
        <Fold
          summary={
            <FoldWords
              title="What your home has"
              note={systems.map(({ label }) => label).join(", ") || "Nothing checked"}
            />
          }
        >
          <CheckGroup
            name="system"
            legend="What your home has"
            choices={data.systems}
            defaultValues={first.systems}
          />
        </Fold>
      </div>
      {/* With script the plan follows each change. */}
      <noscript>
        <button type="submit" className="btn btn-line mt-3 w-full">
          Make my plan
        </button>
      </noscript>
    </details>
  );
}
