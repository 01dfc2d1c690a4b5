import { fieldsOf, type TemplateContent, type TemplateField } from '../template/content.ts';
import type { AutoTexts } from '../template/auto-populate.ts';
import { evaluateTemplate, textIn, type Evaluation } from '../template/evaluate.ts';
import { shownFieldsBehind, sourceIds } from '../template/field-sources.ts';
import { isSourceName, SOURCES } from '../template/sources.ts';
import { isEmptyValue, isSameValue, type FieldValue } from '../template/value.ts';
import { enteredOf, type StoredValues } from './form-values.ts';

/** What a field's generated value was, and the printed values that it was made from, by source field ID. */
export interface Origin {
  readonly text: string;
  readonly from: Readonly<Record<string, string>>;
  /** Of an auto-populated field. */
  readonly auto?: AutoOrigin | undefined;
  /** Of a value that was carried from an earlier note. */
  readonly carried?: Carried | undefined;
}

/** The note that a value was carried from, and whether someone has left or changed the field since. */
export interface Carried {
  readonly noteId: string;
  /** The procedure date of that note, YYYY-MM-DD. */
  readonly day: string;
  readonly isSeen: boolean;
}

/** What a field was auto-populated with when its value was edited or stored, and what it would get now. `label`: what it is. */
export interface AutoOrigin {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/** The origins of values that no longer follow their sources, by field ID. */
export type EditedFrom = Readonly<Record<string, Origin>>;

/** A field that still has its value from before its sources changed. */
export interface OutdatedText {
  readonly fieldId: string;
  readonly label: string;
  /** Follows the label or "This": "still says “L4-L5”, but Level is now “L5-S1”." */
  readonly contradiction: string;
}

/** Whether the template can generate the field's value from other fields. */
export const isGenerated = (field: TemplateField): boolean => sourceIds(field).length > 0;

/** What the template generates for a field now, whatever the field's own value is; undefined if it does not have the field. */
export function originOf(
  content: TemplateContent,
  values: StoredValues,
  fieldId: string,
): Origin | undefined {
  const { [fieldId]: _own, ...others } = enteredOf(content, values);
  const evaluation = evaluateTemplate(content, { entered: others });
  const state = evaluation.byId.get(fieldId);
  return state && { text: state.text, from: sourceTexts(state.field, evaluation) };
}

/**
 * The origins of all visible generated values that do not follow their sources: of edited fields, and of defaults, which stay as they are
 * once they are stored. A value that is the same as the generated one gets its origin now. Others keep the one sent with them, else the
 * stored one, else the one that they had in the previous values. `previous` is null for a new dictation. `auto`: what auto-populated fields
 * get; their origins are kept the same way, and so is the note that a value was carried from, as long as there is a value.
 */
export function editedFromOf(
  content: TemplateContent,
  values: StoredValues,
  sent: EditedFrom,
  previous: (StoredValues & { readonly editedFrom: EditedFrom }) | null,
  auto: AutoTextsAround = {},
): EditedFrom {
  const { byId } = evaluateTemplate(content, { entered: enteredOf(content, values) });
  const origins = fieldsOf(content).flatMap((field) => {
    const state = byId.get(field.id);
    if (state?.field !== field || state.isFollowing || !state.isVisible || state.value === undefined)
      return [];
    const ofAuto = autoOriginOf(field.id, auto, {
      earlier: sent[field.id]?.auto ?? previous?.editedFrom[field.id]?.auto,
      text: state.text,
    });
    const carried = carriedOf(field.id, state.value, sent, previous);
    const more = { ...(ofAuto && { auto: ofAuto }), ...(carried && { carried }) };
    if (!isGenerated(field))
      return Object.keys(more).length === 0 ? [] : [[field.id, { text: '', from: {}, ...more }] as const];
    const now = originOf(content, values, field.id);
    if (now === undefined) return [];
    const earlier =
      sent[field.id] ??
      previous?.editedFrom[field.id] ??
      (previous?.formData[field.id] === undefined ? undefined : originOf(content, previous, field.id));
    const { text, from } = state.text === now.text ? now : (earlier ?? now);
    return [[field.id, { text, from, ...more }] as const];
  });
  return Object.fromEntries(origins);
}

/** Where a value was carried from: as it is sent, or as it is stored with the same value. */
function carriedOf(
  fieldId: string,
  value: FieldValue,
  sent: EditedFrom,
  previous: (StoredValues & { readonly editedFrom: EditedFrom }) | null,
): Carried | undefined {
  if (isEmptyValue(value)) return undefined;
  const stored = previous?.editedFrom[fieldId]?.carried;
  return sent[fieldId]?.carried ?? (isSameValue(previous?.formData[fieldId], value) ? stored : undefined);
}

/** The fields whose values were carried from earlier notes, each with its note. */
export const carriedFields = (origins: EditedFrom): readonly (readonly [fieldId: string, Carried])[] =>
  Object.entries(origins).flatMap(([id, { carried }]) =>
    carried === undefined ? [] : [[id, carried] as const],
  );

/** The origins after someone has left or changed a field: its carried value has been seen. */
export function withSeen(origins: EditedFrom, fieldId: string): EditedFrom {
  const origin = origins[fieldId];
  if (origin?.carried === undefined || origin.carried.isSeen) return origins;
  return { ...origins, [fieldId]: { ...origin, carried: { ...origin.carried, isSeen: true } } };
}

/** The origins after someone has emptied a field: what is entered there next was not carried. */
export function withoutCarried(origins: EditedFrom, fieldId: string): EditedFrom {
  const { carried, ...origin } = origins[fieldId] ?? { text: '', from: {} };
  return carried === undefined ? origins : { ...origins, [fieldId]: origin };
}

/** What auto-populated fields get now, and got before this change of the patient, provider, location or date. */
export interface AutoTextsAround {
  readonly now?: AutoTexts;
  readonly before?: AutoTexts;
}

/** The origin of an auto-populated value; the earlier one if it is not known what the field gets now. */
function autoOriginOf(
  fieldId: string,
  { now: allNow = {}, before: allBefore = {} }: AutoTextsAround,
  { earlier, text }: { readonly earlier: AutoOrigin | undefined; readonly text: string },
): AutoOrigin | undefined {
  const now = allNow[fieldId];
  if (now === undefined) return earlier;
  const before = text === now.text ? now.text : (earlier?.before ?? allBefore[fieldId]?.text ?? now.text);
  return { label: now.label, before, now: now.text };
}

/** The origins with what their auto-populated fields would get now. */
export const withAutoTexts = (origins: EditedFrom, auto: AutoTexts): EditedFrom =>
  Object.fromEntries(
    Object.entries(origins).map(([id, origin]) => {
      const now = auto[id];
      return [
        id,
        origin.auto === undefined || now === undefined
          ? origin
          : { ...origin, auto: { ...origin.auto, now: now.text } },
      ];
    }),
  );

/**
 * Finds values that contradict the fields they were made from: the template would now generate something else than when the value was
 * edited or stored.
 */
export function outdatedTexts(
  content: TemplateContent,
  values: StoredValues,
  editedFrom: EditedFrom,
): readonly OutdatedText[] {
  if (Object.keys(editedFrom).length === 0) return [];
  const evaluation = evaluateTemplate(content, { entered: enteredOf(content, values) });
  return evaluation.fields.flatMap(({ field, isVisible, isFollowing, effective, text }) => {
    const origin = editedFrom[field.id];
    if (origin === undefined || !isVisible || isFollowing || isEmptyValue(effective)) return [];
    const parts = [
      ...generatedParts(content, values, evaluation, { fieldId: field.id, origin, text }),
      ...autoParts(origin, text),
    ];
    if (parts.length === 0) return [];
    return [{ fieldId: field.id, label: field.label, contradiction: `${parts.join('; it ')}.` }];
  });
}

/** How an auto-populated value contradicts what the field would get now. */
function autoParts({ auto }: Origin, text: string): string[] {
  // Nothing was filled in when the person wrote.
  if (auto === undefined || auto.before === '' || auto.before === auto.now || text === auto.now) return [];
  return [contradictionOf({ label: auto.label, before: auto.before, after: auto.now }, text)];
}

function generatedParts(
  content: TemplateContent,
  values: StoredValues,
  evaluation: Evaluation,
  { fieldId, origin, text }: { readonly fieldId: string; readonly origin: Origin; readonly text: string },
): string[] {
  // Nothing was generated when the person wrote, so the value is not made from other fields.
  if (origin.text.trim() === '') return [];
  const changes = Object.entries(origin.from).flatMap(([id, before]): readonly Change[] => {
    const source = evaluation.byId.get(id);
    const after = textIn(evaluation, id);
    if (after === before) return [];
    if (isSourceName(id)) return [{ label: SOURCES[id].label, before, after }];
    if (source === undefined) return [];
    const shown = shownFieldsBehind(id, evaluation);
    // A hidden field without shown ones behind it is auto-populated, and its label says what it is.
    return shown.length === 0 || shown.includes(source)
      ? [{ label: source.field.label, before, after }]
      : // The field is hidden now, so name what hides it.
        shown.map((state) => ({ label: state.field.label, before: null, after: state.text }));
  });
  if (changes.length === 0) return [];
  const now = originOf(content, values, fieldId)?.text;
  if (now === origin.text || now === text) return [];
  return changes.map((change) => contradictionOf(change, text));
}

interface Change {
  readonly label: string;
  /** Null if it is not known. */
  readonly before: string | null;
  readonly after: string;
}

function contradictionOf({ label, before, after }: Change, text: string): string {
  if (before === null) return `is from before ${label} was ${quoted(after)}`;
  const now = `${label} is now ${quoted(after)}`;
  return before !== '' && text.includes(before)
    ? `still says ${quoted(before)}, but ${now}`
    : `is from when ${label} was ${quoted(before)}, but ${now}`;
}

/** Longest text that a message quotes. */
const MAX_QUOTED = 80;

function quoted(text: string): string {
  if (text === '') return 'empty';
  return text.length <= MAX_QUOTED ? `“${text}”` : `“${text.slice(0, MAX_QUOTED)}…”`;
}

/** The printed values that a field's generated value is made from. Generated texts among them are replaced by their own sources. */
function sourceTexts(field: TemplateField, evaluation: Evaluation): Record<string, string> {
  const texts: Record<string, string> = {};
  const seen = new Set([field.id]);
  const collect = (ids: readonly string[]) => {
    for (const id of ids) {
      const state = evaluation.byId.get(id);
      if (seen.has(id) || (state === undefined && !isSourceName(id))) continue;
      seen.add(id);
      if (state?.isFollowing === true && state.field.dependencyType !== 'dynamic_default')
        collect(sourceIds(state.field));
      else texts[id] = textIn(evaluation, id);
    }
  };
  collect(sourceIds(field));
  return texts;
}
