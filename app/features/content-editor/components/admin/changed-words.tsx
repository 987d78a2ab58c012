import { diffWordsWithSpace } from "diff";

/** A text with the words marked that another text does not have. */
export function ChangedWords({
  text,
  other,
  as: Mark,
}: {
  text: string;
  other: string;
  as: "del" | "ins";
}) {
  const [from, to] = Mark === "del" ? [text, other] : [other, text];
  const parts = diffWordsWithSpace(from, to).filter(
    ({ added, removed }) => !(Mark === "del" ? added : removed),
  );
  return parts.map(({ value, added, removed }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
    if (!(added || removed)) return <span key={at}>{value}</span>;
    return (
      <Mark
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        key={at}
        className={Mark === "del" ? "bg-[#fbe0da] line-through" : "bg-[#d9efdd] no-underline"}
      >
        {value}
      </Mark>
    );
  });
}
