import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { QuoteLink } from "#app/features/catalog/components/quote-link.tsx";
import type { SearchHit } from "../schema.ts";

type SearchHitsProps = {
  /** Best first, at least one. */
  hits: SearchHit[];
  /** Five digits or none. Left out in an emergency, where nobody is offered a quote. */
  zip?: string;
  phone: string;
};

/** The best hit with its picture, then the others: quizzes for those who do not know what it is. */
export function SearchHits({ hits: [best, ...others], zip, phone }: SearchHitsProps) {
  // A quiz has the picture of its main service: those of the best hit come first.
  const isNear = ({ scene }: SearchHit) => scene === best?.scene;
  const quizzes = others
    .filter(({ kind }) => kind === "Quiz")
    .sort((a, b) => Number(isNear(b)) - Number(isNear(a)));
  const pages = others.filter(({ kind }) => kind !== "Quiz");
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
  const { path, name, kind, summary, scene } = hit;
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-paper md:grid md:grid-cols-[20rem_1fr]">
      <SceneImage name={scene} className="h-36 w-full object-cover md:h-full" isFirst />
      <div className="p-5 md:p-6">
        <p className="text-sm text-muted">{kind}</p>
        <h2 className="h3">
          <a href={path} className="underline decoration-2 underline-offset-4 hover:text-action">
            {name}
          </a>
        </h2>
        <p className="mt-2 text-muted">{summary}</p>
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

const HitList = ({ title, hits }: { title: string; hits: SearchHit[] }) => (
  <li>
    <h2 className="font-display text-lg font-bold">{title}</h2>
    <ol className="mt-2 grid border-t border-line md:grid-cols-2 md:gap-x-8">
      {hits.map(({ path, name, kind, summary, scene }) => (
        <li key={path} className="border-b border-line">
          <a href={path} className="group flex min-h-16 items-center gap-3 py-3">
            <SceneImage name={scene} className="h-14 w-20 shrink-0 rounded-lg object-cover" />
            <span className="min-w-0">
              <span className="block leading-5 font-semibold underline decoration-line underline-offset-4 group-hover:text-action">
                {name}
              </span>
              <span className="mt-1 line-clamp-2 text-sm text-muted">
                {LABELED.has(kind) ? `${kind}: ${summary}` : summary}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  </li>
);
