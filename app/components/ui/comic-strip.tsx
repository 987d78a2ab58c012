import { SceneImage } from "./scene-image.tsx";

/** The three pictures of how a request goes: told, one pro named, a yes. A caption for each. */
export const ComicStrip = ({ captions }: { captions: readonly string[] }) => (
  <ol className="mt-4 grid gap-3 md:grid-cols-3 md:gap-4">
    {captions.map((caption, index) => (
      <li key={caption} className="grid grid-cols-[2fr_3fr] items-center gap-x-4 md:block">
        <SceneImage
          name={`comic-${index + 1}`}
          className="h-auto w-full rounded-lg border-2 border-ink"
        />
        <p className="leading-6 md:mt-2">{caption}</p>
      </li>
    ))}
  </ol>
);
