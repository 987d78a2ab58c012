import { useState } from "react";
import { isEqual } from "../../resolve-conflict.ts";

type EditorValuesOptions<V> = {
  /** Null for new content. */
  content: { version: number; values: V } | null;
  createEmpty: () => V;
  /** Initial unsaved values of new content. */
  initialValues?: V | null;
};

/** The typed values, and the saved ones on which they are based. */
export function useEditorValues<V>({
  content,
  createEmpty,
  initialValues,
}: EditorValuesOptions<V>) {
  const [saved, setSaved] = useState(() => content?.values ?? createEmpty());
  const [values, setValues] = useState(initialValues ?? saved);
  const [baseVersion, setBaseVersion] = useState(content?.version ?? 0);
  const isChanged = !isEqual(values, saved);
  return { saved, setSaved, values, setValues, baseVersion, setBaseVersion, isChanged };
}
export type EditorValues<V> = ReturnType<typeof useEditorValues<V>>;
