import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState, type RefObject } from 'react';
import { useForm, type Control, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { DraftForm } from '@portal/domain/form-drafts';
import { createFormDraft, type FormDraft } from '#lib/drafts/form-draft.ts';
import { explainShownError, toShownError } from '../shown-error.ts';
import { splitFieldErrors, type FormProblem } from './field-errors.ts';
import { hasConflict, mergeStale, type StaleRecord } from './stale.ts';
import { setFormSchema } from './text-limit.ts';

export interface AppFormOptions<Input extends FieldValues, Output> {
  /** A value for every field (`''` for an empty one), and the record's `version` if it has one. */
  readonly defaultValues: Input;
  /** The record that the form is about, if the address of the page does not say it: unsaved input is only restored for the same one. */
  readonly about?: string | undefined;
  /** What the form saves with, if its unsaved input is kept as a draft, and the patient if neither a field nor the address says who it is. */
  readonly draft?: DraftForm | { readonly form: DraftForm; readonly patientId: string | null };
  /** The schema of the fields, if the form's own one checks them all at once. */
  readonly fields?: z.ZodType;
  /** Called before saving; `false` cancels the save. If it rejects, the error is shown. */
  readonly beforeSave?: (values: Output) => Promise<boolean>;
  /**
   * Saves the values. Navigates with `useReturn`, without a question about unsaved changes. If it resolves with values, they become the
   * form's new values (with a new `version`); otherwise the form keeps its values. If it rejects, the error is shown.
   */
  readonly onSubmit: (values: Output) => Promise<Input | undefined | void>;
  /** Shown when the error has no message, for example "Failed to save patient". */
  readonly errorFallback: string;
  /** How to show a stale save; without it, it is shown like any other error. */
  readonly stale?: {
    /** Converts the current record to form values; null if it is invalid. */
    readonly read: (current: unknown) => Input | null;
    /** The fields to compare, with their labels. */
    readonly labels: Partial<Record<Path<Input>, string>>;
    /** Display text for values such as IDs. */
    readonly words?: (name: string, value: unknown) => string | undefined;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Unsaved input, and the record as it was when editing began. */
export interface Unsaved {
  readonly base: Values;
  readonly mine: Values;
}

/** The draft of a form. */
export interface OwnDraft {
  readonly form: DraftForm;
  readonly patientId: string | null;
  readonly autosave: FormDraft;
}

interface Conflict<Input> {
  readonly base: Values;
  readonly theirs: Input;
}

/** State for `Form` and its fields. Fields take `control`; screens that react to values take `methods`. */
export interface AppForm<Input extends FieldValues, Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly methods: UseFormReturn<Input, unknown, Output>;
  readonly submit: () => Promise<void>;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly problem: FormProblem | null;
  readonly stale: (StaleRecord & { readonly useTheirs: () => void; readonly keepMine: () => void }) | null;
  readonly about: string | undefined;
  /** Its draft; null if none is kept. */
  readonly draft: OwnDraft | null;
  /** The unsaved input; null if there is none. */
  readonly unsaved: () => Unsaved | null;
  /** Continues with unsaved input. What someone else has changed in the meantime is merged, and a conflict is shown. */
  readonly resume: (unsaved: Unsaved) => void;
  /** Number of failed attempts. Each one moves the focus to the first error. */
  readonly failures: number;
  readonly isDirty: boolean;
  /** Whether the values are on their way to the server. */
  readonly isSaving: () => boolean;
  /** Sets what is called, with the error as text, when a save fails after the form was left. */
  readonly whenLost: (tell: (text: string, unsaved: Unsaved) => void) => void;
}

/**
 * A form with a contract schema: validates with the server's rules, shows field errors on their fields, allows one save at a
 * time, and handles stale saves. Field names and values have the schema's input type; `onSubmit` gets its output.
 */
export function useAppForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: AppFormOptions<Input, Output>,
): AppForm<Input, Output> {
  // Kept from the first render: a reloaded record must not overwrite input or hide that the form is stale.
  const [initial] = useState(options.defaultValues);
  const methods = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    values: initial,
    shouldFocusError: false,
  });
  setFormSchema(methods.control, options.fields ?? schema);
  const formRef = useRef<HTMLFormElement>(null);
  const saving = useRef(false);
  const conflict = useConflict(methods, options.stale, initial);
  const [failures, setFailures] = useState(0);
  const { isDirty } = methods.formState;
  const draft = useDraft(options.draft);
  const { save, ...sending } = useSave({ methods, options, conflict, formRef, draft });

  const submit = async () => {
    if (saving.current) return;
    saving.current = true;
    let isSaved = false;
    try {
      const hasUnchosen = formRef.current?.querySelector('[data-unchosen]') instanceof HTMLElement;
      // The conflict would be saved over, and text without a choice would be lost.
      if (conflict.stale === null && !hasUnchosen)
        await methods.handleSubmit(async (values) => {
          isSaved = await save(values);
        })();
    } finally {
      saving.current = false;
    }
    // The fields show their errors only now, so that the focus can find the first one.
    if (!isSaved) setFailures((count) => count + 1);
  };

  return {
    control: methods.control,
    methods,
    submit,
    formRef,
    ...sending,
    failures,
    isDirty,
    about: options.about,
    draft,
    unsaved: () => (isDirty ? { base: conflict.base(), mine: methods.getValues() } : null),
    resume: conflict.resume,
    stale: conflict.stale,
  };
}

interface SaveParts<Input extends FieldValues, Output> {
  readonly methods: UseFormReturn<Input, unknown, Output>;
  readonly options: AppFormOptions<Input, Output>;
  readonly conflict: ReturnType<typeof useConflict<Input, Output>>;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly draft: OwnDraft | null;
}

function useDraft(given: AppFormOptions<FieldValues, unknown>['draft']): OwnDraft | null {
  const { form, patientId } = typeof given === 'object' ? given : { form: given, patientId: null };
  const [autosave] = useState(() => (form === undefined ? null : createFormDraft(form)));
  return form === undefined || autosave === null ? null : { form, patientId, autosave };
}

/** Saves valid values. Shows the server’s errors in the form, or in a toast if the user has left it. */
function useSave<Input extends FieldValues, Output>({
  methods,
  options,
  conflict,
  formRef,
  draft,
}: SaveParts<Input, Output>) {
  const sending = useRef(false);
  const lost = useRef<((text: string, unsaved: Unsaved) => void) | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);

  const showError = (failure: unknown) => {
    const error = toShownError(failure, options.errorFallback);
    const current = error.code === 'STALE' ? options.stale?.read(error.current) : null;
    if (current !== null && current !== undefined) {
      conflict.begin(current);
    } else {
      const isOnScreen = (name: string): name is Path<Input> =>
        Boolean(formRef.current?.elements.namedItem(name));
      const { placed, rest } = splitFieldErrors(error, isOnScreen);
      for (const [name, message] of placed) methods.setError(name, { type: 'server', message });
      setProblem(rest);
    }
  };

  const save = async (values: Output): Promise<boolean> => {
    setProblem(null);
    conflict.end();
    const unsaved = { base: baseOf(methods), mine: methods.getValues() };
    try {
      if (options.beforeSave !== undefined && !(await options.beforeSave(values))) return false;
      sending.current = true;
      const next = await options.onSubmit(values);
      methods.reset(next ?? methods.getValues());
      void draft?.autosave.close();
      return true;
    } catch (failure) {
      if (formRef.current === null)
        lost.current?.(explainShownError(toShownError(failure, options.errorFallback)), unsaved);
      else showError(failure);
      return false;
    } finally {
      sending.current = false;
    }
  };

  return {
    save,
    problem,
    isSaving: () => sending.current,
    whenLost: (tell: (text: string, unsaved: Unsaved) => void) => {
      lost.current = tell;
    },
  };
}

/** The record as it was when editing began: read, saved, or chosen after a conflict. */
const baseOf = <Input extends FieldValues, Output>(methods: UseFormReturn<Input, unknown, Output>): Values =>
  methods.formState.defaultValues ?? {};

/** What someone else has saved while the record was edited here, and the choice between both. */
function useConflict<Input extends FieldValues, Output>(
  methods: UseFormReturn<Input, unknown, Output>,
  options: AppFormOptions<Input, Output>['stale'],
  initial: Input,
) {
  const [conflict, setConflict] = useState<Conflict<Input> | null>(null);
  return {
    begin: (theirs: Input) => setConflict({ base: baseOf(methods), theirs }),
    end: () => setConflict(null),
    base: () => conflict?.base ?? baseOf(methods),
    resume: (unsaved: Unsaved) => {
      const ways = { ...unsaved, theirs: initial };
      methods.reset(mergeStale(ways), { keepDefaultValues: true });
      if (options !== undefined && hasConflict({ ...ways, labels: options.labels })) setConflict(ways);
    },
    stale: conflict && {
      ...conflict,
      mine: methods.getValues(),
      labels: options?.labels ?? {},
      words: options?.words,
      useTheirs: () => {
        methods.reset(conflict.theirs);
        setConflict(null);
      },
      keepMine: () => {
        const merged = mergeStale({ ...conflict, mine: methods.getValues() });
        methods.reset(conflict.theirs);
        methods.reset(merged, { keepDefaultValues: true });
        setConflict(null);
      },
    },
  };
}
