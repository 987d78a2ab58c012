import { SceneImage } from "../ui/scene-image.tsx";

type NoticePageProps = {
  title: string;
  text?: string;
  /** Name of a scene. */
  image: string;
  children?: React.ReactNode;
};

/**
 * A whole page with one message: nothing found, not ready, done. Its scene fills the side of the
 * page, and is a strip above the words on small screens.
 */
export function NoticePage({ title, text, image, children }: NoticePageProps) {
  return (
    <main id="main" className="relative">
      <SceneImage
        name={image}
        className="h-44 w-full border-b border-line object-cover md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:object-[70%_50%] md:border-b-0 md:border-l"
        isFirst
      />
      <div className="wrap">
        <div className="pt-5 pb-8 md:flex md:min-h-120 md:w-[56%] md:flex-col md:justify-center md:py-12 md:pr-8">
          <h1 className="h1">{title}</h1>
          {text ? <p className="mt-3 max-w-xl text-lg">{text}</p> : null}
          {children ? <div className="mt-5 flex flex-wrap gap-3">{children}</div> : null}
        </div>
      </div>
    </main>
  );
}
