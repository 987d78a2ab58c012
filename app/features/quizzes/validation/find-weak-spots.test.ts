import { expect, test } from "vitest";
import { isDangerous } from "./find-weak-spots.ts";

test.each([
  ...[
    "Yes, I smell gas",
    "A smell of gas or rotten eggs",
    "It smells like gas",
    "Gas leak",
    "There is a strong odor, maybe gas",
    "Gasoline fumes",
    "Eggs, rotten ones",
  ],
  ...[
    "Burning plastic smell",
    "Smells burnt",
    "A smell of burning rubber",
    "Burnt plastic",
    "Thick smoke",
    "Smoking",
    "Flames",
    "Flames from the outlet",
    "It caught fire",
    "Fire",
  ],
  ...[
    "CO detector",
    "The detector for CO beeps",
    "Carbon monoxide alarm",
    "The plug melted",
    "Melting insulation",
    "It gives me a shock",
    "A shock",
    "It shocks me",
    "I get shocked",
  ],
  ...[
    "A tingle when touching it",
    "No heat, but I smell gas",
    "No light. There are sparks",
    "Nothing works, and I smell gas",
    "Raw sewage",
    "A sagging ceiling",
  ],
])("%s: dangerous", (text) => expect(isDangerous(text)).toBe(true));

test.each([
  ...[
    "No smell of gas",
    "None of these",
    "Never any smoke",
    "It hums, but no smoke",
    "A gas furnace",
    "Gas",
    "The smell of wet dog",
    "No gas smell, smoke or sparks",
  ],
  ...[
    "Melting snow",
    "Frost that melts by itself",
    "A flame lights and goes out",
    "The bulb burned out",
    "Worn shock absorbers",
    "The low fuel light",
    "A company",
    "It leaks",
    "An egg",
  ],
])("%s: not dangerous", (text) => expect(isDangerous(text)).toBe(false));
