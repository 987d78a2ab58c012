import { useEffect, useRef, useState } from "react";

type Loading = "loading" | "ready" | "failed";

const STILL = "/media/thank-you.webp";

/**
 * A short clip of Henry, muted, with a button that stops it. A still image until it has loaded, if it
 * fails to load, and for people who want less motion.
 */
export function ThankYouVideo() {
  const [state, setState] = useState<Loading>("loading");
  const [isPlaying, setIsPlaying] = useState(true);
  const video = useRef<HTMLVideoElement>(null);
  // On a server-rendered page it may have loaded or failed before hydration.
  useEffect(() => {
    const clip = video.current;
    if (!clip) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      clip.pause();
      setIsPlaying(false);
    }
    if (clip.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) setState("ready");
    else if (clip.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setState("failed");
  }, []);
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else void video.current?.play();
  };
  return (
    <div className="relative mt-4 aspect-video max-h-44 overflow-hidden rounded-xl bg-sand">
      {state === "failed" ? (
        <img
          src={STILL}
          alt="Henry gives a thumbs-up"
          width="640"
          height="360"
          className="size-full object-contain"
        />
      ) : (
        <video
          ref={video}
          className="size-full object-contain"
          muted
          autoPlay
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
      {state === "loading" ? (
        <p
          role="status"
          className="needs-script absolute top-3 left-3 rounded-lg bg-paper px-3 py-1 text-[0.9375rem]"
        >
          Loading video...
        </p>
      ) : null}
      {state === "ready" ? (
        <button
          type="button"
          className="absolute right-2 bottom-2 rounded-lg bg-paper px-3 py-1 text-[0.9375rem] font-semibold"
          onClick={toggle}
        >
          {isPlaying ? "Pause" : "Play"}
        </button>
      ) : null}
    </div>
  );
}
