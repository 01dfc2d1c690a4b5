import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useForm } from 'react-hook-form';
import type { Control, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { toShownError } from '../shown-error.ts';
import { splitFieldErrors } from './field-errors.ts';
import type { FormProblem } from './field-errors.ts';
import { mergeStale } from './stale.ts';
import type { StaleRecord } from './stale.ts';

export interface AppFormOptions<Input extends FieldValues, Output> {
  /** A value for every field, `''` for an empty one, and the record's `version` when it has one. */
  readonly defaultValues: Input;
  /** Asked before saving; `false` leaves the form as it stands. When it rejects, the error is shown. */
  readonly beforeSave?: (values: Output) => Promise<boolean>;
  /**
   * Saves. It may navigate: a save under way never asks about unsaved changes. When it resolves with values, they become
   * the form's new state (a new `version`); without, the form is clean as it stands. When it rejects, the error is shown.
   */
  readonly onSubmit: (values: Output) => Promise<Input | undefined | void>;
  /** Shown when the failed call brings no message of its own, for example "Failed to save patient". */
  readonly errorFallback: string;
  /** How a stale save is shown; without it, it is an error like others. */
  readonly stale?: {
    /** The form's values of the record as it is now; null when it cannot be read. */
    readonly read: (current: unknown) => Input | null;
    /** The fields to compare, with their labels. */
    readonly labels: Partial<Record<Path<Input>, string>>;
    /** Words for values that say nothing to a person, such as ids. */
    readonly words?: (name: string, value: unknown) => string | undefined;
  };
}

/** What `Form` and the fields need; fields take `control`, screens that react to values take `methods`. */
export interface AppForm<Input extends FieldValues, Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly methods: UseFormReturn<Input, unknown, Output>;
  readonly submit: () => Promise<void>;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly problem: FormProblem | null;
  readonly stale: (StaleRecord & { readonly useTheirs: () => void; readonly keepMine: () => void }) | null;
  /** Counts the failed tries, each of which moves the focus to what needs attention. */
  readonly failures: number;
  readonly isDirty: boolean;
  /** A save is under way: leaving the page is its doing. */
  readonly isSaving: () => boolean;
}

/**
 * A form on the contract's schema: the same rules as the server's, its field errors on their fields, one save at a time,
 * stale saves reconciled. Fields are typed by the schema's input; `onSubmit` gets its output.
 */
export function useAppForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: AppFormOptions<Input, Output>,
): AppForm<Input, Output> {
  // Kept as they were: a record fetched again must neither overwrite what is typed nor hide that it is stale.
  const [initial] = useState(options.defaultValues);
  const methods = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    values: initial,
    shouldFocusError: false,
  });
  const formRef = useRef<HTMLFormElement>(null);
  const saving = useRef(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [theirs, setTheirs] = useState<Input | null>(null);
  const [failures, setFailures] = useState(0);
  const { isDirty } = methods.formState;

  const showError = (failure: unknown) => {
    const error = toShownError(failure, options.errorFallback);
    const current = error.code === 'STALE' ? options.stale?.read(error.current) : null;
    if (current !== null && current !== undefined) {
      setTheirs(current);
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
    setTheirs(null);
    try {
      if (options.beforeSave !== undefined && !(await options.beforeSave(values))) return false;
      const next = await options.onSubmit(values);
      methods.reset(next ?? methods.getValues());
      return true;
    } catch (failure) {
      showError(failure);
      return false;
    }
  };

  const submit = async () => {
    if (saving.current) return;
    saving.current = true;
    let isSaved = false;
    try {
      await methods.handleSubmit(async (values) => {
        isSaved = await save(values);
      })();
    } finally {
      saving.current = false;
    }
    // Only now the fields show their errors, so the focus can find the first one.
    if (!isSaved) setFailures((count) => count + 1);
  };

  const base = methods.formState.defaultValues ?? {};
  return {
    control: methods.control,
    methods,
    submit,
    formRef,
    problem,
    failures,
    isDirty,
    isSaving: () => saving.current,
    stale: theirs && {
      base,
      theirs,
      mine: methods.getValues(),
      labels: options.stale?.labels ?? {},
      words: options.stale?.words,
      useTheirs: () => {
        methods.reset(theirs);
        setTheirs(null);
      },
      keepMine: () => {
        const merged = mergeStale({ base, theirs, mine: methods.getValues() });
        methods.reset(theirs);
        methods.reset(merged, { keepDefaultValues: true });
        setTheirs(null);
      },
    },
  };
}
