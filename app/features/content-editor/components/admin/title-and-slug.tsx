import { useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { sanitizeSlugInput } from "../../normalize-slug.ts";

const MAX_SLUG = 120;

type SlugFieldProps = {
  slug: string;
  /** The published slug; null for new content. */
  savedSlug: string | null;
  getPath: (slug: string) => string;
  onChange: (slug: string) => void;
};

/** A published slug is locked: changing it must be deliberate. */
function SlugField({ slug, savedSlug, getPath, onChange }: SlugFieldProps) {
  const [isLocked, setLocked] = useState(savedSlug !== null);
  const isSlugChanged = savedSlug !== null && slug !== savedSlug;
  const hint = isSlugChanged
    ? "The old address redirects to the new one."
    : `Visitors reach it at ${getPath(slug || "…")}`;
  return (
    <div className="flex items-start gap-2 room-max-xs:flex-wrap">
      <TextField
        name="slug"
        label="URL slug *"
        value={slug}
        maxLength={MAX_SLUG}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isLocked}
        aria-required="true"
        hint={hint}
        onChange={({ target }) => onChange(sanitizeSlugInput(target.value))}
        className={`min-w-0 flex-1 wrap-anywhere room-max-xs:basis-full ${isLocked ? "[&_input]:bg-sand" : ""}`}
      />
      {savedSlug === null ? null : (
        <Button
          aria-label={isLocked ? "Update URL slug" : "Lock URL slug"}
          onClick={() => setLocked(!isLocked)}
          className="mt-8 min-h-12! room-max-xs:mt-0"
        >
          {isLocked ? "Update" : "Lock"}
        </Button>
      )}
    </div>
  );
}

type TitleAndSlugProps = Omit<SlugFieldProps, "onChange"> & {
  title: string;
  onChange: (changes: { title?: string; slug?: string }) => void;
};

/** The slug of new content follows its title until somebody edits the slug. */
export function TitleAndSlug({ title, onChange, ...slugField }: TitleAndSlugProps) {
  const { slug, savedSlug } = slugField;
  const [hasCustomSlug, setCustomSlug] = useState(() => slug !== sanitizeSlugInput(title));
  return (
    <>
      <TextField
        name="title"
        label="Title *"
        value={title}
        maxLength={200}
        autoComplete="off"
        aria-required="true"
        onChange={({ target }) =>
          onChange({
            title: target.value,
            ...(savedSlug === null && !hasCustomSlug
              ? { slug: sanitizeSlugInput(target.value).slice(0, MAX_SLUG) }
              : {}),
          })
        }
      />
      <SlugField
        {...slugField}
        onChange={(typed) => {
          setCustomSlug(true);
          onChange({ slug: typed });
        }}
      />
    </>
  );
}
