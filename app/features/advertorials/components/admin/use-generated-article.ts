import { useRef, useState } from "react";
import { postJobIntent } from "#app/features/ai/components/admin/use-generation-job.ts";
import { useIsMounted } from "#app/features/ai/components/admin/use-is-mounted.ts";
import type { ArticleContent } from "../../article-schema.ts";
import { JOBS_PATH } from "../../constants.ts";

/** `id`: of the job that generated it, if known. */
export type GeneratedArticle = { id: string | null; content: ArticleContent };

export type GeneratedArticleOptions = {
  /** Current values of the editor. */
  editorValues: unknown;
  /** While true, nothing is inserted into the editor. */
  isLocked: boolean;
  onContent: (content: ArticleContent) => void;
};

/**
 * Inserts an article that was requested here with `onContent`. An article requested elsewhere may be
 * meant for another advertorial, so it is only offered; the same applies when somebody typed
 * meanwhile.
 */
export function useGeneratedArticle(options: GeneratedArticleOptions) {
  const [offered, offer] = useState<GeneratedArticle>();
  const latest = useRef(options);
  latest.current = options;
  /** Values of the editor when the article was requested. */
  const requestedWith = useRef(options.editorValues);
  const isMounted = useIsMounted();

  /** Clears the offer, on the server too. */
  const dismiss = ({ id }: GeneratedArticle) => {
    offer(undefined);
    if (id) void postJobIntent(`${JOBS_PATH}/${id}`, "dismiss");
  };
  const insert = (article: GeneratedArticle) => {
    latest.current.onContent(article.content);
    dismiss(article);
  };
  return {
    offered,
    offer,
    /** Called when an article is requested here. */
    markRequested: () => {
      requestedWith.current = latest.current.editorValues;
    },
    insertOrOffer: (article: GeneratedArticle, isRequestedHere: boolean) => {
      // A closed editor inserts nothing: the next one offers the article.
      if (!isMounted.current) return;
      const { editorValues, isLocked } = latest.current;
      const isUntouched = editorValues === requestedWith.current && !isLocked;
      if (isRequestedHere && isUntouched) insert(article);
      else offer(article);
    },
    insertOffered: () => {
      if (offered) insert(offered);
    },
    dismissOffered: () => {
      if (offered) dismiss(offered);
    },
  };
}
