import { Fold } from "#app/components/ui/fold.tsx";
import {
  formatLongDay,
  groupByDay,
  type MaintenancePlan,
  type PlannedTask,
  splitMonthlyTasks,
} from "../plan-maintenance.ts";

const formatCount = (count: number) =>
  count === 0 ? "Nothing due" : `${count} ${count === 1 ? "job" : "jobs"}`;

/** The months of a plan as rows, the first one open, and after it what is due in each of them. */
export function PlanMonths({ plan }: { plan: MaintenancePlan }) {
  const { monthly, months } = splitMonthlyTasks(plan);
  const rows = months.map(({ month, label, tasks }, index) => (
    <li key={month}>
      <Fold summary={<PlanHeading title={label} tasks={tasks} />} isOpen={index === 0}>
        {groupByDay(tasks).map((day) => (
          <DayTasks key={day.due} {...day} />
        ))}
      </Fold>
    </li>
  ));
  return (
    <ol className="print-columns mt-2 divide-y divide-line border-y border-line">
      {rows.slice(0, 1)}
      <li>
        <Fold summary={<PlanHeading title="Every month" tasks={monthly} />} isOpen>
          <Tasks tasks={monthly} />
        </Fold>
      </li>
      {rows.slice(1)}
    </ol>
  );
}

function PlanHeading({ title, tasks }: { title: string; tasks: PlannedTask[] }) {
  return (
    <h3 className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3 text-lg">
      {title}
      <span className="font-text text-[0.9375rem] font-normal tracking-normal text-muted">
        {formatCount(tasks.length)}
      </span>
    </h3>
  );
}

type DayTasksProps = { due: string; tasks: PlannedTask[] };

/** The tasks of a day. Where they are of several priorities, those of the first one are bold. */
function DayTasks({ due, tasks }: DayTasksProps) {
  const priorities = [...new Set(tasks.map(({ priority }) => priority))];
  return (
    <section className="mb-2">
      <h4 className="font-text text-[0.9375rem] font-semibold text-action">
        {tasks.length === 1 ? "Do this by" : "Do these by"}{" "}
        <time dateTime={due}>{formatLongDay(due)}</time>
        {priorities.length === 1 ? (
          <span className="font-normal text-muted">, {priorities[0]?.toLowerCase()} priority</span>
        ) : null}
      </h4>
      <Tasks tasks={tasks} bold={priorities.length > 1 ? priorities[0] : undefined} />
    </section>
  );
}

type TasksProps = {
  tasks: PlannedTask[];
  /** The priority that stands out. */
  bold?: PlannedTask["priority"];
};

/** Tasks as rows; each opens how it is done. */
function Tasks({ tasks, bold }: TasksProps) {
  return (
    <ul className="list-disc pl-5 marker:text-action">
      {tasks.map((task) => (
        <li key={task.id}>
          <details>
            <summary className="list-none py-1.5 leading-6 underline decoration-line underline-offset-4 hover:decoration-action">
              {task.priority === bold ? <b>{task.task}</b> : task.task}
              {task.who === "pro" ? (
                <span className="text-[0.9375rem] text-muted"> (call a pro)</span>
              ) : null}
            </summary>
            <p className="pb-2 text-[0.9375rem] leading-6">{task.how}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}
