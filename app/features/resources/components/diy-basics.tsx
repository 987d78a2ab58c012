import { Badge, type Tone } from "#app/components/ui/badge.tsx";
import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import type { Guides } from "../guide-schemas.ts";

type DiyBasics = Guides["diy-repair-basics"];
type Project = DiyBasics["suitable"][number];

const tone = (difficulty: Project["difficulty"]): Tone =>
  difficulty === "Easy" ? "calm" : difficulty === "Medium" ? "warm" : "strong";

export function DiyBasicsGuide({ guide }: { guide: DiyBasics }) {
  return (
    <>
      <section className="section bg-paper">
        <div className="wrap">
          <h2 className="h2">Before you start: the safety checklist</h2>
          <ul className="mt-5 grid gap-x-12 gap-y-3 md:grid-cols-2">
            {guide.safety.map((item) => (
              <li key={item} className="flex gap-3">
                <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
                {item}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className="section">
        <div className="wrap grid gap-x-12 gap-y-12 lg:grid-cols-2">
          <ProjectColumn
            title="You can do these"
            projects={guide.suitable}
            className="border-ok"
            headClassName="text-ok"
          />
          <ProjectColumn
            title="Call a professional for these"
            projects={guide.professional}
            className="border-danger"
            headClassName="text-danger"
          />
        </div>
      </section>
      <section className="section bg-sand">
        <div className="wrap">
          <h2 className="h2">The essential tool kit</h2>
          <dl className="mt-5 grid gap-x-12 gap-y-3 md:grid-cols-2">
            {guide.kit.map(({ tool, use }) => (
              <div key={tool} className="border-t border-line pt-3">
                <dt className="font-semibold">{tool}</dt>
                <dd>{use}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </>
  );
}

function ProjectColumn({
  title,
  projects,
  className,
  headClassName,
}: {
  title: string;
  projects: Project[];
  className: string;
  headClassName: string;
}) {
  return (
    <div>
      <h2 className={`h2 ${headClassName}`}>{title}</h2>
      <ul className="mt-5 grid gap-4">
        {projects.map((project) => (
          <li
            key={project.name}
            className={`rounded-xl border-l-8 bg-paper p-5 shadow-card ${className}`}
          >
            <div className="flex flex-wrap items-start justify-between gap-2">
              <h3 className="h3">{project.name}</h3>
              <Badge tone={tone(project.difficulty)}>{project.difficulty}</Badge>
            </div>
            {project.time === "N/A" ? null : (
              <p className="mt-1 text-[0.9375rem] text-muted">Time: {project.time}</p>
            )}
            {project.tools.length > 0 ? (
              <p className="mt-1 text-[0.9375rem]">Tools: {project.tools.join(", ")}</p>
            ) : null}
            <p className="mt-2 font-semibold">{project.warning}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
