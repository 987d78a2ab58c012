import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import { groupHits } from "../group-hits.ts";
import type { SearchHit } from "../schema.ts";

type SearchHitsProps = {
  /** Best first, at least one. */
  hits: SearchHit[];
  /** Five digits or none. Left out in an emergency, where nobody is offered a quote. */
  zip?: string;
  phone: string;
};

/** The best hit with its picture, then the others: quizzes for those who do not know what it is. */
export function SearchHits({ hits, zip, phone }: SearchHitsProps) {
  const { best, quizzes, pages } = groupHits(hits);
  return (
    <>
      <ol className="mt-4 grid gap-6">
        {best ? (
          <li>
            <BestHit hit={best} zip={zip} />
          </li>
        ) : null}
        {quizzes.length > 0 ? <HitList title="Not sure what is wrong?" hits={quizzes} /> : null}
        {pages.length > 0 ? <HitList title="More results" hits={pages} /> : null}
      </ol>
      {zip === undefined ? null : (
        <p className="mt-6 text-muted">
          Not what you need? Call <PhoneLink phone={phone} />.
        </p>
      )}
    </>
  );
}

const ACTION: Partial<Record<SearchHit["kind"], string>> = {
  Quiz: "Start the Quiz",
  Guide: "Open the Guide",
  Tool: "Open the Tool",
};
/** What a name does not tell: an article is read, a service is hired. */
const LABELED: ReadonlySet<SearchHit["kind"]> = new Set(["Guide", "Tool", "Article"]);
const isService = ({ kind }: SearchHit) => kind === "Home service" || kind === "Auto service";

function BestHit({ hit, zip }: { hit: SearchHit; zip: string | undefined }) {
  const { path, name, kind, snippet, scene } = hit;
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-paper md:grid md:grid-cols-[20rem_1fr]">
      <SceneImage name={scene} className="h-24 w-full md:h-full" isFirst />
      <div className="p-5 md:p-6">
        <p className="text-sm text-muted">{kind}</p>
        <h2 className="h3">
          <a href={path} className="underline decoration-2 underline-offset-4 hover:text-action">
            {name}
          </a>
        </h2>
        <p className="mt-2 text-muted">
          <MarkedText parts={snippet} />
        </p>
        {zip === undefined ? null : (
          <p className="mt-4">
            {isService(hit) ? (
              <QuoteLink service={{ slug: path.split("/").at(-1) ?? "", name }} zip={zip}>
                Get Free Quote
              </QuoteLink>
            ) : (
              <a href={path} className="btn btn-action">
                {ACTION[kind] ?? "Open the Page"}
              </a>
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** The parts at odd positions match the query. */
const MarkedText = ({ parts }: { parts: string[] }) =>
  parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay where they are
      <b key={index} className="text-ink">
        {part}
      </b>
    ) : (
      part
    ),
  );

const HitList = ({ title, hits }: { title: string; hits: SearchHit[] }) => (
  <li>
    <h2 className="font-display text-lg font-bold">{title}</h2>
    <ol className="mt-2 grid border-t border-line md:grid-cols-2 md:gap-x-8">
      {hits.map(({ path, name, kind, snippet, scene }) => (
        <li key={path} className="border-b border-line">
          <a href={path} className="group flex min-h-16 items-center gap-3 py-3">
            <span className="relative shrink-0">
              <SceneImage name={scene} className="h-14 w-20 rounded-lg" />
              {kind === "Quiz" ? (
                <span
                  aria-hidden="true"
                  className="absolute -right-1.5 -bottom-1.5 size-6 rounded-full bg-deep text-center leading-6 font-bold text-sun"
                >
                  ?
                </span>
              ) : null}
            </span>
            <span className="min-w-0">
              <span className="block leading-5 font-semibold underline decoration-line underline-offset-4 group-hover:text-action">
                {name}
              </span>
              <span className="mt-1 line-clamp-2 text-sm text-muted">
                {LABELED.has(kind) ? `${kind}: ` : null}
                <MarkedText parts={snippet} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  </li>
);
