import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import type { ModelFormResult } from "../../actions.server.ts";
import type { EditedModel } from "../../diagnosis-model.server.ts";
import { mergeModels } from "../../merge-models.ts";
import {
  type ModelForm,
  type ModelFormError,
  parseModelForm,
  toModelForm,
} from "../../model-form.ts";

const FAILURES: Record<string, string> = {
  "not-found": "The quiz no longer exists: somebody deleted it.",
  unreachable:
    "Not saved: the server could not be reached. What you typed is still here; save again.",
};

const BY_SERVER = "server";
const buildServerError = (field: string, message: string): ModelFormError[] => [
  { place: BY_SERVER, field, message },
];

type Conflict = { version: number; savedBy: string };

/**
 * State of the editor: typed values, and whether they were saved, refused, or in conflict with
 * another save.
 */
export function useModelEditor(loaded: EditedModel) {
  const [base, setBase] = useState(loaded);
  const [form, setValues] = useState<ModelForm>(() => toModelForm(loaded.values));
  const [refusal, setRefusal] = useState<ModelFormError[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const { submit, state, data } = useFetcher<ModelFormResult>();
  const settled = useRef<ModelFormResult | undefined>(undefined);
  const baseForm = useMemo(() => toModelForm(base.values), [base]);
  const isDirty = useMemo(
    () => JSON.stringify(form) !== JSON.stringify(baseForm),
    [form, baseForm],
  );

  // A message disappears once its cause is fixed, but is not reworded while typing, because it is
  // read aloud.
  const errors = useMemo(() => {
    if (refusal.every(({ place }) => place === BY_SERVER)) return refusal;
    const read = parseModelForm(form);
    const currentErrors = new Set(
      read.ok ? [] : read.errors.map(({ place, field }) => `${place} ${field}`),
    );
    return refusal.filter(({ place, field }) => currentErrors.has(`${place} ${field}`));
  }, [refusal, form]);

  /**
   * A validation error of the server applies only to the values that were sent; a lost connection
   * does not depend on them.
   */
  const setForm: typeof setValues = useCallback((change) => {
    setValues(change);
    setRefusal((list) =>
      list.some(({ place, field }) => place === BY_SERVER && field === "values") ? [] : list,
    );
  }, []);

  const loadModel = useCallback((model: EditedModel) => {
    setBase(model);
    setValues(toModelForm(model.values));
    setConflict(null);
    setRefusal([]);
  }, []);

  useEffect(() => {
    if (state !== "idle" || !data || data === settled.current) return;
    settled.current = data;
    if (data.ok) {
      if (data.intent !== "save") return;
      setSavedVersion(data.version);
      toast.success("Outcomes and safety rules saved");
      // The page was reloaded after the save: new entries have their ids now.
      if (loaded.version >= data.version) loadModel(loaded);
    } else if (data.reason === "conflict")
      setConflict({ version: data.version, savedBy: data.savedBy });
    else if (data.reason === "invalid") setRefusal(buildServerError("values", data.message));
    else setRefusal(buildServerError("failure", FAILURES[data.reason] ?? "Not saved. Try again."));
  }, [state, data, loaded, loadModel]);

  const save = () => {
    const read = parseModelForm(form);
    setRefusal(read.ok ? [] : read.errors);
    const { version, fingerprint } = base;
    if (read.ok)
      void submit(
        {
          intent: "save",
          baseVersion: String(version),
          fingerprint,
          values: JSON.stringify(read.values),
        },
        { method: "post" },
      );
  };
  const keepMine = () => {
    const theirs = toModelForm(loaded.values);
    setForm(
      mergeModels({
        base: baseForm,
        mine: form,
        theirs,
        before: base.questions,
        after: loaded.questions,
      }),
    );
    setBase(loaded);
    setConflict(null);
  };
  return {
    base,
    form,
    setForm,
    errors,
    conflict,
    isDirty,
    isSaving: state !== "idle",
    savedVersion,
    save,
    keepMine,
    discardMine: () => loadModel(loaded),
  };
}
export type ModelEditor = ReturnType<typeof useModelEditor>;
