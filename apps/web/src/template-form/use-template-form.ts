import {
  editedFromOf,
  isGenerated,
  originOf,
  outdatedTexts,
  withAutoTexts,
  withoutCarried,
  withSeen,
  type EditedFrom,
  type Origin,
  type OutdatedText,
} from '@portal/domain/dictation/edited-text';
import { storedOf } from '@portal/domain/dictation/form-values';
import type { AutoTexts } from '@portal/domain/template/auto-populate';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import { evaluateTemplate, type Evaluation } from '@portal/domain/template/evaluate';
import { isEmptyValue, type FieldValue, type FieldValues } from '@portal/domain/template/value';
import { useMemo, useState } from 'react';

/** Initial state of a template form. */
export interface TemplateFormOptions {
  /** Previously entered values of a stored dictation or draft, by field id. Default none. */
  readonly initial?: FieldValues;
  /** What generated values were made from when they were entered. Those that are missing count as made from `initial`. */
  readonly initialOrigins?: EditedFrom;
  /** Initial values from outside the template: auto-populated values and the provider's preferences. */
  readonly defaults?: FieldValues;
  /** What auto-populated fields get now. Must have a stable identity, like `defaults`. */
  readonly auto?: AutoTexts;
  /** Where the values of fields come from that are made from the record, by field ID. */
  readonly valueOrigins?: Readonly<Record<string, string>>;
  /** Administrators may change read-only fields. */
  readonly canEditReadOnly?: boolean;
}

const NO_AUTO: AutoTexts = {};
const NO_ORIGINS: Readonly<Record<string, string>> = {};

/** The state of a template form, for the screens around `TemplateForm`. */
export interface TemplateFormState {
  readonly content: TemplateContent;
  /**
   * The values of edited fields, by field id. Other fields show their default or follow their source. This is a new object after
   * each change, so an effect that depends on it can save a draft.
   */
  readonly entered: FieldValues;
  /** The evaluated template: visible fields, missing values, and the input for `reportOf` and `suggestCodes`. */
  readonly evaluation: Evaluation;
  /** What generated values were made from when they were entered. */
  readonly editedFrom: EditedFrom;
  /** Entered values that contradict the fields they were generated from. */
  readonly outdated: readonly OutdatedText[];
  /** Where the values of fields come from that are made from the record, by field ID; entered values do not. */
  readonly valueOrigins: Readonly<Record<string, string>>;
  readonly canEditReadOnly: boolean;
  /** The functions keep their identity as long as `content` and `defaults` do. */
  readonly setValue: (fieldId: string, value: FieldValue) => void;
  /** Resets a field to its default or to following its source. */
  readonly reset: (fieldId: string) => void;
  /** Keeps an outdated value: it counts as made from the fields as they are now. */
  readonly keep: (fieldId: string) => void;
  /** Someone has left the field: a value that was carried from an earlier note has been seen. */
  readonly look: (fieldId: string) => void;
  /** Enters values of an earlier note, with their origins. */
  readonly carry: (values: readonly CarriedValue[]) => void;
  /** Replaces all entered values with their origins, for example after a conflict, or `{}` to start over. */
  readonly replace: (entered: FieldValues, origins?: EditedFrom) => void;
}

/** A value of an earlier note. */
interface CarriedValue {
  readonly fieldId: string;
  readonly value: FieldValue;
  readonly origin: Origin;
}

/**
 * The state of a template form. It is re-evaluated when the values, the content or the defaults change. The caller re-renders on
 * each keystroke, so memoize expensive siblings, and pass `content` and `defaults` with a stable identity.
 */
export function useTemplateForm(
  content: TemplateContent,
  {
    initial = {},
    initialOrigins = {},
    defaults,
    auto = NO_AUTO,
    valueOrigins = NO_ORIGINS,
    canEditReadOnly = false,
  }: TemplateFormOptions = {},
): TemplateFormState {
  const [{ entered, editedFrom: origins }, setState] = useState(() =>
    startOf(content, initial, initialOrigins),
  );
  const evaluation = useMemo(
    () => evaluateTemplate(content, { entered, canEditReadOnly, ...(defaults && { defaults }) }),
    [content, entered, canEditReadOnly, defaults],
  );
  const editedFrom = useMemo(() => withAutoTexts(origins, auto), [origins, auto]);
  const outdated = useMemo(
    () => outdatedTexts(content, storedOf(evaluation), editedFrom),
    [content, evaluation, editedFrom],
  );
  const actions = useMemo(() => {
    const generated = new Set(
      fieldsOf(content)
        .filter(isGenerated)
        .map(({ id }) => id),
    );
    const withOrigin = ({ entered: values, editedFrom: before }: FormEntries, fieldId: string) => {
      const stored = storedOf(evaluateTemplate(content, { entered: values, ...(defaults && { defaults }) }));
      const origin = generated.has(fieldId) ? originOf(content, stored, fieldId) : { text: '', from: {} };
      const now = auto[fieldId];
      const ofAuto = now && { label: now.label, before: now.text, now: now.text };
      if (origin === undefined || (ofAuto === undefined && !generated.has(fieldId))) return before;
      const carried = before[fieldId]?.carried;
      return {
        ...before,
        [fieldId]: { ...origin, ...(ofAuto && { auto: ofAuto }), ...(carried && { carried }) },
      };
    };
    return {
      setValue: (fieldId: string, value: FieldValue) =>
        setState((before) => {
          const changed = Object.hasOwn(before.entered, fieldId)
            ? withSeen(before.editedFrom, fieldId)
            : withOrigin(before, fieldId);
          return {
            entered: { ...before.entered, [fieldId]: value },
            editedFrom: isEmptyValue(value) ? withoutCarried(changed, fieldId) : changed,
          };
        }),
      reset: (fieldId: string) =>
        setState((before) => ({
          entered: without(before.entered, fieldId),
          editedFrom: without(before.editedFrom, fieldId),
        })),
      keep: (fieldId: string) =>
        setState((before) => ({ ...before, editedFrom: withSeen(withOrigin(before, fieldId), fieldId) })),
      look: (fieldId: string) =>
        setState((before) => ({ ...before, editedFrom: withSeen(before.editedFrom, fieldId) })),
      carry: (values: readonly CarriedValue[]) =>
        setState((before) => ({
          entered: { ...before.entered, ...byField(values, ({ value }) => value) },
          editedFrom: { ...before.editedFrom, ...byField(values, ({ origin }) => origin) },
        })),
      replace: (values: FieldValues, kept: EditedFrom = {}) => setState(startOf(content, values, kept)),
    };
  }, [content, defaults, auto]);
  return { content, entered, evaluation, editedFrom, outdated, valueOrigins, canEditReadOnly, ...actions };
}

/** Entered values, and the origins of the generated ones among them. */
interface FormEntries {
  readonly entered: FieldValues;
  readonly editedFrom: EditedFrom;
}

function startOf(content: TemplateContent, entered: FieldValues, origins: EditedFrom): FormEntries {
  const stored = storedOf(evaluateTemplate(content, { entered }));
  const all = {
    // A field that is shown because of the record is not known to be shown yet.
    ...Object.fromEntries(Object.entries(origins).filter(([, { carried }]) => carried !== undefined)),
    ...editedFromOf(content, stored, origins, null),
  };
  const own = Object.entries(all).filter(([id]) => Object.hasOwn(entered, id));
  return { entered, editedFrom: Object.fromEntries(own) };
}

const byField = <Value>(values: readonly CarriedValue[], part: (value: CarriedValue) => Value) =>
  Object.fromEntries(values.map((value) => [value.fieldId, part(value)] as const));

const without = <Value>(values: Readonly<Record<string, Value>>, fieldId: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([id]) => id !== fieldId));
