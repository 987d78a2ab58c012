import type { PresenceState, PresentPerson } from "./schema.ts";

/** "Ana is", "Ana and Ben are", "Ana and 2 others are"; null for nobody. */
function formatNames(
  people: readonly PresentPerson[],
  { state, one, many }: { state: PresenceState; one: string; many: string },
): string | null {
  const [first, second, ...rest] = people.filter((person) => person.state === state);
  if (!first) return null;
  if (!second) return `${first.name} ${one}`;
  const others = rest.length > 0 ? `${rest.length + 1} others` : second.name;
  return `${first.name} and ${others} ${many}`;
}

/** The beginnings of sentences about who does what with a request. */
export const formatPresence = (people: readonly PresentPerson[]) => ({
  calling: formatNames(people, { state: "calling", one: "is", many: "are" }),
  typing: formatNames(people, { state: "typing", one: "is", many: "are" }),
  open: formatNames(people, { state: "open", one: "has", many: "have" }),
});
