import { useEffect, useRef, useState } from "react";

function saveDraft(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, only the field has the text.
  }
}

function loadDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * The text of a field, which is also kept in this tab, in case the dialog is closed by accident or
 * the session ends while a member is typing.
 * @param options.isStored whether a text was sent already, maybe after the dialog was closed
 * @returns the text, and a function that changes it; an empty text deletes the draft
 */
export function useTabDraft(
  key: string,
  options: { isStored: (text: string) => boolean },
): [string, (text: string) => void] {
  const [text, setText] = useState("");
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const unsaved = loadDraft(key);
    if (latest.current.isStored(unsaved.trim())) saveDraft(key, "");
    else setText((typed) => typed || unsaved);
  }, [key]);
  const change = (changed: string) => {
    setText(changed);
    saveDraft(key, changed);
  };
  return [text, change];
}
