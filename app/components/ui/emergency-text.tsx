/** A text that may say to call 911; those words start the call. */
export function EmergencyText({ text }: { text: string }) {
  return text.split(/(call 911)/i).map((part, index) =>
    index % 2 === 1 ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
        key={index}
        href="tel:911"
        className="inline-block font-semibold underline underline-offset-3"
      >
        {part}
      </a>
    ) : (
      part
    ),
  );
}
