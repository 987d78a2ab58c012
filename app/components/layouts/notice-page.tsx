import { SceneImage } from "../ui/scene-image.tsx";

type NoticePageProps = {
  title: string;
  text?: string;
  /**
   * What people read first, where the title is a technical one; title and text then stand above it.
   */
  lead?: { title: string; text: string };
  /** Name of a scene. */
  image: string;
  children?: React.ReactNode;
  /** Other ways to go on, across the whole page. */
  below?: React.ReactNode;
};

/**
 * A whole page with one message: nothing found, not ready, done. Its scene fills the side of the
 * page, and is a strip above the words on smaller screens.
 */
export function NoticePage({ title, text, lead, image, children, below }: NoticePageProps) {
  return (
    <main id="main">
      <div className="relative">
        <SceneImage
          name={image}
          className="h-44 w-full border-b border-line lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[42%] lg:border-l"
          isFirst
        />
        <div className="wrap">
          <div className="pt-5 pb-8 lg:flex lg:min-h-104 lg:w-[56%] lg:flex-col lg:justify-center lg:py-10 lg:pr-8">
            {lead ? (
              <>
                <div className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] leading-6 font-semibold">
                  <h1 className="order-1 font-text text-[0.9375rem] leading-6 font-semibold tracking-normal text-muted">
                    {title}
                  </h1>
                  <p className="rounded bg-ink px-2 text-paper">{text}</p>
                </div>
                <h2 className="h1 mt-2">{lead.title}</h2>
                <p className="mt-2 max-w-xl text-lg leading-7">{lead.text}</p>
              </>
            ) : (
              <>
                <h1 className="h1">{title}</h1>
                {text ? <p className="mt-3 max-w-xl text-lg">{text}</p> : null}
              </>
            )}
            {children ? <div className="mt-5 flex flex-wrap gap-3">{children}</div> : null}
          </div>
        </div>
      </div>
      {below}
    </main>
  );
}
