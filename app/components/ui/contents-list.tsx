/** Links to the parts of a page, in their order. */
export const ContentsList = ({ parts }: { parts: readonly { id: string; text: string }[] }) => (
  <ol className="mt-1 text-[0.9375rem] leading-5">
    {parts.map(({ id, text }) => (
      <li key={id}>
        <a href={`#${id}`} className="block py-1.5 text-petrol underline-offset-3 hover:underline">
          {text}
        </a>
      </li>
    ))}
  </ol>
);
