import { useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useEntries } from "#app/features/content-editor/components/admin/use-entries.ts";
import { useUndoToast } from "#app/features/content-editor/components/admin/use-undo-toast.ts";
import {
  type ArticleContent,
  type ArticleSection,
  createSection,
  MAX_SECTIONS,
  type SectionType,
} from "../../article-schema.ts";
import { AddSection } from "./add-section.tsx";
import { type SectionActions, SectionCard } from "./section-card.tsx";

const UNDO_MS = 15_000;

type SectionsEditorProps = {
  sections: ArticleSection[];
  onChange: (change: (content: ArticleContent) => ArticleContent) => void;
};

/** The body of the article, section by section. */
export function SectionsEditor({ sections, onChange }: SectionsEditorProps) {
  const setSections = (change: (sections: ArticleSection[]) => ArticleSection[]) =>
    onChange((content) => ({ ...content, sections: change(content.sections) }));
  const list = useEntries({
    noun: "section",
    entries: sections,
    max: MAX_SECTIONS,
    onChange: setSections,
  });
  const offerUndo = useUndoToast();
  /** Id of the section below which one is being added. */
  const [openId, setOpenId] = useState<string>();
  const isFull = sections.length >= MAX_SECTIONS;

  const add = (type: SectionType, behind?: number) => {
    const section = createSection(type);
    list.add(section, behind);
    list.focusLater(`content/sections/${section.id}/${type === "image" ? "imageUrl" : "content"}`);
    setOpenId(undefined);
  };
  /** Splits pasted paragraphs into separate sections. */
  const splitPasted = (at: number, paragraphs: string[]) => {
    const [first = "", ...rest] = paragraphs;
    const before = sections[at];
    if (!before) return;
    if (sections.length + rest.length > MAX_SECTIONS) {
      toast.error(
        `The text has ${paragraphs.length} paragraphs; an article has at most ${MAX_SECTIONS} sections. Paste less at once.`,
      );
      return;
    }
    const added = rest.map((content) => ({ ...createSection("paragraph"), content }));
    const isAdded = ({ id }: ArticleSection) => added.some((section) => section.id === id);
    const withText = (now: ArticleSection[], content: ArticleSection["content"]) =>
      now.map((section) => (section.id === before.id ? { ...section, content } : section));
    setSections((now) => withText(now, first).toSpliced(at + 1, 0, ...added));
    list.focusLater(`content/sections/${added.at(-1)?.id}/content`);
    offerUndo(`Pasted as ${paragraphs.length} paragraphs.`, {
      duration: UNDO_MS,
      undo: () =>
        setSections((now) => withText(now, before.content).filter((section) => !isAdded(section))),
    });
  };
  const actions = useStableActions<SectionActions>({
    edit: list.edit,
    move: list.move,
    remove: list.remove,
    splitPasted,
    add,
    toggle: (id) => setOpenId(openId === id ? undefined : id),
    focusLater: list.focusLater,
  });

  return (
    <section
      aria-labelledby="article-sections"
      data-field="content"
      tabIndex={-1}
      className="grid gap-4"
    >
      <h3 id="article-sections" className="font-display text-lg font-extrabold">
        Content sections <span className="font-normal text-muted">({sections.length})</span>
      </h3>
      {sections.map((section, at) => (
        <SectionCard
          key={section.id}
          section={section}
          at={at}
          count={sections.length}
          isOpen={openId === section.id}
          isFull={isFull}
          actions={actions}
        />
      ))}
      {sections.length === 0 ? (
        <p className="panel-card p-5 text-muted">
          No sections yet. A heading and a paragraph are a good beginning.
        </p>
      ) : null}
      <AddSection id="add-section" label="Add a section" isFull={isFull} onAdd={add} />
      {isFull ? (
        <p className="text-[0.9375rem] text-muted">
          An article has at most {MAX_SECTIONS} sections.
        </p>
      ) : null}
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </section>
  );
}

/**
 * Returns the same object for every render, whose functions call the latest ones, so that unchanged
 * cards are not rendered again.
 */
function useStableActions<A extends { [name in keyof A]: (...args: never[]) => void }>(
  actions: A,
): A {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof A)[];
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latest.current[name](...args)]),
    ) as A;
  }, []);
}
