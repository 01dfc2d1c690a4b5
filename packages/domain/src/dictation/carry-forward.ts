import { fieldsOf, type TemplateContent, type TemplateField } from '../template/content.ts';
import { evaluateTemplate, type Evaluation, type FieldState } from '../template/evaluate.ts';
import { acceptValue, offeredValues } from '../template/option-value.ts';
import { isEmptyValue, isSameValue, type FieldValue, type FieldValues } from '../template/value.ts';
import { carryReason, type CarryReason } from './carry-reason.ts';
import { isGenerated, originOf, type Carried, type EditedFrom, type Origin } from './edited-text.ts';
import { enteredOf, type StoredValues } from './form-values.ts';

/** An earlier signed note, with the template content that it was written with. */
export interface CarriedNote extends StoredValues {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly procedureDate: string;
  readonly content: TemplateContent;
  readonly editedFrom: EditedFrom;
}

/** The note that values are carried to. */
export interface CarryTarget {
  readonly content: TemplateContent;
  readonly evaluation: Evaluation;
  readonly entered: FieldValues;
  /** The fields that are filled in from the record, by ID. */
  readonly ofRecord: ReadonlySet<string>;
}

/** A value that can be carried, because the note has another one. */
export interface CarryOffer {
  readonly field: TemplateField;
  readonly value: FieldValue;
  /** What the note has now. */
  readonly now: FieldValue | undefined;
  /** Whether the note shows the field; it may show it once other values are carried. */
  readonly isVisible: boolean;
  /** Why it must be chosen alone; null if it can be carried with others. `entered`: it would replace what someone has entered. */
  readonly alone: CarryReason | 'entered' | null;
  readonly origin: Origin;
}

export interface CarryOffers {
  /** In template order. */
  readonly offers: readonly CarryOffer[];
  /** Labels of fields that have the same value already. */
  readonly same: readonly string[];
  /** Labels of fields with a value that the template no longer has, or has with another type or other options. */
  readonly changed: readonly string[];
}

/**
 * What can be carried from an earlier note: values that a person saw and could change there, and can see and change here. Values that the
 * template or the record makes are made again here instead.
 */
export function carryOffers(note: CarriedNote, target: CarryTarget): CarryOffers {
  const earlier = evaluateTemplate(note.content, { entered: enteredOf(note.content, note), isSigned: true });
  const wanted = earlier.fields.filter((state) => isChosen(state) && !target.ofRecord.has(state.field.id));
  const values = new Map(wanted.map((state) => [state.field.id, state]));
  const fields = fieldsOf(target.content);
  const offers: CarryOffer[] = [];
  const same: string[] = [];
  const changed: string[] = [];
  for (const field of fields) {
    const before = values.get(field.id);
    values.delete(field.id);
    const value = before?.effective;
    if (before === undefined || value === undefined || !isOwn(field)) continue;
    const { effective: now, isVisible = false } = target.evaluation.byId.get(field.id) ?? {};
    if (!isSameKind(field, before.field) || !fits(field, value)) changed.push(field.label);
    else if (isSameValue(now, value)) same.push(field.label);
    else
      offers.push({
        field,
        value,
        now,
        isVisible,
        alone: reasonAlone(field, value, target),
        origin: originIn(note, field),
      });
  }
  return { offers, same, changed: [...changed, ...[...values.values()].map(({ field }) => field.label)] };
}

/** Whether the field had a value that a person chose or left. */
const isChosen = ({ field, isVisible, isFollowing, effective }: FieldState): boolean =>
  isVisible && !isFollowing && !isEmptyValue(effective) && isOwn(field);

function reasonAlone(
  field: TemplateField,
  value: FieldValue,
  { entered, evaluation }: CarryTarget,
): CarryOffer['alone'] {
  const isEntered =
    Object.hasOwn(entered, field.id) && !isEmptyValue(evaluation.byId.get(field.id)?.effective);
  return carryReason(field, value) ?? (isEntered ? 'entered' : null);
}

/** Whether people enter the value of the field. Administrators alone change read-only fields. */
const isOwn = ({ type, isReadOnly, dependencyType }: TemplateField): boolean =>
  type !== 'hidden' && !isReadOnly && dependencyType !== 'calculated';

/** Whether two fields can have the same values. */
function isSameKind(a: TemplateField, b: TemplateField): boolean {
  if (a.type !== b.type) return false;
  if (a.type !== 'rows') return isSameList(offeredValues(a), offeredValues(b));
  return isSameList(columnsOf(a), columnsOf(b));
}

const columnsOf = ({ columns = [] }: TemplateField): readonly string[] =>
  columns.map(({ id, type, options = [] }) => JSON.stringify([id, type, options.toSorted()]));

const isSameList = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a?.toSorted()) === JSON.stringify(b?.toSorted());

/** Signed notes can have texts that were no options even then. */
const fits = (field: TemplateField, value: FieldValue): boolean =>
  acceptValue(field, offeredValues(field) ?? [], value).dropped.length === 0;

/** What the value was made from in its note, so that it is found if the fields are others here, and the note. */
function originIn(note: CarriedNote, field: TemplateField): Origin {
  const made = isGenerated(field)
    ? (note.editedFrom[field.id] ?? originOf(note.content, note, field.id))
    : undefined;
  const carried: Carried = { noteId: note.id, day: note.procedureDate, isSeen: false };
  return { text: made?.text ?? '', from: made?.from ?? {}, carried };
}
