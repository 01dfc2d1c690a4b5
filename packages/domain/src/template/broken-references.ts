import { isMet } from './condition.ts';
import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { fieldIdOf } from './dependencies.ts';
import { generatedTexts, optionSources, saidOption } from './generated-texts.ts';
import { nearOption, offeredValues } from './option-value.ts';
import type { Reference } from './reference-walker.ts';
import { referencesOf, type ReferringRule, type TemplateParts } from './references.ts';
import { operandFields } from './operands.ts';
import { oldId, renamedOptions, type Renames } from './renames.ts';
import { plainNumber } from './dose-text.ts';
import { unitsInRange, unitsOfDose } from './units.ts';

/** A reference that points to nothing, in words. */
export interface BrokenReference extends Reference {
  readonly message: string;
}

/** The references of a template whose field or option does not exist or whose code is inactive, in template order. */
export const brokenReferences = (parts: TemplateParts): readonly BrokenReference[] =>
  broken(referencesOf(parts), parts.content);

/** What billing rules point to that the content of a dictation does not have. Such a rule suggests no code, or one without units. */
export const brokenRules = (content: TemplateContent, rules: readonly ReferringRule[]): readonly string[] =>
  brokenReferences({ content, autoPopulate: {}, rules, providerDefaults: [], cases: [] }).flatMap(
    ({ holder, code, message }) => (holder === 'rule' && code === null ? [message] : []),
  );

/**
 * What a change of a template breaks: references that pointed to something before, those of the portal itself (the side that LT and
 * RT come from), and comparisons that no longer apply to a renamed option.
 */
export function lostReferences(
  before: TemplateParts,
  after: TemplateParts,
  renames: Renames,
): readonly BrokenReference[] {
  const known = new Set(brokenReferences(before).map(keyOf));
  const ofPortal = broken(portalReferences(before), after.content);
  const wasCalled = (fieldId: string) => oldId(renames.fields, fieldId);
  // A condition or text that never pointed to anything is a mistake of its field, which the builder shows there.
  const copies = new Set(
    referencesOf(before).flatMap(({ use, holderId }) => (use === 'copy' ? [holderId] : [])),
  );
  const unknownBefore = new Set(
    broken(
      referencesOf(after).flatMap((reference) =>
        reference.holder === 'field' ? [{ ...reference, fieldId: wasCalled(reference.fieldId) }] : [],
      ),
      before.content,
    ).map(keyOf),
  );
  const isNewMistake = (reference: BrokenReference): boolean =>
    reference.use === 'copy'
      ? !copies.has(wasCalled(reference.holderId))
      : unknownBefore.has(keyOf({ ...reference, fieldId: wasCalled(reference.fieldId) }));
  const found = [...brokenReferences(after), ...ofPortal].filter(
    (reference) => !known.has(keyOf(reference)) && !isNewMistake(reference),
  );
  const named = new Set(found.map(keyOf));
  const changed = [...changedMeanings(after, renames), ...changedTexts(before, after, renames)];
  return [...found, ...changed.filter((reference) => !named.has(keyOf(reference)))];
}

const keyOf = ({ holder, holderId, use, fieldId, value, code }: Reference): string =>
  JSON.stringify([holder, holderId, use, fieldId, value, code?.code]);

function broken(references: readonly Reference[], content: TemplateContent): readonly BrokenReference[] {
  const fields = operandFields(fieldsOf(content));
  const offers = new Offers(fields);
  return references.flatMap((reference) => {
    const problem = problemOf(reference, fields, offers);
    return problem === null ? [] : [{ ...reference, message: `${reference.where} ${problem}` }];
  });
}

function problemOf(
  reference: Reference,
  fields: ReadonlyMap<string, TemplateField>,
  offers: Offers,
): string | null {
  const field = fields.get(reference.fieldId);
  const { code, value, fieldId, use, holder } = reference;
  // A field takes its source of auto-populate with it.
  if (holder === 'autoPopulate') return null;
  if (code !== null) return code.isActive ? null : `names ${code.code}, which is inactive.`;
  if (field === undefined) {
    const head = fields.get(fieldIdOf(fieldId));
    // A value of a missing field, and a column in it, are reported with the field.
    if (value !== null || (use === 'value' && fieldId.includes('.') && head === undefined)) return null;
    const name = `"${fieldId}"${head === undefined ? '' : ` of "${head.label}"`}`;
    const what = fieldId.includes('.') ? 'column' : 'field';
    return `${FIELD_VERBS[use] ?? 'points to'} the ${what} ${name}, which does not exist.`;
  }
  if (value === null || use === 'options') return null;
  const offer = offers.of(field);
  if (offer === null || (offer.isGenerated && use !== 'condition') || isFound(reference, offer)) return null;
  const near = nearOption(value, offer.texts);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return `${OPTION_VERBS[use] ?? 'names'} "${value}", which is not an option of "${field.label}".${hint}`;
}

type Verbs = Partial<Readonly<Record<Reference['use'], string>>>;
const FIELD_VERBS: Verbs = { dose: 'takes its units from' };
const OPTION_VERBS: Verbs = { copy: 'brings', default: 'gives', value: 'gives' };

/** Texts that a field can have, as they are and in lowercase without surrounding spaces. */
interface Offer {
  readonly texts: readonly string[];
  readonly exact: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  readonly isGenerated: boolean;
}

/** Generated texts that one check lists at most, to stay fast with any template. */
const MAX_GENERATED = 10_000;

/** The texts that fields can have, each field's only once. */
class Offers {
  readonly #fields: ReadonlyMap<string, TemplateField>;
  readonly #known = new Map<string, Offer | null>();
  #generated = 0;

  constructor(fields: ReadonlyMap<string, TemplateField>) {
    this.#fields = fields;
  }

  /** Null if the field can have any text. */
  of(field: TemplateField): Offer | null {
    const known = this.#known.get(field.id);
    if (known !== undefined) return known;
    const offered = offeredValues(field);
    const texts = offered ?? this.#generatedBy(field);
    const offer =
      texts === null
        ? null
        : {
            texts,
            exact: new Set(texts),
            plain: new Set(texts.map((text) => text.trim().toLowerCase())),
            isGenerated: offered === null,
          };
    this.#known.set(field.id, offer);
    return offer;
  }

  #generatedBy(field: TemplateField): readonly string[] | null {
    if (this.#generated >= MAX_GENERATED) return null;
    const texts = generatedTexts(field, this.#fields);
    this.#generated += texts?.length ?? 0;
    return texts;
  }
}

/** Whether a reference finds an option: comparisons ignore case and spaces, values do not. */
function isFound({ use, value, operator }: Reference, { texts, exact, plain }: Offer): boolean {
  if (value === null) return true;
  if (use !== 'condition')
    return exact.has(value) || (exact.has('true') && /^(?:true|yes|false|no)$/iu.test(value));
  if (operator !== 'contains' && operator !== 'startsWith') return plain.has(value.trim().toLowerCase());
  return texts.some((text) => isMet({ operator, value }, text));
}

/** What the portal takes from fields with a fixed id: LT, RT and modifier 50 from the side and the approach. */
const PORTAL_FIELDS: Readonly<
  Record<string, { readonly where: string; readonly values: readonly string[] }>
> = {
  side: { where: 'The choice of LT, RT and 50', values: ['left', 'right', 'bilateral', 'midline'] },
  approach: { where: 'The choice of modifier 50', values: ['transforaminal'] },
};

/** Without billing rules, the portal suggests no lines and no modifiers. */
function portalReferences({ content, rules }: TemplateParts): readonly Reference[] {
  if (rules.length === 0) return [];
  return fieldsOf(content).flatMap((field): Reference[] => {
    const known = PORTAL_FIELDS[field.id];
    if (known === undefined) return [];
    const at = (value: string | null): Reference => ({
      holder: 'portal',
      holderId: field.id,
      use: 'condition',
      where: known.where,
      fieldId: field.id,
      value,
      operator: 'equals',
      code: null,
    });
    const named = (offeredValues(field) ?? []).filter((option) =>
      known.values.includes(option.trim().toLowerCase()),
    );
    return [at(null), ...named.map((value) => at(value))];
  });
}

/** Renamed options that a text comparison treats differently, or that make other units. */
function changedMeanings(after: TemplateParts, renames: Renames): readonly BrokenReference[] {
  const fields = operandFields(fieldsOf(after.content));
  return referencesOf(after).flatMap((reference): BrokenReference[] => {
    const { fieldId, operator, use, value, where } = reference;
    const label = fields.get(fieldId)?.label ?? fieldId;
    return renamedOptions(renames, fieldId).flatMap(([from, to]): BrokenReference[] => {
      const at = (message: string) => [
        { ...reference, value: value ?? from, message: `${where} ${message}` },
      ];
      if (use === 'condition' && value !== null && (operator === 'contains' || operator === 'startsWith')) {
        const [was, is] = [from, to].map((option) => isMet({ operator, value }, option));
        if (was === is) return [];
        return at(
          `${was === true ? 'applied' : 'did not apply'} to "${from}" of "${label}", but not to "${to}".`,
        );
      }
      if (use !== 'dose' || fields.get(fieldId)?.dose?.amounts.some(({ option }) => option === to) === true)
        return [];
      const [was, is] = [from, to].map((option) => unitsOf(after, reference, option));
      return was === is ? [] : at(`takes ${was} from "${from}", but ${is} from "${to}".`);
    });
  });
}

/** Comparisons with a generated text that contain an option which was renamed or removed. */
function changedTexts(
  before: TemplateParts,
  after: TemplateParts,
  { fields: renamed }: Renames,
): readonly BrokenReference[] {
  const [old, now] = [before, after].map(({ content }) => operandFields(fieldsOf(content)));
  return referencesOf(after).flatMap((reference): BrokenReference[] => {
    const { fieldId, value, use, where } = reference;
    const field = now?.get(fieldId);
    if (now === undefined || field === undefined || value === null || use !== 'condition') return [];
    return optionSources(field, now).flatMap((source): BrokenReference[] => {
      const was = old?.get(oldId(renamed, source.id));
      const offered = offeredValues(source) ?? [];
      const said = saidOption(value, [...offered, ...(was === undefined ? [] : (offeredValues(was) ?? []))]);
      if (said === undefined || offered.includes(said)) return [];
      const message = `${where} expects "${said}" in a text, which is not an option of "${source.label}".`;
      return [{ ...reference, message }];
    });
  });
}

function unitsOf({ rules }: TemplateParts, { holderId, fieldId }: Reference, option: string): string {
  const codes = rules.find(({ id }) => id === holderId)?.billingCodes ?? [];
  return codes
    .filter(({ doseFieldId }) => doseFieldId === fieldId)
    .map(({ unitSize = null, unit = null, lineType = 'drug', count = null }) => {
      if (count === null) return unitsOfDose(option, { unitSize, unit, lineType });
      const number = plainNumber(option);
      return number === null ? '' : unitsInRange(number, count);
    })
    .map((units) => (typeof units === 'number' ? `${units} units` : 'no units'))
    .join(', ');
}
