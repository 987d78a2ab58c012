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

type IsDirty = () => boolean;
const Forms = createContext<Set<IsDirty> | null>(null);

type GuardedFormsProps = {
  leaves?: (from: Location, to: Location) => boolean;
  children: React.ReactNode;
};

/** Asks before anybody leaves a form inside that has unsaved changes. */
export function GuardedForms({ leaves, children }: GuardedFormsProps) {
  const [forms] = useState(() => new Set<IsDirty>());
  const isDirty = useCallback(() => [...forms].some((isDirty) => isDirty()), [forms]);
  return (
    <Forms.Provider value={forms}>
      {children}
      <LeaveGuard isDirty={isDirty} isLeaving={leaves} />
    </Forms.Provider>
  );
}

const serialize = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);

/**
 * Guards a form. @returns a function that marks the form's current values as saved
 */
export function useGuardedForm(form: RefObject<HTMLFormElement | null>): () => void {
  const forms = useContext(Forms);
  const saved = useRef<string | null>(null);
  useEffect(() => {
    const isDirty = () =>
      form.current !== null && saved.current !== null && serialize(form.current) !== saved.current;
    forms?.add(isDirty);
    return () => void forms?.delete(isDirty);
  }, [forms, form]);
  return useCallback(() => {
    saved.current = form.current && serialize(form.current);
  }, [form]);
}
