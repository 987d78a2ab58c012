import { group, svg } from "./ink.ts";
import { type Arm, arm } from "./parts/arms.ts";
import { type Leg, legs, neck, overalls, shirt } from "./parts/body.ts";
import { type Expression, head } from "./parts/head.ts";
import * as props from "./parts/props.ts";

export const poses = [
  "wave",
  "call",
  "clipboard",
  "thumbs-up",
  "wrench",
  "search",
  "oops",
  "celebrate",
] as const;
export type Pose = (typeof poses)[number];

/** Where an arm is drawn: behind the body, in front of it, or in front of the head too. */
type Layer = "behind" | "front" | "over";

/** Everything that differs between two drawings of Henry. */
export type Figure = {
  title: string;
  face: Expression;
  tilt: number;
  left: Arm & { layer: Layer };
  right: Arm & { layer: Layer };
  legs?: { left: Leg; right: Leg };
  lift?: number;
  shift?: number;
  back?: string;
  front?: string;
};

const standing: { left: Leg; right: Leg } = {
  left: { knee: [162, 398], ankle: [158, 436], toes: 0 },
  right: { knee: [239, 398], ankle: [243, 436], toes: 0 },
};
const leaping: { left: Leg; right: Leg } = {
  left: { knee: [150, 392], ankle: [138, 424], toes: 16 },
  right: { knee: [252, 392], ankle: [266, 422], toes: -18 },
};
const onHip: { left: Arm; right: Arm } = {
  left: { elbow: [78, 292], wrist: [118, 330], hand: "fist", turn: 12 },
  right: { elbow: [322, 292], wrist: [282, 330], hand: "fist", turn: -12 },
};

const hanging: { left: Arm; right: Arm } = {
  left: { elbow: [96, 300], wrist: [94, 352], hand: "rest", flip: true },
  right: { elbow: [306, 300], wrist: [308, 352], hand: "rest" },
};

export const figures: Record<Pose, Figure> = {
  wave: {
    title: "Henry waves hello",
    face: "happy",
    tilt: 3,
    left: { ...onHip.left, layer: "behind" },
    right: { elbow: [316, 240], wrist: [338, 168], hand: "open", flip: true, layer: "behind" },
  },
  call: {
    title: "Henry answers the phone",
    face: "happy",
    tilt: 4,
    left: { ...hanging.left, layer: "behind" },
    right: {
      elbow: [356, 282],
      wrist: [312, 196],
      hand: "grip",
      held: props.phone,
      turn: -46,
      layer: "over",
    },
  },
  clipboard: {
    title: "Henry takes notes on a clipboard",
    face: "happy",
    tilt: -3,
    left: {
      elbow: [84, 322],
      wrist: [136, 336],
      hand: "hold",
      held: group(props.clipboard, "translate(18 -14) rotate(-78)"),
      turn: 0,
      layer: "front",
    },
    right: {
      elbow: [338, 338],
      wrist: [272, 300],
      hand: "grip",
      held: props.pencil,
      turn: 20,
      flip: true,
      layer: "front",
    },
  },
  "thumbs-up": {
    title: "Henry gives a thumbs-up",
    face: "happy",
    tilt: 4,
    left: { ...onHip.left, layer: "behind" },
    right: { elbow: [342, 334], wrist: [318, 256], hand: "thumb", turn: 6, layer: "front" },
  },
  wrench: {
    title: "Henry holds up a wrench",
    face: "happy",
    tilt: -3,
    left: {
      elbow: [92, 312],
      wrist: [66, 258],
      hand: "grip",
      held: props.wrench,
      turn: -50,
      layer: "front",
    },
    right: { ...onHip.right, layer: "behind" },
  },
  search: {
    title: "Henry searches with a flashlight",
    face: "curious",
    tilt: 5,
    shift: -56,
    left: { elbow: [58, 214], wrist: [106, 132], hand: "flat", turn: 32, layer: "over" },
    right: {
      elbow: [334, 338],
      wrist: [314, 276],
      hand: "grip",
      held: props.beam + props.flashlight,
      turn: 10,
      layer: "front",
    },
  },
  oops: {
    title: "Henry worries about a broken pipe",
    face: "worried",
    tilt: -5,
    shift: 40,
    left: { elbow: [96, 306], wrist: [72, 258], hand: "open", layer: "behind" },
    right: {
      elbow: [330, 220],
      wrist: [296, 152],
      hand: "flat",
      flip: true,
      turn: -20,
      layer: "over",
    },
    front: props.brokenPipe,
  },
  celebrate: {
    title: "Henry celebrates",
    face: "joy",
    tilt: 0,
    left: { elbow: [86, 236], wrist: [66, 166], hand: "open", layer: "behind" },
    right: { elbow: [316, 236], wrist: [336, 166], hand: "open", flip: true, layer: "behind" },
    legs: leaping,
    lift: 12,
    back: props.confetti,
  },
};

/** Henry without the surrounding SVG element. */
export function drawFigure(figure: Figure): string {
  const { legs: stance = standing, lift = 0, shift = 0 } = figure;
  const [left, right] = [arm("left", figure.left), arm("right", figure.right)];
  const part = (layer: Layer, which: "sleeve" | "forearm") =>
    (figure.left.layer === layer ? left[which] : "") +
    (figure.right.layer === layer ? right[which] : "");
  const body = [
    part("behind", "sleeve"),
    part("behind", "forearm"),
    legs(stance.left, stance.right),
    neck,
    shirt,
    part("front", "sleeve"),
    part("over", "sleeve"),
    overalls,
    part("front", "forearm"),
    head(figure.face, figure.tilt),
    part("over", "forearm"),
  ].join("");
  return (
    props.shadow(200 + shift, lift ? 84 : 112) +
    (figure.back ?? "") +
    group(body, lift || shift ? `translate(${shift} ${-lift})` : undefined) +
    (figure.front ?? "")
  );
}

/**
 * A complete SVG of Henry, 400 by 480 units. Without a title it is decoration and hidden from
 * screen readers.
 */
export function henrySvg(pose: Pose, options: { title?: string } = {}): string {
  return svg(400, 480, drawFigure(figures[pose]), 4.7, options.title);
}
