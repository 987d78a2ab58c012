import { Fold } from "#app/components/ui/fold.tsx";
import {
  formatLongDay,
  type MaintenancePlan,
  type PlannedTask,
  splitMonthlyTasks,
} from "../plan-maintenance.ts";
import { UPKEEP_PRIORITIES } from "../tool-constants.ts";

const formatCount = (count: number) =>
  count === 0 ? "Nothing due" : `${count} ${count === 1 ? "job" : "jobs"}`;

/** The months of a plan as rows, the first one open, after what is due in each of them. */
export function PlanMonths({ plan }: { plan: MaintenancePlan }) {
  const { monthly, months } = splitMonthlyTasks(plan);
  return (
    <>
      <div className="mt-3 border-y border-line">
        <Fold summary={<PlanHeading title="Every month" tasks={monthly} />} isOpen>
          <Tasks tasks={monthly} />
        </Fold>
      </div>
      <ol className="print-columns divide-y divide-line border-b border-line">
        {months.map(({ month, label, tasks }, index) => (
          <li key={month}>
            <Fold summary={<PlanHeading title={label} tasks={tasks} />} isOpen={index === 0}>
              {UPKEEP_PRIORITIES.map((priority) => (
                <PriorityTasks
                  key={priority}
                  priority={priority}
                  tasks={tasks.filter((task) => task.priority === priority)}
                />
              ))}
            </Fold>
          </li>
        ))}
      </ol>
    </>
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

type PriorityTasksProps = { priority: string; tasks: PlannedTask[] };

/** Tasks of the same priority are due on the same day. */
function PriorityTasks({ priority, tasks }: PriorityTasksProps) {
  const [first] = tasks;
  if (!first) return null;
  return (
    <section className="mb-2">
      <h4 className="font-text text-[0.9375rem] font-semibold text-action">
        {priority} priority, <time dateTime={first.due}>{formatLongDay(first.due)}</time>
      </h4>
      <Tasks tasks={tasks} />
    </section>
  );
}

/** Tasks as rows; each opens how it is done. */
function Tasks({ tasks }: { tasks: PlannedTask[] }) {
  return (
    <ul className="list-disc pl-5 marker:text-action">
      {tasks.map((task) => (
        <li key={task.id}>
          <details>
            <summary className="list-none py-1.5 leading-6 underline decoration-line underline-offset-4 hover:decoration-action">
              {task.task}
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
