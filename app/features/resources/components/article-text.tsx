import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { QuestionList } from "#app/components/ui/question-list.tsx";
import { RichText } from "#app/components/ui/rich-text.tsx";
import type { Article } from "../guides.server.ts";

type ArticleTextProps = { article: Article; services: { name: string; path: string }[] };

export function ArticleText({ article, services }: ArticleTextProps) {
  return (
    <>
      <section className="section bg-paper">
        <div className="wrap grid items-start gap-x-14 gap-y-8 lg:grid-cols-[2fr_1fr]">
          <RichText
            html={article.bodyHtml}
            className="order-2 lg:order-1 [&>h2:first-child]:mt-0"
          />
          <aside className="order-1 rounded-2xl bg-sand p-6 lg:order-2">
            <h2 className="h3">In short</h2>
            <ul className="mt-3 grid gap-3">
              {article.keyPoints.map((point) => (
                <li key={point} className="flex gap-3">
                  <CheckIcon className="mt-1 size-5 shrink-0 text-ok" />
                  {point}
                </li>
              ))}
            </ul>
            {services.length > 0 ? (
              <p className="mt-5 flex flex-wrap gap-x-5 gap-y-1">
                {services.map(({ name, path }) => (
                  <a key={path} href={path} className="link inline-block py-1">
                    {name}
                  </a>
                ))}
              </p>
            ) : null}
          </aside>
        </div>
      </section>
      {article.faq ? (
        <section className="section">
          <div className="wrap">
            <h2 className="h2">Questions people ask</h2>
            <QuestionList entries={article.faq} className="mt-5 max-w-3xl" />
          </div>
        </section>
      ) : null}
    </>
  );
}
