import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import type { ArticleSection, ArticleValues } from "../../article-schema.ts";
import type { ArticleEditorData } from "../../loaders.server.ts";
import {
  countShown,
  type ShownArticle,
  type ShownImage,
  toShownArticle,
} from "../../shown-article.ts";
import { AdvertorialPage } from "../advertorial-page.tsx";
import { CTA_PLACE } from "./content-fields.tsx";
import { PreviewFrame } from "./preview-frame.tsx";

const DEVICES = [
  { name: "Phone", width: 390 },
  { name: "Desktop", width: 1280 },
] as const;
type Device = (typeof DEVICES)[number];

type LivePreviewProps = {
  values: ArticleValues;
  /** The part being edited: the id of a section, the call to action, or undefined for the top. */
  place: string | undefined;
  data: Pick<ArticleEditorData, "brand" | "phone" | "tokens">;
};

/** Live preview of the page. */
export function LivePreview({ values, place, data: { brand, phone, tokens } }: LivePreviewProps) {
  const [device, setDevice] = useState<Device>(DEVICES[0]);
  const { ref, width } = useWidth();
  useScrollToPlace(ref, { sections: values.content.sections, place });
  // Typing has priority: the page is rendered when there is time, and at most once per change.
  const deferredValues = useDeferredValue(values);
  const page = useMemo(() => {
    const article = replaceForeignImages(toShownArticle(deferredValues, { tokens, phone }));
    return (
      <AdvertorialPage
        brand={brand}
        article={article}
        view="article"
        slug={deferredValues.slug}
        published={null}
        updated=""
        isCounted={false}
        preview={null}
      />
    );
  }, [deferredValues, brand, tokens, phone]);
  const scale = width > 0 ? Math.min(1, width / device.width) : 1;
  return (
    <section aria-labelledby="live-preview" className="panel-card grid gap-3 p-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="live-preview" className="font-display text-lg font-extrabold">
          Live preview
        </h3>
        <fieldset aria-label="Screen of the preview" className="flex flex-wrap gap-1">
          {DEVICES.map((choice) => (
            <Button
              key={choice.name}
              aria-pressed={choice === device}
              onClick={() => setDevice(choice)}
              tone={choice === device ? "primary" : "plain"}
            >
              {choice.name}
            </Button>
          ))}
        </fieldset>
      </header>
      <div
        ref={ref}
        className="h-[max(24rem,calc(100dvh-18.5rem))] overflow-hidden rounded-lg border border-line bg-paper"
      >
        <PreviewFrame
          title="Preview of the page"
          className="mx-auto block border-0"
          style={{
            width: device.width,
            height: `${100 / scale}%`,
            transform: `scale(${scale})`,
            transformOrigin: "top left",
          }}
        >
          {page}
        </PreviewFrame>
      </div>
      <p className="text-sm text-muted">
        Images from other sites are shown as a box here. Links do nothing.
      </p>
    </section>
  );
}

/**
 * The portal loads nothing from other sites: their images are replaced by a box with the host name.
 */
function replaceForeignImages({ hero, sections, ...article }: ShownArticle): ShownArticle {
  const replaceForeign = (image: ShownImage): ShownImage =>
    image.url.startsWith("/")
      ? image
      : { url: buildPlaceholderImage(new URL(image.url).host), stored: null };
  return {
    ...article,
    hero: { ...hero, image: hero.image && replaceForeign(hero.image) },
    sections: sections.map((section) =>
      section.type === "image" ? { ...section, image: replaceForeign(section.image) } : section,
    ),
  };
}

function buildPlaceholderImage(host: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360"><rect width="480" height="360" fill="#e9e1d0"/><text x="240" y="185" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#14424b">Image from ${host}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

type ScrollOptions = { sections: readonly ArticleSection[]; place: string | undefined };

/** Scrolls the preview to the part being edited. */
function useScrollToPlace(
  ref: React.RefObject<HTMLDivElement | null>,
  { sections, place }: ScrollOptions,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another part is edited, not on each keystroke
  useEffect(() => {
    const inner = ref.current?.querySelector("iframe")?.contentDocument;
    const view = inner?.defaultView;
    if (!inner || !view) return;
    const at = sections.findIndex(({ id }) => id === place);
    const shown = inner.querySelectorAll(".prose > *");
    const target =
      place === CTA_PLACE
        ? inner.querySelector("main section:last-of-type")
        : at < 0
          ? null
          : shown[Math.min(countShown(sections.slice(0, at)), shown.length - 1)];
    view.scrollTo({
      top: target ? view.scrollY + target.getBoundingClientRect().top - view.innerHeight / 3 : 0,
      behavior: "instant",
    });
  }, [place]);
}

/** Observes the width of an element, in pixels. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
