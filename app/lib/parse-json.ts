/** The value of a JSON text, or undefined for invalid JSON (no valid JSON has that value). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
