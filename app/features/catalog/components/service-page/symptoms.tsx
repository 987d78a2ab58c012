import { formatQuotePath } from "#app/features/catalog/components/quote-link.tsx";
import { JOB_HEADINGS } from "../../job-types.ts";
import type { ServicePage } from "../../queries.server.ts";

/** The rest is folded. */
const MAX_SHOWN = 4;

type SymptomsProps = {
  page: ServicePage;
  /** For each sign that is an emergency, the page that says what to do now; else null. */
  signDangers: readonly (string | null)[];
};

/**
 * The signs of the service. Each opens a request whose description begins with its words, but a
 * danger leads to what to do now, and stands first.
 */
export function Symptoms({ page, signDangers }: SymptomsProps) {
  if (!page.signs) return null;
  const signs = page.signs
    .map((text, index) => ({ text, number: index + 1, danger: signDangers[index] ?? null }))
    .sort((a, b) => Number(b.danger !== null) - Number(a.danger !== null));
  const rest = signs.slice(MAX_SHOWN);
  return (
    <section aria-labelledby="signs-title" className="section">
      <div className="wrap">
        <h2 id="signs-title" className="h2">
          {JOB_HEADINGS[page.jobType].signs}
        </h2>
        <p className="mt-2 text-muted">Choose what fits to start your request.</p>
        <SignLinks page={page} signs={signs.slice(0, MAX_SHOWN)} />
        {rest.length > 0 ? (
          <details>
            <summary className="no-print link inline-block py-2">{rest.length} more</summary>
            <SignLinks page={page} signs={rest} />
          </details>
        ) : null}
      </div>
    </section>
  );
}

type Sign = { text: string; number: number; danger: string | null };

function SignLinks({ page, signs }: { page: ServicePage; signs: readonly Sign[] }) {
  return (
    <ul className="mt-3 grid gap-2 md:grid-cols-2">
      {signs.map(({ text, number, danger }) => (
        <li key={number}>
          <a
            {...(danger
              ? { href: danger }
              : {
                  href: formatQuotePath({ service: page.slug, sign: number }),
                  "data-quote": page.name,
                  "data-sign": "",
                })}
            rel="nofollow"
            className={`row-link h-full rounded-xl border border-line bg-paper px-3 py-2 leading-6 ${danger ? "font-semibold text-danger" : ""}`}
          >
            <span className="min-w-0">
              {text}
              {danger ? " This can be dangerous: see what to do now." : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
