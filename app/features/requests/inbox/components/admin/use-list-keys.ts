import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { LIST_PATH } from "../../schema.ts";
import { focusNote, isRequestOpen, pressDial } from "./pane-commands.ts";

const STORAGE_KEY = "request-list-keys";

type ListKeysOptions = {
  /** The rows in the order in which they are shown. */
  ids: readonly string[];
  openId: string | null;
  onShowKeys: () => void;
  /** Asks how a request ended, and closes it. */
  onClose: (id: string) => void;
};

/** Whether keys mean commands: not in a field, not in a modal dialog, not with a modifier. */
function isCommand(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return (
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !event.defaultPrevented &&
    !target.closest("input, textarea, select, [contenteditable]") &&
    !document.querySelector("dialog:modal:not([data-pane])")
  );
}

const getRowLink = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`tr[data-row="${id}"] [data-row-link]`);
const getFocusedRowId = () =>
  document.activeElement?.closest<HTMLElement>("tr[data-row]")?.dataset.row;
/**
 * The keys of the list: J and K go through the rows, and through the open requests; Enter opens, C
 * calls, E closes with an outcome, N writes a note, / searches, ? lists the keys, Escape leaves the
 * pane. They can be turned off.
 */
export function useListKeys(options: ListKeysOptions) {
  const [isOn, setOn] = useState(true);
  const navigate = useNavigate();
  const { search } = useLocation();
  const latest = useRef({ ...options, navigate, search });
  latest.current = { ...options, navigate, search };

  useEffect(() => {
    setOn(localStorage.getItem(STORAGE_KEY) !== "off");
  }, []);

  useEffect(() => {
    if (!isOn) return;
    const handleKey = (event: KeyboardEvent) => {
      if (!isCommand(event)) return;
      const command = getHandler(event.key, latest.current);
      if (!command) return;
      event.preventDefault();
      command();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isOn]);

  const turn = (on: boolean) => {
    setOn(on);
    localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  };
  return { isOn, turn };
}
export type ListKeys = ReturnType<typeof useListKeys>;

type HandlerContext = ListKeysOptions & {
  navigate: ReturnType<typeof useNavigate>;
  search: string;
};

function getHandler(key: string, context: HandlerContext): (() => void) | undefined {
  const { ids, openId, navigate, search, onShowKeys, onClose } = context;
  const activeId = openId ?? getFocusedRowId();
  const open = (id: string) =>
    void navigate({ pathname: `${LIST_PATH}/${id}`, search }, { preventScrollReset: true });
  const move = (step: number) => {
    const at = activeId ? ids.indexOf(activeId) : -1;
    const id = ids[at < 0 && step < 0 ? ids.length - 1 : at + step];
    if (!id) return;
    const link = getRowLink(id);
    link?.focus({ preventScroll: true });
    link?.closest("tr")?.scrollIntoView({ block: "nearest" });
    if (openId) open(id);
  };
  switch (key) {
    case "j":
    case "J":
      return () => move(1);
    case "k":
    case "K":
      return () => move(-1);
    case "Enter": {
      // A focused link or button does what it says.
      const isFree = document.activeElement === document.body;
      return isFree && !openId && ids[0] ? () => open(ids[0] ?? "") : undefined;
    }
    case "c":
    case "C": {
      if (isRequestOpen()) return pressDial;
      const call = getRowLink(activeId)?.closest("tr")?.querySelector<HTMLElement>("[data-call]");
      return call ? () => call.click() : undefined;
    }
    case "e":
    case "E":
      return activeId ? () => onClose(activeId) : undefined;
    case "n":
    case "N":
      return isRequestOpen() ? focusNote : undefined;
    case "/":
      return () => document.querySelector<HTMLElement>('[role="search"] input[name="q"]')?.focus();
    case "?":
      return onShowKeys;
    default:
      return undefined;
  }
}
