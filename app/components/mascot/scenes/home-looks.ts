import { C, dot, line, shape, strokes } from "../ink.ts";

/** What makes a person recognizable. `back` of the hair lies behind the head. */
export type Look = {
  skin: string;
  top: string;
  pants: string;
  hair: { back: string; front: string };
  clothes: string;
};

/** The customer of the comic. */
export const curlyWoman: Look = {
  skin: C.tan,
  top: C.coral,
  pants: C.deep,
  hair: {
    back:
      shape(
        "-22,-96 -34,-108 -32,-126 -18,-136 -4,-142 14,-140 28,-132 34,-116 28,-100 18,-92",
        C.bark,
      ) +
      shape("-38,-30! -43,-54 -40,-80 -22,-97 0,-101 22,-97 40,-80 43,-54 38,-30!", C.bark) +
      strokes("-18,-122 -6,-130 2|8,-122 20,-122 2|-10,-108 2,-112 2", 2.2, C.tan),
    front:
      shape("-37,-46! -40,-74 -22,-94 0,-98 22,-94 40,-74 37,-46! 28,-66 4,-74 -24,-68", C.bark) +
      shape(
        "-38,-74 -22,-94 0,-101 22,-94 38,-74! 36,-66 20,-82 0,-88 -20,-82 -36,-66!",
        C.sun,
        3,
      ) +
      dot(-37, -24, 5, C.sun, 6, true) +
      dot(37, -24, 5, C.sun, 6, true),
  },
  clothes:
    shape("-18,3 -10,14 0,17 10,14 18,3! 12,0! 0,8 -12,0!", C.cream, 3) +
    line("-40,96 0,100 40,96", 6, C.cream) +
    line("-42,80 0,84 42,80", 6, C.cream),
};

/** The professional of the comic. */
export const greenJacket: Look = {
  skin: C.skin,
  top: C.green,
  pants: C.ink,
  hair: {
    back:
      shape("18,-84 40,-92 60,-78 62,-50 52,-26 44,-18! 46,-40 36,-62", C.brick) +
      shape("-36,-34! -41,-62 -30,-88 0,-98 30,-88 41,-62 36,-34!", C.brick),
    front: shape(
      "-37,-40! -40,-70 -24,-94 6,-98 32,-86 39,-62 36,-44! 30,-62 14,-76! 2,-66 -22,-62 -31,-54",
      C.brick,
    ),
  },
  clothes:
    shape("-24,4! -12,0! 0,12! 12,0! 24,4! 14,22! 0,14! -14,22!", C.leaf, 3) +
    line("0,14! 0,132!", 3) +
    shape("-43,70! 43,70! 42,84! -42,84!", C.sun, 3) +
    shape("12,32! 32,31! 32,46! 12,46!", C.leaf, 2.6),
};

/** The homeowner who wonders what to do. */
export const shortHairedMan: Look = {
  skin: C.belt,
  top: C.sun,
  pants: C.petrol,
  hair: {
    back: "",
    front: shape(
      "-37,-46! -39,-76 -20,-95 4,-98 28,-92 39,-72 37,-46! 31,-66 8,-72 -30,-66",
      C.ink,
    ),
  },
  clothes:
    shape("-20,3 -8,13 8,13 20,3! 12,0! 0,6 -12,0!", C.amber, 3) +
    shape("8,40! 30,40! 29,60 19,66 9,60", C.amber, 2.6),
};

/** The homeowner who is cold: a knitted cap, no clothes because of her blanket. */
export const grayWoman: Look = {
  skin: C.skin,
  top: C.brick,
  pants: C.petrol,
  hair: {
    back: shape("-34,-20 -46,-36 -44,-66! 44,-66! 46,-36 34,-20 30,-40! -30,-40!", C.mist),
    front:
      shape("-37,-46! -37,-66! 37,-66! 37,-46! 24,-57 8,-53 -10,-59 -26,-54", C.mist, 3.4) +
      shape("-40,-72! -36,-98 -16,-114 16,-114 36,-98 40,-72!", C.sun) +
      line("-18,-112! -20,-78!|0,-116! 0,-78!|18,-112! 20,-78!", 2.6) +
      shape("-44,-80! 44,-80! 45,-62! -45,-62!", C.amber) +
      dot(0, -122, 12, C.cream, 12, true),
  },
  clothes: "",
};
