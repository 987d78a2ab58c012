import { QuestionList } from "#app/components/ui/question-list.tsx";
import type { Guides } from "../guide-schemas.ts";

const formatAnchor = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, "-");

/**
 * Questions and answers in groups, beside a rail of the groups on wide screens. The shared name lets
 * the browser keep at most one answer open; the islands script adds the search.
 */
export function FaqGuide({ guide: { categories } }: { guide: Guides["faq"] }) {
  return (
    <div data-faq="" className="wrap py-6 lg:grid lg:grid-cols-[13rem_1fr] lg:gap-12 lg:py-12">
      <nav aria-label="Groups of questions" className="hidden lg:block">
        <ul className="sticky top-24 grid gap-1 border-l-2 border-line">
          {categories.map(({ name }) => (
            <li key={name}>
              <a
                href={`#${formatAnchor(name)}`}
                className="block px-4 py-1.5 text-petrol underline-offset-3 hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <form className="needs-script max-w-xl" data-faq-search autoComplete="off">
          <label htmlFor="faq-search" className="font-semibold">
            Search the answers
          </label>
          <input
            id="faq-search"
            type="search"
            enterKeyHint="search"
            placeholder="Price, license, cancel ..."
            className="input mt-1 placeholder:text-muted"
            aria-describedby="faq-count"
          />
          <p id="faq-count" role="status" className="min-h-6 text-[0.9375rem] text-muted" />
        </form>
        <div data-faq-none hidden className="rounded-xl border border-line bg-paper p-5">
          <h2 className="h3">No results found</h2>
          <p className="mt-1">Try another word, or call us and ask.</p>
          <button type="button" data-faq-clear className="btn btn-line mt-3">
            Clear Search
          </button>
        </div>
        {categories.map(({ name, entries }) => (
          <section
            key={name}
            id={formatAnchor(name)}
            data-faq-group
            className="mt-4 scroll-mt-20 lg:mt-8"
          >
            <h2 className="text-2xl">{name}</h2>
            <QuestionList entries={entries} name="faq" className="mt-2 [&_p]:max-w-[65ch]" />
          </section>
        ))}
      </div>
    </div>
  );
}
