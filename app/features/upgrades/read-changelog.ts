/** `version`: null for what is not released yet. `breaking`: what operators must do or know before. */
export type ChangelogSection = { version: string | null; breaking: string[] };

/** What a breaking note begins with (CONTRIBUTING.md). */
const BREAKING = "- **Breaking:** ";
const HEADING = /^## (?:(?<version>\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)|Unreleased)$/;

/** The versions of CHANGELOG.md with their breaking notes, the newest first. */
export function readChangelog(text: string): ChangelogSection[] {
  const sections: ChangelogSection[] = [];
  let isNote = false;
  for (const line of text.split("\n")) {
    const heading = HEADING.exec(line);
    if (heading) sections.push({ version: heading.groups?.version ?? null, breaking: [] });
    const notes = sections.at(-1)?.breaking;
    if (line.startsWith(BREAKING)) notes?.push(line.slice(BREAKING.length).trim());
    else if (isNote && line.startsWith("  ")) notes?.push(`${notes.pop()} ${line.trim()}`);
    isNote = line.startsWith(BREAKING) || (isNote && line.startsWith("  "));
  }
  return sections;
}
