import { splitPhones } from "#app/lib/split-phones.ts";

/** A text whose phone numbers stay on one line. */
export function PhoneText({ text }: { text: string }) {
  return splitPhones(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <span key={index} className="tel">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
