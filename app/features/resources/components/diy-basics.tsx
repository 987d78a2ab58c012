import { Fold, FoldWords } from "#app/components/ui/fold.tsx";
import type { Guides } from "../guide-schemas.ts";

type DiyBasics = Guides["diy-repair-basics"];
type Project = DiyBasics["suitable"][number];

const COLORS: Record<Project["difficulty"], string> = {
  Easy: "text-ok",
  Medium: "text-action-deep",
  Complex: "text-danger",
  Professional: "text-danger",
};

/** What to know first, then what to do oneself beside what to leave to a pro. */
export function DiyBasicsGuide({ guide }: { guide: DiyBasics }) {
  return (
    <>
      <section className="bg-paper py-6 md:py-12">
        <div className="wrap">
          <h2 className="h2">Before you start: the safety checklist</h2>
          <ul className="mt-3 grid list-disc gap-x-14 gap-y-2 pl-5 leading-6 marker:text-action md:grid-cols-2">
            {guide.safety.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </section>
      <div className="wrap grid items-start gap-x-14 gap-y-7 py-6 md:grid-cols-2 md:py-12">
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
      <section className="bg-sand py-6 md:py-12">
        <div className="wrap">
          <h2 className="h2">The essential tool kit</h2>
          <ul className="mt-2 grid gap-x-10 md:grid-cols-2 lg:grid-cols-3">
            {guide.kit.map(({ tool, use }) => (
              <li key={tool} className="border-b border-line">
                <Fold className="py-1.5" summary={<span className="leading-6">{tool}</span>}>
                  <p className="leading-6 text-muted">{use}</p>
                </Fold>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

type ProjectColumnProps = {
  title: string;
  projects: Project[];
  className: string;
  headClassName: string;
};

function ProjectColumn({ title, projects, className, headClassName }: ProjectColumnProps) {
  return (
    <section className={`border-t-4 pt-3 ${className}`}>
      <h2 className={`text-2xl ${headClassName}`}>{title}</h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {projects.map((project) => (
          <li key={project.name}>
            <Fold
              className="py-2"
              summary={
                <FoldWords
                  title={project.name}
                  note={
                    <>
                      <span className={`font-semibold ${COLORS[project.difficulty]}`}>
                        {project.difficulty}
                      </span>
                      {project.time === "N/A" ? null : `, ${project.time}`}
                    </>
                  }
                />
              }
            >
              <p className="leading-6">{project.warning}</p>
              {project.tools.length > 0 ? (
                <p className="mt-1 text-[0.9375rem] leading-6 text-muted">
                  Tools: {project.tools.join(", ")}
                </p>
              ) : null}
            </Fold>
          </li>
        ))}
      </ul>
    </section>
  );
}
