import { REPLY_MARKER } from "#app/features/requests/customer/reply-address.ts";

/** A header such as "On Nov 24, 2026, Henry <a@b.example> wrote:" may be wrapped onto so many lines. */
const HEADER_LINES = 4;
const HEADER_LENGTH = 400;
/** The lines of a header block, such as that of Outlook, are among so many after its first. */
const BLOCK_LINES = 6;
/** Outlook separates a quote by a line of underscores. */
const RULE_LENGTH = 20;

const QUOTE_INTRODUCTIONS: readonly [start: string, end: string][] = [
  ["on ", "wrote:"],
  ["el ", "escribió:"],
];
const BLOCK_FIELDS = ["sent:", "date:", "to:", "subject:", "enviado:", "para:", "asunto:"];
const ORIGINAL_MESSAGE = ["original message", "forwarded message", "mensaje original"];
/** What mail programs of phones and others add below a text. */
const SIGNATURES = [
  "sent from my ",
  "sent from mail for ",
  "sent from outlook",
  "sent from yahoo mail",
  "sent from proton mail",
  "sent from aol",
  "sent via ",
  "sent with proton mail",
  "get outlook for ",
  "yahoo mail: search, organize, conquer",
  "enviado desde mi ",
];

/**
 * What a person wrote in a mail, without the mail that it answers and without signatures. Answers
 * between quoted lines stay.
 * @param text the plain text of the mail
 */
export function cutReply(text: string): string {
  const kept: string[] = [];
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ").split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const isQuoted = line.trimStart().startsWith(">");
    if (isQuoted) continue;
    if (line.includes(REPLY_MARKER) || isOriginalMessage(line) || startsBlock(lines, index)) break;
    // The separator of signatures is two hyphens and a space; some programs drop the space.
    if (line.trimEnd() === "--") break;
    const introduction = countIntroduction(lines, index);
    if (introduction === 0) {
      kept.push(line);
      continue;
    }
    const next = lines[findText(lines, index + introduction)] ?? "";
    if (!next.trimStart().startsWith(">")) break;
    index += introduction - 1;
  }
  return joinLines(dropSignatures(kept));
}

const isOriginalMessage = (line: string): boolean => {
  const words = line.trim().toLowerCase();
  return (
    words === "begin forwarded message:" ||
    (words.startsWith("-----") && ORIGINAL_MESSAGE.some((title) => words.includes(title)))
  );
};

/** Some programs print the names of the fields in bold, as "*From:*". */
const readField = (line = "") => line.trim().replaceAll("*", "").toLowerCase();

/** Whether a block such as "From: …", "Sent: …", "To: …" starts at the line, or below a rule. */
function startsBlock(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? "").trim();
  const isRule = line.length >= RULE_LENGTH && line.replaceAll("_", "") === "";
  return isBlock(lines, isRule ? findText(lines, index + 1) : index);
}

function isBlock(lines: readonly string[], index: number): boolean {
  const first = readField(lines[index]);
  if (!first.startsWith("from:") && !first.startsWith("de:")) return false;
  const fields = lines
    .slice(index + 1, index + 1 + BLOCK_LINES)
    .filter((after) => BLOCK_FIELDS.some((name) => readField(after).startsWith(name)));
  return fields.length >= 2;
}

/** The next line that is not empty, among the next few. */
function findText(lines: readonly string[], from: number): number {
  const found = lines.slice(from, from + BLOCK_LINES).findIndex((line) => line.trim() !== "");
  return from + Math.max(found, 0);
}

/** Over how many lines "On …, Henry wrote:" goes that starts here; 0 where it does not. */
function countIntroduction(lines: readonly string[], index: number): number {
  const first = (lines[index] ?? "").trim().toLowerCase();
  if (first.endsWith("> wrote:") && first.includes("@")) return 1;
  const known = QUOTE_INTRODUCTIONS.find(([start]) => first.startsWith(start));
  // Every program states the date first; "On Monday my neighbor wrote:" has none.
  if (!known || !/\d/.test(first)) return 0;
  const [start, end] = known;
  let header = "";
  for (let count = 1; count <= HEADER_LINES; count += 1) {
    const line = (lines[index + count - 1] ?? "").trim().toLowerCase();
    if (line === "" || (count > 1 && line.startsWith(start))) return 0;
    header += ` ${line}`;
    if (header.length > HEADER_LENGTH) return 0;
    if (header.endsWith(end)) return count;
  }
  return 0;
}

function dropSignatures(lines: readonly string[]): string[] {
  const rest = [...lines];
  while (rest.length > 0 && isDroppable(rest.at(-1) ?? "")) rest.pop();
  return rest;
}

function isDroppable(line: string): boolean {
  const words = line.trim().toLowerCase();
  return (
    words === "" || (words.length <= 80 && SIGNATURES.some((start) => words.startsWith(start)))
  );
}

/** At most one empty line in a row, and none at the ends. */
const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .filter((line, index, all) => line !== "" || all[index - 1] !== "")
    .join("\n")
    .trim();
