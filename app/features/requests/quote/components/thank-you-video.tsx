import { useEffect, useRef, useState } from "react";

type Loading = "loading" | "ready" | "failed";

const STILL = "/media/thank-you.webp";

/**
 * A short clip of Henry, small and muted, with its caption and a button that stops it beside the
 * picture. A still image until it has loaded, if it fails to load, and for people who want less
 * motion.
 */
export function ThankYouVideo() {
  const [state, setState] = useState<Loading>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const caption = useCaption(video);
  // On a server-rendered page it may have loaded or failed before hydration.
  useEffect(() => {
    const clip = video.current;
    if (!clip) return;
    if (clip.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setState("ready");
    else if (clip.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setState("failed");
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play(clip);
  }, []);
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else play(video.current);
  };
  return (
    <figure className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {state === "failed" ? (
        <img
          src={STILL}
          alt="Henry gives a thumbs-up"
          width="640"
          height="360"
          className="h-auto w-40 rounded-xl"
        />
      ) : (
        <video
          ref={video}
          className="h-auto w-40 rounded-xl bg-sand"
          muted
          playsInline
          preload="auto"
          poster={STILL}
          width="640"
          height="360"
          onLoadedData={() => setState("ready")}
          onError={() => setState("failed")}
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
        >
          <source
            src="/media/thank-you.webm"
            type="video/webm"
            onError={() => setState("failed")}
          />
          <track kind="captions" src="/media/thank-you.vtt" srcLang="en" label="English" default />
        </video>
      )}
      <figcaption className="min-w-32 flex-1 text-[0.9375rem]">
        {state === "loading" ? (
          <span role="status" className="needs-script">
            Loading video...
          </span>
        ) : null}
        {caption ? <span className="block">{caption}</span> : null}
        {state === "ready" ? (
          <button type="button" className="link py-1" onClick={toggle}>
            {isPlaying ? "Pause" : "Play"}
          </button>
        ) : null}
      </figcaption>
    </figure>
  );
}

/** The browser may refuse; the still image stays then. */
const play = (clip: HTMLVideoElement | null) => void clip?.play().catch(() => {});

/**
 * The words of the moment. In a small picture the browser's own captions could not be read, and
 * would cover it.
 */
function useCaption(video: React.RefObject<HTMLVideoElement | null>): string {
  const [caption, setCaption] = useState("");
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track) return;
    track.mode = "hidden";
    const show = () => setCaption((track.activeCues?.[0] as VTTCue | undefined)?.text ?? "");
    track.addEventListener("cuechange", show);
    return () => track.removeEventListener("cuechange", show);
  }, [video]);
  return caption;
}
