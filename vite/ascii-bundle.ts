import type { Plugin } from "vite";

const escapeChar = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Writes characters beyond ASCII as escapes. */
export const escapeToAscii = (code: string): string =>
  // After a backslash an escape would mean something else.
  code.replaceAll(/(?<!\\)[\u0080-\uffff]/g, escapeChar);

/**
 * Makes the server's code plain ASCII. Node keeps the source of a module while it runs, with two
 * bytes for every character as soon as one is not ASCII: a single dash in a sentence costs 7 MB.
 */
export function asciiBundle(): Plugin {
  return {
    name: "ascii-bundle",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk") chunk.code = escapeToAscii(chunk.code);
    },
  };
}
