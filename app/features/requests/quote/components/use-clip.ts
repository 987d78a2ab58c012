import { useEffect, useRef, useState } from "react";

type Loading = "loading" | "ready" | "failed";

/** A clip that cannot be loaded stays so: its play is refused too. */
const markReady = (set: React.Dispatch<React.SetStateAction<Loading>>) =>
  set((last) => (last === "failed" ? last : "ready"));

/**
 * Plays a video once when it is on the screen, after everything else has loaded. It waits for its
 * button if motion is unwanted, data is scarce, or the browser refuses.
 */
export function useClip() {
  const [state, setState] = useState<Loading>("loading");
  const [isPlaying, setIsPlaying] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const caption = useCaption(video);
  const markFailed = () => setState("failed");
  useEffect(() => {
    const clip = video.current;
    if (!clip) return;
    // On a server-rendered page it may have failed before hydration.
    if (clip.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) return setState("failed");
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
    if (connection?.saveData || matchMedia("(prefers-reduced-motion: reduce)").matches)
      return markReady(setState);
    return runWhenVisible(clip, () => void clip.play().catch(() => markReady(setState)));
  }, []);
  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else video.current?.play().catch(() => markReady(setState));
  };
  const handlers = {
    onLoadedData: () => markReady(setState),
    onError: markFailed,
    onPlay: () => setIsPlaying(true),
    onPause: () => setIsPlaying(false),
  };
  return { video, state, caption, isPlaying, toggle, markFailed, handlers };
}

/**
 * Calls once the page has loaded and the element is on the screen.
 * @returns a function that stops waiting
 */
function runWhenVisible(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { threshold: 0.5 },
  );
  const observe = () => observer.observe(element);
  if (document.readyState === "complete") observe();
  else addEventListener("load", observe, { once: true });
  return () => {
    removeEventListener("load", observe);
    observer.disconnect();
  };
}

/**
 * The words of the moment, or null. In a small picture the browser's own captions could not be read,
 * and would cover it.
 */
function useCaption(video: React.RefObject<HTMLVideoElement | null>): string | null {
  const [caption, setCaption] = useState<string | null>(null);
  useEffect(() => {
    const track = video.current?.textTracks[0];
    if (!track) return;
    track.mode = "hidden";
    const show = () => setCaption((track.activeCues?.[0] as VTTCue | undefined)?.text ?? null);
    track.addEventListener("cuechange", show);
    return () => track.removeEventListener("cuechange", show);
  }, [video]);
  return caption;
}
