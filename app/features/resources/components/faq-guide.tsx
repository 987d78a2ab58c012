import { QuestionList } from "#app/components/ui/question-list.tsx";
import type { Guides } from "../guide-schemas.ts";

/**
 * Questions and answers in groups. The shared name lets the browser keep at most one answer open; the
 * islands script adds the search.
 */
export function FaqGuide({ guide }: { guide: Guides["faq"] }) {
  return (
    <div data-faq className="section">
      <div className="wrap max-w-4xl">
        <form className="needs-script" data-faq-search autoComplete="off">
          <label htmlFor="faq-search" className="font-semibold">
            Search the answers
          </label>
          <input
            id="faq-search"
            type="search"
            enterKeyHint="search"
            className="input mt-1"
            aria-describedby="faq-count"
          />
          <p id="faq-count" role="status" className="mt-2 min-h-6 text-muted" />
        </form>
        <div data-faq-none hidden className="mt-4 rounded-2xl border border-line bg-paper p-6">
          <h2 className="h3">No results found</h2>
          <p className="mt-1">Try another word, or call us and ask.</p>
          <button type="button" data-faq-clear className="btn btn-line mt-4">
            Clear Search
          </button>
        </div>
        {guide.categories.map(({ name, entries }) => (
          <section key={name} data-faq-group className="mt-8">
            <h2 className="h2">{name}</h2>
            <QuestionList entries={entries} name="faq" className="mt-4" />
          </section>
        ))}
      </div>
    </div>
  );
}
