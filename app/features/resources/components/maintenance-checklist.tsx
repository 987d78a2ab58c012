import { Badge, type Tone } from "#app/components/ui/badge.tsx";
import type { Guides } from "../guide-schemas.ts";

type Checklist = Guides["home-maintenance-checklist"];

const TONES: Record<Checklist["seasons"][number]["tasks"][number]["priority"], Tone> = {
  High: "strong",
  Medium: "warm",
  Low: "plain",
};

/**
 * Four seasons of tasks with checkboxes. CSS alone strikes checked tasks through; they are stored
 * nowhere.
 */
export function MaintenanceChecklist({ guide: { seasons } }: { guide: Checklist }) {
  return (
    <form data-checklist autoComplete="off" className="section" aria-label="Checklist">
      <div className="wrap">
        <nav aria-label="Seasons" className="no-print flex flex-wrap gap-2">
          {seasons.map(({ name }) => (
            <a key={name} href={`#${name.toLowerCase()}`} className="btn btn-line min-h-0 py-1.5">
              {name}
            </a>
          ))}
        </nav>
        <p data-done role="status" className="no-print mt-4 min-h-6 font-semibold" />
        <div className="print-columns mt-4 grid gap-x-12 gap-y-10 lg:grid-cols-2">
          {seasons.map(({ name, text, tasks }) => (
            <fieldset key={name} id={name.toLowerCase()}>
              <legend className="h2 font-display font-bold">{name}</legend>
              <p className="mt-1 text-muted">{text}</p>
              <ul className="mt-3 divide-y divide-line border-y border-line">
                {tasks.map((task) => (
                  <li key={task.id} className="py-3">
                    <label className="group grid grid-cols-[1.75rem_1fr] gap-x-3">
                      <input type="checkbox" name={task.id} className="mt-0.5 size-6 accent-ok" />
                      <span>
                        <span className="font-semibold group-has-checked:text-muted group-has-checked:line-through">
                          {task.task}
                        </span>
                        <span className="no-print mt-0.5 block text-[0.9375rem] text-muted">
                          {task.how}
                        </span>
                        <span className="mt-1.5 flex print:mt-0 flex-wrap gap-1.5">
                          <Badge tone="plain">{task.frequency}</Badge>
                          <Badge tone={TONES[task.priority]}>{task.priority} priority</Badge>
                        </span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
          ))}
        </div>
      </div>
    </form>
  );
}
