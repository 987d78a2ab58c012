import { TitleAndSlug } from "#app/features/content-editor/components/admin/title-and-slug.tsx";
import type { ArticleValues } from "../../article-schema.ts";
import { articlePath } from "../../constants.ts";

type ArticleDetailsProps = {
  values: ArticleValues;
  /** The published slug; null for an article that is not saved. */
  savedSlug: string | null;
  onChange: (change: (values: ArticleValues) => ArticleValues) => void;
};

export function ArticleDetails({ values, savedSlug, onChange }: ArticleDetailsProps) {
  const set = (changes: Partial<ArticleValues>) => onChange((now) => ({ ...now, ...changes }));
  return (
    <section aria-labelledby="article-details" className="panel-card grid gap-4 p-5">
      <h3 id="article-details" className="font-display text-lg font-extrabold">
        Details
      </h3>
      <div className="grid items-start gap-4 room-md:room-max-xl:grid-cols-2 room-2xl:grid-cols-2">
        <TitleAndSlug
          title={values.title}
          slug={values.slug}
          savedSlug={savedSlug}
          getPath={articlePath}
          onChange={set}
        />
      </div>
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          checked={values.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
          className="size-5 accent-action"
        />
        <span className="font-semibold">Active (visible to the public)</span>
      </label>
    </section>
  );
}
