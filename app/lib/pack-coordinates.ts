export type Coordinates = { latitude: number; longitude: number };

// Two ASCII characters from "!" to "z" per angle: four bytes for a location instead of fourteen.
const FIRST = 33;
const BASE = 90;
const STEPS = BASE * BASE - 1;

const packAngle = (angle: number, span: number) => {
  const step = Math.round(((angle + span / 2) / span) * STEPS);
  return String.fromCharCode(FIRST + Math.floor(step / BASE), FIRST + (step % BASE));
};
const unpackAngle = (text: string, span: number) =>
  (((text.charCodeAt(0) - FIRST) * BASE + text.charCodeAt(1) - FIRST) / STEPS) * span - span / 2;

/**
 * Four characters for a location, exact to 0.012 degrees of latitude and 0.023 of longitude; "" for 0,
 * 0, which means unknown.
 */
export function packCoordinates({ latitude, longitude }: Coordinates): string {
  return latitude === 0 && longitude === 0
    ? ""
    : packAngle(latitude, 180) + packAngle(longitude, 360);
}

export function unpackCoordinates(text: string): Coordinates | null {
  return text.length === 4
    ? { latitude: unpackAngle(text.slice(0, 2), 180), longitude: unpackAngle(text.slice(2), 360) }
    : null;
}
