// Makes content/common-passwords.bin from a JSON list of common passwords, the most common first:
//   npm pack @zxcvbn-ts/language-common   (MIT; unpack it)
//   node scripts/pack-common-passwords.ts package/src/passwords.json
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { packWords } from "#app/features/staff/common-passwords.server.ts";
import { PASSWORD_MIN } from "#app/features/staff/constants.ts";

/** The first so many also catch passwords that are one of them with digits around it. */
const MOST_COMMON = 10_000;
const SHORTEST = 4;

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the JSON file with the list.");
const words = z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
const used = words.filter((word, place) => word.length >= PASSWORD_MIN || (place < MOST_COMMON && word.length >= SHORTEST));
writeFileSync("content/common-passwords.bin", packWords(used.map((word) => word.toLowerCase())));
console.log(`${used.length} of ${words.length} passwords are in content/common-passwords.bin.`);
