import { PhoneIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { AT_REST, PLAY } from "../clip-words.ts";
import { useClip } from "./use-clip.ts";

const CLIP = "/media/thank-you.webm";
const STILL = "/media/thank-you.webp";
const SIZE = { width: 640, height: 360 };
/** All captions lie over the longest one, which keeps their room. */
const SAME_CELL = "col-start-1 row-start-1";

/**
 * A short clip of what happens with a request, muted, with a button on the picture that plays and
 * stops it, and its caption beside. The number is text below it, as it is a setting and the clip a
 * file. The still, the clip's first and last picture, is all that people see who want less motion
 * or have no script.
 */
export function ThankYouVideo({ phone }: { phone: string }) {
  const { video, state, caption, isPlaying, toggle, markFailed, handlers } = useClip();
  return (
    <figure className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
      <div className="w-full overflow-hidden rounded-xl bg-deep text-cream @min-[28rem]:max-w-80 @3xl:max-w-64">
        <div className="relative">
          {state === "failed" ? (
            <Still />
          ) : (
            <video
              ref={video}
              aria-label="A clip without sound: what happens with your request"
              muted
              playsInline
              preload="none"
              poster={STILL}
              {...SIZE}
              className="needs-script block h-auto w-full"
              {...handlers}
            >
              <source src={CLIP} type="video/webm" onError={markFailed} />
              <track
                kind="captions"
                src="/media/thank-you.vtt"
                srcLang="en"
                label="English"
                default
              />
            </video>
          )}
          {/* A browser without script would draw controls over a video. */}
          <noscript>
            <Still />
          </noscript>
          {state === "ready" ? <PlayButton isPlaying={isPlaying} onClick={toggle} /> : null}
        </div>
        <p className="flex items-center justify-center gap-2 px-3">
          <PhoneIcon className="size-5 shrink-0 text-sun" />
          <PhoneLink
            phone={phone}
            className="py-1 font-display text-xl font-bold text-sun hover:underline"
          />
        </p>
      </div>
      <figcaption className="min-w-40 flex-1 leading-6 text-balance">
        <span
          data-longest={AT_REST}
          className="grid font-semibold after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-longest)]"
        >
          {state === "loading" ? (
            <>
              <span role="status" className={`needs-script font-normal text-muted ${SAME_CELL}`}>
                Loading video...
              </span>
              <noscript className={SAME_CELL}>{AT_REST}</noscript>
            </>
          ) : (
            <span className={SAME_CELL}>{caption ?? AT_REST}</span>
          )}
        </span>
        <a href="/contact.vcf" download className="btn btn-line mt-2">
          Save to contacts
        </a>
      </figcaption>
    </figure>
  );
}

/** In a corner, where it covers nobody. */
const PlayButton = ({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }) => (
  <button
    type="button"
    aria-label={isPlaying ? "Pause" : `Play, ${PLAY}`}
    className={`absolute bottom-2 flex items-center justify-center gap-1.5 rounded-full border-2 border-cream bg-deep font-semibold text-cream ${isPlaying ? "right-2 size-11" : "left-2 min-h-11 py-1 pr-4 pl-3"}`}
    onClick={onClick}
  >
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-6 shrink-0">
      <path d={isPlaying ? "M7 5h4v14H7zm6 0h4v14h-4z" : "M8 4.5v15L20 12z"} />
    </svg>
    {isPlaying ? null : PLAY}
  </button>
);

const Still = () => (
  <img src={STILL} alt="Henry waves beside a phone" {...SIZE} className="block h-auto w-full" />
);
