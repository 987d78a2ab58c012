import { svg } from "../../app/components/mascot/ink.ts";
import { glide } from "./motion.ts";
import { drawAnswer } from "./shots/answer.ts";
import { drawArrival } from "./shots/arrival.ts";
import { drawNumber } from "./shots/number.ts";
import { drawPro } from "./shots/pro.ts";
import { drawRequest } from "./shots/request.ts";

export const FRAMES_PER_SECOND = 24;
/** Units of a shot; the clip has as many pixels times `SCALE`. */
const WIDTH = 480;
const HEIGHT = 270;
const GUTTER = 18;
/** A shot pushes the last one out, as the next panel of a comic. */
const SLIDE_SECONDS = 0.5;

/**
 * `words` are in the picture, at most six and no name or number: those are settings. `caption` says
 * the same in a sentence. `draw` returns the picture at `t` seconds since it began to come in.
 */
type Shot = { seconds: number; words: string; caption: string; draw: (t: number) => string };
export type Panel = { svg: string; words: string; x: number };
export type Frame = { panels: Panel[]; index: number };

export const shots: Shot[] = [
  {
    seconds: 2.6,
    words: "Your request is in",
    caption: "Your request is in. Our team reads it.",
    draw: drawRequest,
  },
  {
    seconds: 2.5,
    words: "One vetted pro",
    caption: "We look for one vetted pro who can take the job.",
    draw: drawPro,
  },
  {
    seconds: 2.4,
    words: "Yes or no?",
    caption: "We tell you who it is. You say yes or no.",
    draw: drawAnswer,
  },
  {
    seconds: 2.3,
    words: "Only after your yes",
    caption: "No pro gets your number before your yes.",
    draw: drawArrival,
  },
  {
    seconds: 2.2,
    words: "Keep our number",
    caption: "Keep our number, so that you know our call.",
    draw: drawNumber,
  },
];

const last = shots.at(-1) as Shot;
const beginnings = shots.map((_, index) =>
  shots.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0),
);
const DURATION = shots.reduce((sum, { seconds }) => sum + seconds, 0);

function drawPanel({ draw, words }: Shot, t: number, x: number): Panel {
  const picture = svg(WIDTH, HEIGHT, draw(t), 4).replace(
    "<svg",
    `<svg width="${WIDTH}" height="${HEIGHT}"`,
  );
  return { svg: picture, words, x };
}

/** The clip begins with its last picture, the still: so nothing jumps where a browser showed that. */
function listPanels(time: number): Panel[] {
  const current = beginnings.findLastIndex((begin) => begin <= time + 1e-6);
  const shot = shots[current] as Shot;
  const t = time - (beginnings[current] as number);
  const way = glide(t, 0, SLIDE_SECONDS);
  if (way === 1) return [drawPanel(shot, t, 0)];
  const before = shots[current - 1];
  const step = WIDTH + GUTTER;
  return [
    before ? drawPanel(before, t + before.seconds, -step * way) : drawPanel(last, 0, -step * way),
    drawPanel(shot, t, step * (1 - way)),
  ];
}

export function listFrames(): Frame[] {
  return Array.from({ length: Math.round(DURATION * FRAMES_PER_SECOND) }, (_, index) => ({
    panels: listPanels(index / FRAMES_PER_SECOND),
    index,
  }));
}

/** The WebVTT track: one cue a shot. */
export function captions(): string {
  const format = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, "0")}`;
  const cues = shots.map(
    ({ caption, seconds }, index) =>
      `${format(beginnings[index] as number)} --> ${format((beginnings[index] as number) + seconds)}\n${caption}\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}
