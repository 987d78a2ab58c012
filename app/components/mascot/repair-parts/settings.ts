import { C, line, shape } from "../ink.ts";
import { FINE, ground, machine, panel, repeat, rounded, rules } from "./kit.ts";

/** Places in a house that several parts sit in. */

/** An inside wall with a ragged hole that shows two studs, and what runs between them. */
export const wallCutaway = (content: string) =>
  panel(10, 14, 140, 122, C.cream) +
  shape(
    "24,42! 40,26! 66,32! 96,24! 136,34! 132,66! 140,96! 122,122! 84,116! 52,124! 22,112! 28,76!",
    C.sand,
  ) +
  shape("40,27! 56,30! 57,123! 52,124! 41,120!|104,27! 121,30! 121,121! 104,119!", C.tan, FINE) +
  content +
  panel(6, 132, 148, 14, C.white, 4);

/** A sink with its open cabinet, and what hangs below it. */
export const sinkCabinet = (content: string) =>
  panel(14, 34, 132, 112, C.sand) +
  panel(14, 34, 14, 112, C.belt, 4) +
  panel(132, 34, 14, 112, C.belt, 4) +
  content +
  shape("44,26! 116,26! 110,50 102,54 58,54 50,50", C.mist) +
  panel(6, 20, 148, 14, C.cream) +
  line("66,20! 66,4 76,2 86,4 88,12!", 6);

/** A slope of a roof with shingles; `fill` of its courses. */
export const roof = (content = "", fill: string = C.petrol) =>
  shape("8,132! 40,44! 150,44! 152,132!", fill) +
  rules("32,66 151,66|24,88 151,88|16,110 151,110", FINE) +
  rules(
    "62,44 60,66|92,44 92,66|122,44 123,66|46,66 42,88|76,66 74,88|108,66 108,88|136,66 138,88|58,88 55,110|92,88 91,110|122,88 124,110|40,110 36,132|74,110 72,132|108,110 108,132|136,110 138,132",
    3,
  ) +
  content +
  panel(4, 132, 150, 10, C.cream, 4);

/** Cabinet of a furnace or air handler with its front off, and what is inside. */
export const openCabinet = (content: string) =>
  machine(24, 10, 112, 134, C.mist) +
  repeat([44, 24, 116, 24], [0, 9], 2) +
  rounded(36, 46, 84, 86, 6, C.cream, 4) +
  content +
  ground();
