import { ListPlus, Trash2 } from "lucide-react";
import { memo } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { MoveButtons } from "#app/features/content-editor/components/admin/move-buttons.tsx";
import {
  type ArticleSection,
  MAX_SECTION_TEXT,
  SECTION_NAMES,
  type SectionType,
} from "../../article-schema.ts";
import { withImage } from "../../edit-article.ts";
import { splitParagraphs } from "../../split-text.ts";
import { AddSection } from "./add-section.tsx";
import { ImageUrlField } from "./image-url-field.tsx";
import { ListItems } from "./list-items.tsx";

type Change = (section: ArticleSection) => ArticleSection;
/** Actions on a section, by its position. */
export type SectionActions = {
  edit: (id: string, change: Change) => void;
  move: (section: ArticleSection, at: number, by: -1 | 1) => void;
  remove: (section: ArticleSection, at: number) => void;
  /** Called when a pasted text has several paragraphs. */
  splitPasted: (at: number, paragraphs: string[]) => void;
  /** Adds a section after this one. */
  add: (type: SectionType, behind: number) => void;
  toggle: (id: string) => void;
  focusLater: (name: string) => void;
};
type SectionCardProps = {
  section: ArticleSection;
  at: number;
  count: number;
  /** Whether the choice of a section below is open. */
  isOpen: boolean;
  isFull: boolean;
  actions: SectionActions;
};

const ROWS = { heading: undefined, paragraph: 5, blockquote: 3 } as const;

export const SectionCard = memo(function SectionCard({
  section,
  at,
  count,
  isOpen,
  isFull,
  actions,
}: SectionCardProps) {
  const { id, type } = section;
  const what = `section ${at + 1}`;
  const title = `section-${id}-title`;
  return (
    <section aria-labelledby={title} data-place={id} className="panel-card grid gap-3 p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h4 id={title} className="font-semibold">
          {at + 1}. {SECTION_NAMES[type]}
        </h4>
        <span className="flex flex-wrap gap-1">
          <Button
            onClick={() => actions.toggle(id)}
            disabled={isFull}
            aria-expanded={isOpen}
            aria-label={`Add below ${what}`}
            title="Add below"
            className="px-2.5!"
          >
            <ListPlus className="size-4" aria-hidden="true" />
          </Button>
          <MoveButtons
            id={`section-${id}`}
            what={what}
            isFirst={at === 0}
            isLast={at === count - 1}
            onMove={(by) => actions.move(section, at, by)}
          />
          <Button
            onClick={() => actions.remove(section, at)}
            aria-label={`Remove ${what}`}
            title="Remove"
            tone="danger"
            className="px-2.5!"
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </Button>
        </span>
      </header>
      <SectionFields
        section={section}
        name={SECTION_NAMES[type]}
        onChange={(change) => actions.edit(id, change)}
        onSplitPasted={(paragraphs) => actions.splitPasted(at, paragraphs)}
        focusLater={actions.focusLater}
      />
      {isOpen ? (
        <div className="grid gap-2 border-t border-line pt-3">
          <p className="text-sm font-semibold text-muted">Below this one:</p>
          <AddSection
            label={`Add below ${what}`}
            where={`below ${what}`}
            isFull={isFull}
            onAdd={(added) => actions.add(added, at)}
          />
        </div>
      ) : null}
    </section>
  );
});

type SectionFieldsProps = {
  section: ArticleSection;
  name: string;
  onChange: (change: Change) => void;
  onSplitPasted: (paragraphs: string[]) => void;
  focusLater: SectionActions["focusLater"];
};

function SectionFields({ section, name, onChange, onSplitPasted, focusLater }: SectionFieldsProps) {
  const { id, type, content, imageUrl = "", imageAlt = "", imageCaption = "" } = section;
  const set = (changes: Partial<ArticleSection>) => onChange((now) => ({ ...now, ...changes }));
  const field = (part: string) => `content/sections/${id}/${part}`;
  if (type === "list")
    return (
      <ListItems
        id={id}
        items={Array.isArray(content) ? content : [content]}
        onChange={(items) => set({ content: items })}
        focusLater={focusLater}
      />
    );
  if (type === "image")
    return (
      <>
        <ImageUrlField
          name={field("imageUrl")}
          label="Image URL"
          url={imageUrl}
          onChange={(url) => set({ imageUrl: url })}
          onChoose={(image) => onChange((now) => withImage(now, image))}
        />
        <TextField
          name={field("imageAlt")}
          label="Alt text"
          value={imageAlt}
          maxLength={300}
          hint="What the image shows, for people who cannot see it"
          onChange={({ target }) => set({ imageAlt: target.value })}
        />
        <TextField
          name={field("imageCaption")}
          label="Caption"
          optional
          value={imageCaption}
          maxLength={300}
          onChange={({ target }) => set({ imageCaption: target.value })}
        />
      </>
    );
  const handlePaste = (event: React.ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const whole =
      value.slice(0, selectionStart ?? 0) +
      event.clipboardData.getData("text/plain") +
      value.slice(selectionEnd ?? 0);
    const paragraphs = splitParagraphs(whole, MAX_SECTION_TEXT);
    if (paragraphs.length < 2) return;
    event.preventDefault();
    onSplitPasted(paragraphs);
  };
  return (
    <TextField
      name={field("content")}
      label={`${name} text`}
      rows={ROWS[type]}
      value={Array.isArray(content) ? content.join("\n") : content}
      maxLength={MAX_SECTION_TEXT}
      onPaste={type === "paragraph" ? handlePaste : undefined}
      onChange={({ target }) => set({ content: target.value })}
    />
  );
}
