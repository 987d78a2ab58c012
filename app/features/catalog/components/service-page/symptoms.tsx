import { ArrowRight } from "lucide-react";
import { formatQuotePath } from "#app/features/catalog/components/quote-link.tsx";
import { JOB_HEADINGS } from "../../job-types.ts";
import type { ServicePage } from "../../queries.server.ts";

/** Further signs are folded: earlier where "Do this now" is above them. */
const MAX_SHOWN = 4;
const MAX_SHOWN_IN_EMERGENCY = 3;

/** The signs of the service. Each opens a request whose description begins with its words. */
export function Symptoms({ page }: { page: ServicePage }) {
  if (!page.signs) return null;
  const { signs: title, signsHint } = JOB_HEADINGS[page.jobType];
  const shown = page.now ? MAX_SHOWN_IN_EMERGENCY : MAX_SHOWN;
  return (
    <section aria-labelledby="signs-title" className="section">
      <div className="wrap">
        <h2 id="signs-title" className="h2">
          {title}
        </h2>
        <p className="mt-2 text-muted">{signsHint}</p>
        <SignLinks page={page} from={0} to={shown} />
        {page.signs.length > shown ? (
          <details>
            <summary className="link inline-block py-2">{page.signs.length - shown} more</summary>
            <SignLinks page={page} from={shown} />
          </details>
        ) : null}
      </div>
    </section>
  );
}

function SignLinks({ page, from, to }: { page: ServicePage; from: number; to?: number }) {
  return (
    <ul className="mt-3 grid gap-x-8 border-t border-line md:grid-cols-2">
      {page.signs?.slice(from, to).map((sign, index) => (
        <li key={sign} className="border-b border-line">
          <a
            href={formatQuotePath({ service: page.slug, sign: from + index + 1 })}
            data-quote={page.name}
            data-sign=""
            rel="nofollow"
            className="flex h-full items-center justify-between gap-3 py-2 leading-6 hover:text-action"
          >
            {sign}
            <ArrowRight className="size-5 shrink-0 text-action" aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}
