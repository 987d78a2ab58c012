import { ChoiceField } from "#app/components/form/field.tsx";
import {
  buildHomeProfile,
  formatLongDay,
  formatPlanQuery,
  listStartMonths,
  type MaintenancePlan,
  type PlannedTask,
  type PlanQuery,
  parsePlanQuery,
  planMaintenance,
  validatePlanQuery,
} from "../plan-maintenance.ts";
import type { MaintenancePlannerData } from "../tool-schemas.ts";
import { ChangedNote, CheckGroup, SelectField } from "./tool-fields.tsx";
import { useToolForm } from "./use-tool-form.ts";

const BUTTON = "Make my plan";

/** Questions about a home, and a maintenance plan for twelve months. */
export function MaintenancePlanner({
  data,
  chosen,
}: {
  data: MaintenancePlannerData;
  chosen: PlanQuery;
}) {
  const { current, changed, result, formProps } = useToolForm(chosen, parsePlanQuery);
  const errors = current.submitted ? validatePlanQuery(current) : {};
  const home = buildHomeProfile(current);
  const plan = home ? planMaintenance(data.tasks, home) : null;
  const start = chosen.start ?? data.start;
  // A saved link may begin in a month that is no longer offered.
  const months = data.months.some(({ value }) => value === start)
    ? data.months
    : [...listStartMonths(start).slice(0, 1), ...data.months];
  return (
    <>
      <form
        {...formProps}
        className="no-print grid gap-6 rounded-2xl border border-line bg-paper p-5 shadow-card sm:p-7"
      >
        <ChoiceField
          name="home"
          legend="Kind of home"
          choices={data.homes}
          defaultValue={chosen.home}
          error={errors.home}
        />
        <ChoiceField
          name="age"
          legend="Age of the home"
          choices={data.ages}
          defaultValue={chosen.age}
          error={errors.age}
          columns="sm:grid-cols-3"
        />
        <ChoiceField
          name="climate"
          legend="Climate"
          choices={data.climates}
          defaultValue={chosen.climate}
          error={errors.climate}
        />
        <CheckGroup
          name="system"
          legend="What your home has"
          hint="Check all that you look after. It is fine to leave this empty."
          choices={data.systems}
          defaultValues={chosen.systems}
        />
        <SelectField
          name="start"
          label="First month of the plan"
          choices={months}
          defaultValue={start}
          error={errors.start}
          className="max-w-xs"
        />
        <button type="submit" className="btn btn-action justify-self-start">
          {BUTTON}
        </button>
      </form>
      <div id="result" ref={result} className="scroll-mt-24">
        <p role="status" className="sr-only">
          {plan ? `Your plan is ready. It has ${plan.count} entries in 12 months.` : null}
        </p>
        {plan && home ? (
          <section className="mt-10" aria-labelledby="plan-title">
            <h2 id="plan-title" className="h2">
              Your plan for 12 months
            </h2>
            <p className="mt-2">
              {plan.count} entries, from {plan.months[0]?.label} to {plan.months.at(-1)?.label}.
              What matters most comes on the first Saturday of a month.
            </p>
            <div className="no-print mt-4 flex flex-wrap gap-3">
              <a
                href={`/resources/tools-calculators/maintenance-schedule-planner.ics?${formatPlanQuery(home)}`}
                download="home-maintenance.ics"
                className="btn btn-line"
              >
                Download calendar (.ics)
              </a>
              <button
                type="button"
                onClick={() => window.print()}
                className="btn btn-line needs-script"
              >
                Print
              </button>
            </div>
            {changed ? <ChangedNote button={BUTTON} /> : null}
            <Months months={plan.months} />
            <p className="mt-6 text-[0.9375rem] text-muted">{data.disclaimer}</p>
          </section>
        ) : null}
      </div>
    </>
  );
}

function Months({ months }: Pick<MaintenancePlan, "months">) {
  return (
    <ol className="mt-6 grid gap-6">
      {months.map(({ month, label, tasks }) => (
        <li key={month} className="rounded-2xl border border-line bg-paper p-5">
          <h3 className="h3">{label}</h3>
          {tasks.length > 0 ? (
            <ul className="mt-2 divide-y divide-line">
              {tasks.map((task) => (
                <Task key={task.id} task={task} />
              ))}
            </ul>
          ) : (
            <p className="mt-2 text-muted">Nothing is due this month.</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Task({ task }: { task: PlannedTask }) {
  const tone = task.priority === "High" ? "bg-action text-paper" : "bg-sand";
  return (
    <li className="grid break-inside-avoid gap-x-6 gap-y-1 py-3 sm:grid-cols-[1fr_13rem]">
      <div>
        <p className="font-semibold">{task.task}</p>
        <p>{task.how}</p>
      </div>
      <div className="text-[0.9375rem] sm:text-right">
        <p>
          <time dateTime={task.due}>{formatLongDay(task.due)}</time>
        </p>
        <p className="mt-1 flex flex-wrap gap-2 sm:justify-end">
          <span className={`rounded-full px-2.5 font-semibold ${tone}`}>
            {task.priority} priority
          </span>
          <span className="rounded-full border border-line px-2.5">
            {task.who === "pro" ? "Call a pro" : "Do it yourself"}
          </span>
        </p>
      </div>
    </li>
  );
}
