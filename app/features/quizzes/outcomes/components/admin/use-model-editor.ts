import { useCallback, useMemo, useState } from "react";
import { toast } from "sonner";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import type { ModelFormResult } from "../../actions.server.ts";
import type { EditedModel } from "../../diagnosis-model.server.ts";
import { mergeModels } from "../../merge-models.ts";
import { type ModelForm, parseModelForm, toModelForm } from "../../model-form.ts";
import { useFormErrors } from "./use-form-errors.ts";

const FAILURES: Record<string, string> = {
  "not-found": "The quiz no longer exists: somebody deleted it.",
  unreachable:
    "Not saved: the server could not be reached. What you typed is still here; save again.",
};

type Conflict = { version: number; savedBy: string };

/**
 * State of the editor: typed values, and whether they were saved, refused, or in conflict with
 * another save.
 */
export function useModelEditor(loaded: EditedModel) {
  const editor = useModelForm(loaded);
  const { base, form, loadModel, keepMine } = editor;
  const { errors, setErrors, setServerError, clearRefusal } = useFormErrors(form);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [savedVersion, setSavedVersion] = useState<number | null>(null);
  const load = () => {
    loadModel(loaded);
    setConflict(null);
    setErrors([]);
  };
  const { submit, state } = useReplyFetcher<ModelFormResult>((reply) => {
    if (reply.ok) {
      if (reply.intent !== "save") return;
      setSavedVersion(reply.version);
      toast.success("Outcomes and safety rules saved");
      // The page was reloaded after the save: new entries have their ids now.
      if (loaded.version >= reply.version) load();
    } else if (reply.reason === "conflict")
      setConflict({ version: reply.version, savedBy: reply.savedBy });
    else if (reply.reason === "invalid") setServerError("refused", reply.message);
    else setServerError("failed", FAILURES[reply.reason] ?? "Not saved. Try again.");
  });
  const save = () => {
    const parsed = parseModelForm(form);
    setErrors(parsed.ok ? [] : parsed.errors);
    if (!parsed.ok) return;
    const { version, fingerprint } = base;
    const values = JSON.stringify(parsed.values);
    void submit(
      { intent: "save", baseVersion: String(version), fingerprint, values },
      { method: "post" },
    );
  };
  const { setForm: setValues } = editor;
  const setForm: typeof setValues = useCallback(
    (change) => {
      setValues(change);
      clearRefusal();
    },
    [setValues, clearRefusal],
  );
  return {
    base,
    form,
    setForm,
    errors,
    conflict,
    isDirty: editor.isDirty,
    isSaving: state !== "idle",
    savedVersion,
    save,
    keepMine: () => {
      keepMine(loaded);
      clearRefusal();
      setConflict(null);
    },
    discardMine: load,
  };
}
export type ModelEditor = ReturnType<typeof useModelEditor>;

/** The typed values, and the model on which they are based. */
function useModelForm(loaded: EditedModel) {
  const [base, setBase] = useState(loaded);
  const [form, setForm] = useState<ModelForm>(() => toModelForm(loaded.values));
  const baseForm = useMemo(() => toModelForm(base.values), [base]);
  const isDirty = useMemo(
    () => JSON.stringify(form) !== JSON.stringify(baseForm),
    [form, baseForm],
  );
  const loadModel = (model: EditedModel) => {
    setBase(model);
    setForm(toModelForm(model.values));
  };
  /** Merges the typed values with a newer model. */
  const keepMine = (newer: EditedModel) => {
    const theirs = toModelForm(newer.values);
    const { questions: before } = base;
    setForm(mergeModels({ base: baseForm, mine: form, theirs, before, after: newer.questions }));
    setBase(newer);
  };
  return { base, form, setForm, isDirty, loadModel, keepMine };
}
