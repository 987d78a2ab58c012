import { PhoneIcon } from "#app/components/ui/chrome-icons.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { AT_REST, LONGEST } from "../clip-words.ts";
import { useClip } from "./use-clip.ts";

const CLIP = "/media/thank-you.webm";
const STILL = "/media/thank-you.webp";
const SIZE = { width: 640, height: 360 };
/** All captions lie over the longest one, which keeps their room. */
const SAME_CELL = "col-start-1 row-start-1";

/**
 * A short clip of what happens with a request, muted, with its caption and a button that stops it
 * beside the picture. The number is text below it, as it is a setting and the clip a file. The still,
 * the clip's first and last picture, is all that people see who want less motion or have no script.
 */
export function ThankYouVideo({ phone }: { phone: string }) {
  const { video, state, caption, isPlaying, toggle, markFailed, handlers } = useClip();
  return (
    <figure className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-2">
      <div className="w-full overflow-hidden rounded-xl bg-deep text-cream @min-[28rem]:max-w-80">
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
        <p className="flex items-center justify-center gap-2 px-3">
          <PhoneIcon className="size-5 shrink-0 text-sun" />
          <PhoneLink
            phone={phone}
            className="py-1 font-display text-xl font-bold text-sun hover:underline"
          />
        </p>
      </div>
      <figcaption className="min-w-40 flex-1 leading-6">
        <span
          data-longest={LONGEST}
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
        <span className="flex flex-wrap gap-x-4">
          {state === "ready" ? (
            <button type="button" className="link py-1" onClick={toggle}>
              {isPlaying ? "Pause" : "Play"}
            </button>
          ) : null}
          <a href="/contact.vcf" download className="link py-1">
            Save to contacts
          </a>
        </span>
      </figcaption>
    </figure>
  );
}

const Still = () => (
  <img src={STILL} alt="Henry waves beside a phone" {...SIZE} className="block h-auto w-full" />
);
