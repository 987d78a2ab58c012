import { Fold } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";

type Task = Guides["home-maintenance-checklist"]["seasons"][number]["tasks"][number];

/**
 * Four seasons of tasks with checkboxes; each opens how it is done. CSS alone strikes checked tasks
 * through; they are stored nowhere.
 */
export function MaintenanceChecklist({
  guide: { seasons },
}: {
  guide: Guides["home-maintenance-checklist"];
}) {
  return (
    <form data-checklist="" autoComplete="off" className="py-6 md:py-12" aria-label="Checklist">
      <div className="wrap">
        <nav aria-label="Seasons" className="no-print flex flex-wrap gap-x-5">
          {seasons.map(({ name }) => (
            <a key={name} href={`#${name.toLowerCase()}`} className="link py-1">
              {name}
            </a>
          ))}
          <span data-done="" role="status" className="ml-auto py-1 font-semibold" />
        </nav>
        <div className="print-columns mt-3 grid gap-x-12 gap-y-7 md:grid-cols-2 md:gap-y-10">
          {seasons.map(({ name, text, tasks }) => (
            <fieldset key={name} id={name.toLowerCase()} className="min-w-0 scroll-mt-20">
              <legend className="font-display text-2xl font-bold">{name}</legend>
              <p className="leading-6 text-muted">{text}</p>
              <ul className="mt-2 divide-y divide-line border-y border-line">
                {tasks.map((task) => (
                  <TaskRow key={task.id} task={task} />
                ))}
              </ul>
            </fieldset>
          ))}
        </div>
      </div>
    </form>
  );
}

/** A tap on the task checks it, a tap on the line below opens how it is done. */
function TaskRow({ task }: { task: Task }) {
  return (
    <li className="py-1.5">
      <label className="group grid grid-cols-[1.75rem_1fr] gap-x-2 pt-1 leading-6">
        <input type="checkbox" name={task.id} className="size-6 accent-ok print:size-3" />
        <span className="font-semibold group-has-checked:text-muted group-has-checked:line-through">
          {task.task}
        </span>
      </label>
      <div className="pl-9">
        <Fold
          className="min-h-0 py-0.5"
          summary={
            <span className="text-[0.9375rem] leading-5 text-muted">
              {task.frequency},{" "}
              <span className={task.priority === "High" ? "font-semibold text-danger" : ""}>
                {task.priority} priority
              </span>
            </span>
          }
        >
          <p className="no-print text-[0.9375rem] leading-6">{task.how}</p>
        </Fold>
      </div>
    </li>
  );
}
