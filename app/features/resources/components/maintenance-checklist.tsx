import { Fold } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";
import { findNextSeasonStart, findSeason, listMonths, rotateTo, type Season } from "../seasons.ts";
import { PrintButton } from "./guide-frame.tsx";

type ChecklistSeason = Guides["home-maintenance-checklist"]["seasons"][number];
type Task = ChecklistSeason["tasks"][number];

type ChecklistProps = { guide: Guides["home-maintenance-checklist"]; today: string };

/**
 * Four seasons of tasks with checkboxes, the current one first and open; each task opens how it is
 * done. CSS alone strikes checked tasks through; they are stored nowhere. The page may be rendered
 * long before it is read: after `data-end` the script moves the lists (islands/guide-parts.ts).
 */
export function MaintenanceChecklist({ guide: { seasons }, today }: ChecklistProps) {
  const season = findSeason(Number(today.slice(5, 7)));
  const count = seasons.reduce((sum, { tasks }) => sum + tasks.length, 0);
  return (
    <form
      data-checklist=""
      data-end={findNextSeasonStart(today)}
      autoComplete="off"
      className="pt-3 pb-6 md:py-12"
      aria-label="Checklist"
    >
      <div className="wrap">
        <div className="needs-script no-print">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p>
              <span data-done="" role="status" className="h3 font-display font-bold">
                0 of {count} done
              </span>{" "}
              <span className="text-[0.9375rem] text-muted">(not saved)</span>
            </p>
            <PrintButton />
          </div>
          <progress
            value={0}
            max={count}
            aria-hidden="true"
            className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-ok [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-ok"
          />
        </div>
        <div className="print-columns mt-3 grid items-start gap-x-12 border-b border-line md:grid-cols-[1.2fr_1fr] md:grid-rows-[auto_auto_1fr]">
          {rotateTo(seasons, ({ name }) => name === season).map((list) => (
            <SeasonList key={list.name} list={list} isOpen={list.name === season} />
          ))}
        </div>
      </div>
    </form>
  );
}

function SeasonList({
  list: { name, text, tasks },
  isOpen,
}: {
  list: ChecklistSeason;
  isOpen: boolean;
}) {
  const id = name.toLowerCase();
  return (
    // Wide screens always show the current season and, in the column beside it, the next one, where
    // the browser can.
    <details
      data-season={name}
      data-months={listMonths(name as Season).join(" ")}
      open={isOpen}
      className="group/season border-t border-line md:first:row-span-3 md:nth-[-n+2]:unfold"
    >
      <summary className="fold-head py-2.5 supports-[selector(::details-content)]:md:group-nth-[-n+2]/season:after:hidden">
        <h2 className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3 text-2xl">
          <span id={`${id}-name`}>{name}</span>
          <span
            data-season-done=""
            className="font-text text-[0.9375rem] font-normal tracking-normal text-muted"
          >
            {tasks.length} tasks
          </span>
        </h2>
      </summary>
      <fieldset id={id} aria-labelledby={`${id}-name`} className="min-w-0 scroll-mt-36 pb-5">
        <p className="leading-6 text-muted">{text}</p>
        {/* The tasks that matter most come first. */}
        {[...Map.groupBy(tasks, ({ priority }) => priority)].map(([priority, ranked]) => (
          <PriorityTasks
            key={priority}
            id={`${id}-${priority.toLowerCase()}`}
            priority={priority}
            tasks={ranked}
          />
        ))}
      </fieldset>
    </details>
  );
}

type PriorityTasksProps = { id: string; priority: Task["priority"]; tasks: Task[] };

/** The priority stands once above its tasks: on each row it would mark most of them. */
function PriorityTasks({ id, priority, tasks }: PriorityTasksProps) {
  return (
    <>
      <p
        id={id}
        className={`mt-3 text-[0.9375rem] font-semibold ${priority === "High" ? "text-danger" : "text-muted"}`}
      >
        {priority} priority
      </p>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </>
  );
}

const formatFrequency = (frequency: Task["frequency"]) =>
  frequency === "Bi-annual" ? "Bi-annual (twice a year)" : frequency;

/** A tap on the task checks it, a tap on the line below opens how it is done. */
function TaskRow({ task }: { task: Task }) {
  return (
    <li className="py-1.5">
      <label className="grid grid-cols-[1.75rem_1fr] gap-x-2 pt-1 leading-6">
        <input type="checkbox" name={task.id} className="peer size-6 accent-ok print:size-3" />
        <span className="font-semibold peer-checked:text-muted peer-checked:line-through">
          {task.task}
        </span>
      </label>
      <div className="pl-9">
        <Fold
          className="min-h-0 py-0.5"
          summary={
            <span className="text-[0.9375rem] leading-5 text-muted">
              {formatFrequency(task.frequency)}
            </span>
          }
        >
          <p className="no-print text-[0.9375rem] leading-6">{task.how}</p>
        </Fold>
      </div>
    </li>
  );
}
