import type { RuleSection } from "../build-rules.ts";

type RulesPageProps = {
  sections: readonly RuleSection[];
  /** Shown above the title. */
  children?: React.ReactNode;
};

/** The rules of offers, as numbered lines that other pages link to. */
export function RulesPage({ sections, children }: RulesPageProps) {
  return (
    <main id="main" className="wrap section max-w-3xl">
      <title>How it works</title>
      {children}
      <h1 className="h2">How it works</h1>
      <p className="mt-3 text-lg">
        These are all the rules by which we offer jobs and charge credits. The numbers are the ones
        that hold now. Each offer and each line of your statement links to the line that applied.
      </p>
      <nav aria-label="Sections" className="mt-4">
        <ol className="grid gap-1">
          {sections.map(({ id, title }, index) => (
            <li key={id}>
              <a href={`#${id}`} className="link inline-block py-1">
                {index + 1}. {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ id, title, lines }, index) => (
        <section key={id} aria-labelledby={id} className="mt-8">
          <h2 id={id} className="scroll-mt-6 font-display text-2xl font-extrabold">
            {index + 1}. {title}
          </h2>
          <ol className="mt-3 grid gap-3">
            {lines.map((line, position) => (
              <li
                key={line.anchor}
                id={line.anchor}
                className="scroll-mt-6 rounded-2xl border border-line bg-paper p-5 target:border-action"
              >
                <h3 className="font-semibold">
                  {index + 1}.{position + 1} {line.title}
                </h3>
                <p className="mt-1">{line.text}</p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </main>
  );
}
