import { svg } from "../../app/components/mascot/ink.ts";
import { drawFigure, type Figure, figures } from "../../app/components/mascot/poses.ts";

export const FRAMES_PER_SECOND = 24;
export const SCENE_SECONDS = 3.5;

/** `figure` returns Henry at `t` seconds since the scene began. */
type Scene = { caption: string; lines: string[]; figure: (t: number) => Figure };
export type Frame = { svg: string; lines: string[]; scene: number; t: number; index: number };

const swing = (t: number, perSecond: number) => Math.sin(t * perSecond * 2 * Math.PI);
const blinks = (t: number) => (t % 1.9 > 1.74 ? ("blink" as const) : ("happy" as const));

export const scenes: Scene[] = [
  {
    caption: "Thanks! We got your request.",
    lines: ["Thanks! We got", "your request."],
    figure: (t) => {
      const sway = 9 * swing(t, 1.2);
      const { celebrate } = figures;
      return {
        ...celebrate,
        back: "",
        tilt: 3 * swing(t, 0.6),
        lift: 4 + 12 * Math.abs(swing(t, 0.6)),
        left: { ...celebrate.left, wrist: [66 + sway, 166] },
        right: { ...celebrate.right, wrist: [336 + sway, 166] },
      };
    },
  },
  {
    caption: "Our team looks for a pro who fits.",
    lines: ["Our team looks", "for a pro", "who fits."],
    figure: (t) => ({
      ...figures.clipboard,
      face: blinks(t),
      tilt: -3 + 1.5 * swing(t, 0.4),
      right: {
        ...figures.clipboard.right,
        wrist: [272 + 3 * swing(t, 1.5), 300 + 4 * swing(t, 0.75)],
      },
    }),
  },
  {
    caption: "We name the pro and ask you first.",
    lines: ["We name the", "pro and ask", "you first."],
    figure: (t) => ({ ...figures.call, face: blinks(t + 0.6), tilt: 4 + 2 * swing(t, 0.5) }),
  },
  {
    caption: "Need help right now? Call Henry.",
    lines: ["Need help", "right now?", "Call Henry."],
    figure: (t) => {
      const angle = 0.42 + 0.26 * swing(t, 1.1);
      const { wave } = figures;
      const [x, y] = wave.right.elbow;
      return {
        ...wave,
        face: blinks(t + 0.3),
        tilt: 3 + 2 * swing(t, 0.55),
        right: { ...wave.right, wrist: [x + 75 * Math.sin(angle), y - 75 * Math.cos(angle)] },
      };
    },
  },
];

export function listFrames(): Frame[] {
  const perScene = Math.round(SCENE_SECONDS * FRAMES_PER_SECOND);
  return scenes.flatMap(({ lines, figure }, scene) =>
    Array.from({ length: perScene }, (_, index) => {
      const t = index / FRAMES_PER_SECOND;
      return {
        svg: svg(400, 480, drawFigure(figure(t)), 4.7).replace(
          "<svg",
          '<svg width="400" height="480"',
        ),
        lines,
        scene,
        t,
        index: scene * perScene + index,
      };
    }),
  );
}

/** The WebVTT track: one cue a scene, with the words of the image. */
export function captions(): string {
  const time = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, "0")}`;
  const cues = scenes.map(
    ({ caption }, index) =>
      `${time(index * SCENE_SECONDS)} --> ${time((index + 1) * SCENE_SECONDS)}\n${caption}\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}
