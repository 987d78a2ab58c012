import { useState } from "react";
import { toast } from "sonner";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { ConflictDialog } from "#app/features/content-editor/components/admin/conflict-dialog.tsx";
import { DraftBanner } from "#app/features/content-editor/components/admin/draft-banner.tsx";
import { SaveBar } from "#app/features/content-editor/components/admin/save-bar.tsx";
import { useContentEditor } from "#app/features/content-editor/components/admin/use-content-editor.ts";
import { useUndoToast } from "#app/features/content-editor/components/admin/use-undo-toast.ts";
import { VersionHistory } from "#app/features/content-editor/components/admin/version-history.tsx";
import { normalizeSlug } from "#app/features/content-editor/normalize-slug.ts";
import { type ArticleContent, type ArticleValues, MAX_SLUG } from "../../article-schema.ts";
import { GENERATED } from "../../constants.ts";
import { listDifferences } from "../../describe-changes.ts";
import { articleKind, createEmptyArticle, hasContent } from "../../edit-article.ts";
import type { ArticleEditorData } from "../../loaders.server.ts";
import { ArticleChecks } from "./article-checks.tsx";
import { ArticleDetails } from "./article-details.tsx";
import { ArticleHeader } from "./article-header.tsx";
import { CtaFields, HeroFields, SeoFields } from "./content-fields.tsx";
import { GeneratePanel } from "./generate-panel.tsx";
import { LivePreview } from "./live-preview.tsx";
import { SectionsEditor } from "./sections-editor.tsx";
import { useArticleGeneration } from "./use-article-generation.ts";
import { useViews, ViewSwitch } from "./view-switch.tsx";

const SUCCESS_MS = 3_000;
const UNDO_MS = 15_000;

/** Inserts generated content into an article, and a title and slug if it has none. */
const withContent = (values: ArticleValues, content: ArticleContent): ArticleValues => {
  const title = values.title.trim() || content.hero.title;
  return {
    ...values,
    title,
    slug: values.slug || normalizeSlug(title).slice(0, MAX_SLUG),
    content,
  };
};

/** Editor of an advertorial, with a live preview next to it. */
export function ArticleEditor({ data }: { data: ArticleEditorData }) {
  const { article, drafts, clock } = data;
  const editor = useContentEditor<ArticleValues>({
    kind: articleKind,
    content: article,
    createEmpty: createEmptyArticle,
    drafts,
  });
  const [isManual, setManual] = useState(false);
  /** Editor and preview are side by side when there is enough space. */
  const views = useViews();
  const [place, setPlace] = useState<string>();
  const { values, isLocked } = editor;
  const offerUndo = useUndoToast();
  const isHydrated = useHydrated();
  const isShown = article !== null || isManual;
  const insertGenerated = (content: ArticleContent) => {
    const [before, after] = [values, withContent(values, content)];
    setManual(true);
    editor.change(() => after);
    toast.success(GENERATED, { duration: SUCCESS_MS });
    // Undo keeps what was typed after the replacement.
    const undo = () =>
      editor.change((now) => articleKind.merge({ base: after, theirs: before, mine: now }).merged);
    if (hasContent(before.content))
      offerUndo("What was in the editor was replaced.", { duration: UNDO_MS, undo });
  };
  const generation = useArticleGeneration({
    editorValues: values,
    isLocked,
    onContent: insertGenerated,
  });
  const hasGenerationStatus =
    generation.isBusy || Boolean(generation.offered ?? generation.error ?? generation.message);
  const setContent = (change: (content: ArticleContent) => ArticleContent) =>
    editor.change((now) => ({ ...now, content: change(now.content) }));

  return (
    <div className="grid gap-5">
      <ArticleHeader article={article} />
      <DraftBanner
        drafts={editor.earlierDrafts.map(({ key, savedAt, values: { title } }) => ({
          key,
          savedAt,
          name: title,
        }))}
        clock={clock}
        onRestore={(key) => {
          setManual(true);
          editor.restoreDraft(key);
        }}
        onDiscard={editor.discardDraft}
      />
      {isShown && hasContent(values.content) ? (
        <details
          open={hasGenerationStatus || undefined}
          className="panel-card [&>section]:border-0"
        >
          <summary className="px-5 py-4 font-display text-lg font-extrabold">
            Generate again
          </summary>
          <GeneratePanel generation={generation} />
        </details>
      ) : (
        <GeneratePanel
          generation={generation}
          onSkip={isShown ? undefined : () => setManual(true)}
        />
      )}
      {isShown ? (
        <div
          inert={isLocked || !isHydrated}
          className={`grid scroll-mt-14 gap-5 [&_:is(input,textarea,select,button)]:scroll-mb-28 ${isLocked ? "opacity-60" : ""}`}
        >
          <ViewSwitch {...views} />
          <div className="grid items-start gap-5 room-xl:grid-cols-[minmax(0,1fr)_26rem] room-2xl:grid-cols-[minmax(0,1fr)_34rem]">
            <div
              onFocusCapture={({ target }) =>
                setPlace(target.closest("[data-place]")?.getAttribute("data-place") ?? undefined)
              }
              className={`grid gap-5 ${views.view === "write" ? "" : "room-max-xl:hidden"}`}
            >
              <ArticleDetails
                key={editor.restoreCount}
                values={values}
                savedSlug={article ? editor.saved.slug : null}
                onChange={editor.change}
              />
              <SeoFields content={values.content} onChange={setContent} />
              <HeroFields content={values.content} onChange={setContent} />
              <SectionsEditor sections={values.content.sections} onChange={setContent} />
              <CtaFields content={values.content} sitePhone={data.phone} onChange={setContent} />
              <ArticleChecks title={values.title} content={values.content} />
              {article ? (
                <VersionHistory<ArticleValues>
                  content={article}
                  // Restoring a version does not change whether the article is public.
                  compare={(earlier) =>
                    listDifferences({ ...earlier, isActive: values.isActive }, values)
                  }
                  clock={clock}
                  onRestore={(earlier, version) => {
                    editor.change((now) => ({ ...earlier, isActive: now.isActive }));
                    toast.success(`Version ${version} is in the editor. Save to keep it.`);
                  }}
                />
              ) : null}
            </div>
            <div
              className={`room-xl:sticky room-xl:top-20 ${views.view === "preview" ? "" : "room-max-xl:hidden"}`}
            >
              <LivePreview values={values} place={place} data={data} />
            </div>
          </div>
          <SaveBar
            editor={editor}
            label={article ? "Update Advertorial" : "Save Advertorial"}
            error={editor.error}
            timeZone={clock.timeZone}
          />
        </div>
      ) : null}
      {editor.conflict ? (
        <ConflictDialog
          noun="advertorial"
          fields={editor.conflict.fields}
          onResolve={editor.conflict.resolve}
          onCancel={editor.conflict.cancel}
        />
      ) : null}
    </div>
  );
}
