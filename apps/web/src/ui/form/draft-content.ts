import type { FormDraftContent } from '@portal/contract/form-drafts';
import { isNeverInDrafts, NEVER_IN_DRAFTS } from '@portal/domain/form-drafts';
import type { Unsaved } from './use-app-form.ts';

type Values = Readonly<Record<string, unknown>>;
type Place = Pick<FormDraftContent, 'address' | 'about' | 'dialog'>;

const keptValues = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isNeverInDrafts(name) && value !== undefined),
  );

/** What a draft of the form contains; null if nothing that can be kept differs from the record. */
export function draftContent(
  unsaved: Unsaved | null,
  place: Place,
  patientId: string | null | undefined,
): FormDraftContent | null {
  if (unsaved === null) return null;
  const [base, mine] = [keptValues(unsaved.base), keptValues(unsaved.mine)];
  if (JSON.stringify(base) === JSON.stringify(mine)) return null;
  return { ...place, subject: subjectOf(mine), patientId: patientId ?? patientOf(mine, place), base, mine };
}

/** The values of a draft for the form as it is now, and whether some no longer fit it. */
export function fitDraft(
  { base, mine }: Unsaved,
  initial: Values,
  hasField: (name: string) => boolean,
): { readonly unsaved: Unsaved; readonly isCut: boolean } {
  const fits = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => hasField(name)));
  const isChange = base['version'] !== undefined;
  return {
    // Of a new record, everything was typed or accepted then, such as the time of a call.
    unsaved: {
      base: isChange ? { ...initial, ...fits(base) } : initial,
      mine: { ...initial, ...fits(mine) },
    },
    isCut: Object.keys(mine).some((name) => !hasField(name)),
  };
}

/** What was entered and is not kept, such as "The social security number is not kept."; null if nothing. */
export function notKept({ base, mine }: Unsaved): string | null {
  return neverKept(
    Object.fromEntries(Object.entries(mine).filter(([name, value]) => (value ?? '') !== (base[name] ?? ''))),
  );
}

/** What a form with these fields never keeps, such as "The social security number is not kept."; null if it keeps all. */
export function neverKept(fields: Values): string | null {
  const name = Object.keys(fields).find(isNeverInDrafts);
  return name === undefined ? null : `The ${NEVER_IN_DRAFTS[name]} is not kept.`;
}

const textIn = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};

function subjectOf(mine: Values): string | null {
  const person = [textIn(mine, 'lastName'), textIn(mine, 'firstName')]
    .filter((name) => name !== '')
    .join(', ');
  const found = [person, textIn(mine, 'callerName'), textIn(mine, 'name')].find((text) => text !== '');
  return found === undefined ? null : found.slice(0, 200);
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** The patient that was chosen in the form, or whose page it is on. */
function patientOf(mine: Values, { address }: Place): string | null {
  const chosen = textIn(mine, 'patientId');
  if (ID.test(chosen)) return chosen;
  const [path = '', search = ''] = address.split('?');
  const params = new URLSearchParams(search);
  const found = path.startsWith('/patients/')
    ? path
    : (params.get('patientId') ?? params.get('patient') ?? '');
  return ID.exec(found)?.[0] ?? null;
}
