import {
  createContext,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Location } from "react-router";
import { LeaveGuard } from "#app/components/admin/leave-guard.tsx";

type IsTyped = () => boolean;
const Forms = createContext<Set<IsTyped> | null>(null);

type GuardedFormsProps = {
  leaves?: (from: Location, to: Location) => boolean;
  children: React.ReactNode;
};

/** Asks before what was typed into a form inside is left behind. */
export function GuardedForms({ leaves, children }: GuardedFormsProps) {
  const [forms] = useState(() => new Set<IsTyped>());
  const isDirty = useCallback(() => [...forms].some((isTyped) => isTyped()), [forms]);
  return (
    <Forms.Provider value={forms}>
      {children}
      <LeaveGuard isDirty={isDirty} leaves={leaves} />
    </Forms.Provider>
  );
}

const read = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);

/**
 * Guards a form. @returns what says that the form, as it stands, holds nothing that is not saved
 */
export function useGuardedForm(form: RefObject<HTMLFormElement | null>): () => void {
  const forms = useContext(Forms);
  const saved = useRef<string | null>(null);
  useEffect(() => {
    const isTyped = () =>
      form.current !== null && saved.current !== null && read(form.current) !== saved.current;
    forms?.add(isTyped);
    return () => void forms?.delete(isTyped);
  }, [forms, form]);
  return useCallback(() => {
    saved.current = form.current && read(form.current);
  }, [form]);
}
