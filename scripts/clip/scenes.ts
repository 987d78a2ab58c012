import { svg } from "../../app/components/mascot/ink.ts";
import { glide } from "./motion.ts";
import { drawAnswer } from "./shots/answer.ts";
import { drawArrival } from "./shots/arrival.ts";
import { drawNumber } from "./shots/number.ts";
import { drawPro } from "./shots/pro.ts";
import { drawRequest } from "./shots/request.ts";

export const FRAMES_PER_SECOND = 24;
/** Of a shot, in units. */
export const WIDTH = 480;
const HEIGHT = 270;
/** How far the edge of a shot that comes in leans, as between two panels of a comic. */
export const SLANT = 44;
const TURN_SECONDS = 0.46;
/** The most that the file of the clip may weigh. */
export const MOST_BYTES = 600_000;

/**
 * `words` are in the picture, at most six and no name or number: those are settings. `caption` says
 * the same in a sentence. `draw` returns the picture `t` seconds after it has fully slid in.
 */
type Shot = { seconds: number; words: string; caption: string; draw: (t: number) => string };
/** `edge`: where the left edge of the picture begins at the top, in units. */
export type Panel = { svg: string; words: string; edge: number };
export type Frame = { panels: Panel[] };

export const shots: Shot[] = [
  {
    seconds: 2.6,
    words: "Your request is in",
    caption: "Your request is in. Our team reads it.",
    draw: drawRequest,
  },
  {
    seconds: 2.5,
    words: "One local pro",
    caption: "We look for one local pro for the job.",
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
    words: "Save our number",
    caption: "Save our number, so you have it if you need us.",
    draw: drawNumber,
  },
];

const beginnings = shots.map((_, index) =>
  shots.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0),
);
export const DURATION = shots.reduce((sum, { seconds }) => sum + seconds, 0);

function drawPanel({ draw, words }: Shot, t: number, edge: number): Panel {
  const picture = svg(WIDTH, HEIGHT, draw(t), 4).replace(
    "<svg",
    `<svg width="${WIDTH}" height="${HEIGHT}"`,
  );
  return { svg: picture, words, edge };
}

/**
 * A shot comes in over the last picture of the one before. Neither moves during the
 * change, so that each pixel changes once and the file stays small. The clip begins with its own last
 * picture, the still, so that nothing jumps where a browser showed that.
 */
export function listPanels(time: number): Panel[] {
  const current = beginnings.findLastIndex((begin) => begin <= time + 1e-6);
  const shot = shots[current] as Shot;
  const t = time - (beginnings[current] as number);
  const progress = glide(t, 0, TURN_SECONDS);
  if (progress === 1) return [drawPanel(shot, t - TURN_SECONDS, 0)];
  const before = shots.at(current - 1) as Shot;
  return [
    drawPanel(before, before.seconds - TURN_SECONDS, 0),
    drawPanel(shot, 0, Math.round((WIDTH + SLANT + 20) * (1 - progress))),
  ];
}

export function listFrames(): Frame[] {
  return Array.from({ length: Math.round(DURATION * FRAMES_PER_SECOND) }, (_, index) => ({
    panels: listPanels(index / FRAMES_PER_SECOND),
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
