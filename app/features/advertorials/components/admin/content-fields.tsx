import { useState } from "react";
import { TextField } from "#app/components/form/field.tsx";
import { isSame } from "#app/features/content-editor/merge-changes.ts";
import type { ArticleContent } from "../../article-schema.ts";
import { isValidPhone } from "../../check-article.ts";
import { META_DESCRIPTION_LENGTH, META_TITLE_LENGTH } from "../../constants.ts";
import { parseKeywords } from "../../parse-keywords.ts";
import { ImageUrlField } from "./image-url-field.tsx";

type FieldsProps = {
  content: ArticleContent;
  onChange: (change: (content: ArticleContent) => ArticleContent) => void;
};

/** Place that scrolls the preview to the end of the page. */
export const CTA_PLACE = "cta";

function Panel({
  id,
  title,
  place,
  children,
}: {
  id: string;
  title: string;
  place?: string;
  children: React.ReactNode;
}) {
  return (
    <section aria-labelledby={id} data-place={place} className="panel-card grid gap-4 p-5">
      <h3 id={id} className="font-display text-lg font-extrabold">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Title, description and keywords for search engines. */
export function SeoFields({ content: { meta }, onChange }: FieldsProps) {
  const set = (changes: Partial<ArticleContent["meta"]>) =>
    onChange((now) => ({ ...now, meta: { ...now.meta, ...changes } }));
  return (
    <Panel id="article-seo" title="SEO">
      <TextField
        name="content/meta/title"
        label="SEO title"
        value={meta.title}
        maxLength={META_TITLE_LENGTH}
        hint={`${meta.title.length}/${META_TITLE_LENGTH} characters`}
        autoComplete="off"
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        name="content/meta/description"
        label="Meta description"
        rows={3}
        value={meta.description}
        maxLength={META_DESCRIPTION_LENGTH}
        hint={`${meta.description.length}/${META_DESCRIPTION_LENGTH} characters`}
        onChange={({ target }) => set({ description: target.value })}
      />
      <KeywordsField keywords={meta.keywords} onChange={(keywords) => set({ keywords })} />
    </Panel>
  );
}

/** A comma that was just typed is kept until a word follows. */
function KeywordsField({
  keywords,
  onChange,
}: {
  keywords: string[];
  onChange: (keywords: string[]) => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <TextField
      name="content/meta/keywords"
      label="Keywords"
      value={isSame(parseKeywords(typed), keywords) ? typed : keywords.join(", ")}
      hint="Separated by commas"
      autoComplete="off"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseKeywords(target.value));
      }}
    />
  );
}

/** The top of the page. */
export function HeroFields({ content: { hero }, onChange }: FieldsProps) {
  const set = (changes: Partial<ArticleContent["hero"]>) =>
    onChange((now) => ({ ...now, hero: { ...now.hero, ...changes } }));
  return (
    <Panel id="article-hero" title="Hero">
      <TextField
        name="content/hero/title"
        label="Hero title"
        value={hero.title}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        name="content/hero/subtitle"
        label="Hero subtitle"
        rows={2}
        value={hero.subtitle}
        maxLength={400}
        onChange={({ target }) => set({ subtitle: target.value })}
      />
      <ImageUrlField
        name="content/hero/imageUrl"
        label="Hero image URL"
        url={hero.imageUrl}
        onChange={(imageUrl) => set({ imageUrl })}
      />
    </Panel>
  );
}

type CtaFieldsProps = FieldsProps & {
  /** The site's phone number, used when the article has none. */
  sitePhone: string;
};

/** The call to action at the end of the page. */
export function CtaFields({ content: { cta }, sitePhone, onChange }: CtaFieldsProps) {
  const set = (changes: Partial<ArticleContent["cta"]>) =>
    onChange((now) => ({ ...now, cta: { ...now.cta, ...changes } }));
  return (
    <Panel id="article-cta" title="Call to action" place={CTA_PLACE}>
      <TextField
        name="content/cta/title"
        label="Title"
        value={cta.title}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => set({ title: target.value })}
      />
      <TextField
        name="content/cta/subtitle"
        label="Subtitle"
        rows={2}
        value={cta.subtitle}
        maxLength={400}
        onChange={({ target }) => set({ subtitle: target.value })}
      />
      <TextField
        name="content/cta/phone"
        label="Phone"
        type="tel"
        value={cta.phone}
        maxLength={40}
        error={
          isValidPhone(cta.phone)
            ? undefined
            : `Not a phone number with ten digits: visitors see ${sitePhone}, the number of the site.`
        }
        hint={`Empty: the number of the site, ${sitePhone}`}
        autoComplete="off"
        onChange={({ target }) => set({ phone: target.value })}
      />
    </Panel>
  );
}
