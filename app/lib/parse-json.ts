/** The value of a JSON text; undefined where it is not valid JSON, which no JSON text stands for. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
