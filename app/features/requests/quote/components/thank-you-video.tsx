import { useEffect, useRef, useState } from "react";

type Loading = "loading" | "ready" | "failed";

/** A short clip of Henry, with a poster image until it has loaded, or if it fails to load. */
export function ThankYouVideo() {
  const [state, setState] = useState<Loading>("loading");
  const video = useRef<HTMLVideoElement>(null);
  // On a server-rendered page it may have loaded or failed before hydration.
  useEffect(() => {
    if ((video.current?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA) setState("ready");
    else if (video.current?.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) setState("failed");
  }, []);
  return (
    <div className="relative mt-4 aspect-video overflow-hidden rounded-xl bg-sand">
      {state === "failed" ? (
        <img
          src="/media/thank-you.webp"
          alt="Henry gives a thumbs-up"
          width="640"
          height="360"
          className="size-full object-cover"
        />
      ) : (
        <video
          ref={video}
          className="size-full"
          controls
          muted
          playsInline
          preload="auto"
          poster="/media/thank-you.webp"
          width="640"
          height="360"
          onLoadedData={() => setState("ready")}
          onError={() => setState("failed")}
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
    </div>
  );
}
