import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { optionSources, saidOption, withSaid } from './generated-texts.ts';
import { operandFields } from './operands.ts';
import { offeredValues } from './option-value.ts';
import {
  mapReferences,
  type ReferringCase,
  type ReferringDefaults,
  type ReferringRule,
  type TemplateParts,
} from './references.ts';

/** What was renamed in a template, by the old names. Columns are "lesions.level"; the options are by the old field or column. */
export interface Renames {
  readonly fields: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Nothing was renamed. */
export const NO_RENAMES: Renames = { fields: {}, options: {} };

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** The renamed options of a field, by its new id. */
export function renamedOptions({ fields, options }: Renames, fieldId: string): readonly [string, string][] {
  return Object.entries(own(options, oldId(fields, fieldId)) ?? {});
}

/**
 * Carries references along. `parts` has the new content; its rules, defaults and test cases still have the old names. In the content,
 * only what points to nothing is changed, because an editor may have carried it along already.
 */
export function carryAlong<
  Rule extends ReferringRule,
  Defaults extends ReferringDefaults,
  Case extends ReferringCase,
>(
  parts: TemplateParts<Rule, Defaults, Case>,
  { fields, options }: Renames,
): TemplateParts<Rule, Defaults, Case> {
  const byId = operandFields(fieldsOf(parts.content));
  const renamesOf = (id: string) => own(options, id) ?? own(options, oldId(fields, id)) ?? {};
  /** A comparison with a text that is made from options has their new names. */
  const inText = (text: string, field: TemplateField): string =>
    optionSources(field, byId).reduce((said, source) => {
      const renamed = renamesOf(source.id);
      const from = saidOption(said, [...(offeredValues(source) ?? []), ...Object.keys(renamed)]);
      const to = from === undefined ? undefined : own(renamed, from);
      return from === undefined || to === undefined ? said : withSaid(said, from, to);
    }, text);
  return mapReferences(parts, ({ holder, fieldId, value, use }) => {
    const newId = renamedId(fields, fieldId);
    const isInContent = holder === 'field';
    if (value === null) return isInContent && byId.has(fieldId) ? fieldId : newId;
    const field = byId.get(fieldId) ?? byId.get(newId);
    if (isInContent && field !== undefined && field.options.some((option) => isSame(option, value)))
      return value;
    if (use === 'condition' && field !== undefined && offeredValues(field) === null)
      return inText(value, field);
    return Object.entries(renamesOf(fieldId)).find(([from]) => isSame(from, value))?.[1] ?? value;
  });
}

/** What a field or column is called now; a column also follows its field. */
function renamedId(fields: Renames['fields'], id: string): string {
  const renamed = own(fields, id);
  const [head = '', column] = id.split('.');
  return renamed ?? (column === undefined ? id : `${own(fields, head) ?? head}.${column}`);
}

/** What a field or column was called. */
export function oldId(fields: Renames['fields'], newId: string): string {
  const was = (id: string) => Object.keys(fields).find((each) => fields[each] === id);
  const [head = '', column] = newId.split('.');
  return was(newId) ?? (column === undefined ? newId : `${was(head) ?? head}.${column}`);
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** What appears to have been renamed between two versions of a content: same label or same place. A person has to confirm it. */
export function likelyRenames(before: TemplateContent, after: TemplateContent): Renames {
  const [old, now] = [before, after].map(
    (content) => new Map(fieldsOf(content).map((field) => [field.id, field])),
  );
  if (old === undefined || now === undefined) return NO_RENAMES;
  const fields: Record<string, string> = {};
  const added = [...now.values()].filter(({ id }) => !old.has(id));
  const removed = [...old.values()].filter(({ id }) => !now.has(id));
  const pair = (isLike: (gone: TemplateField, came: TemplateField) => boolean) => {
    for (const gone of removed) {
      if (gone.id in fields) continue;
      const found = added.find((came) => !Object.values(fields).includes(came.id) && isLike(gone, came));
      if (found !== undefined) fields[gone.id] = found.id;
    }
  };
  pair((gone, came) => gone.label === came.label && gone.type === came.type);
  const places = [before, after].map(placesOf);
  pair((gone, came) => gone.type === came.type && places[0]?.get(gone.id) === places[1]?.get(came.id));
  for (const field of old.values()) {
    const columns = likelyColumnRenames(field, now.get(fields[field.id] ?? field.id));
    for (const [from, to] of columns) fields[from] = to;
  }
  const [oldOperands, operands] = [old, now].map((each) => operandFields(each.values()));
  const options = Object.fromEntries(
    [...(oldOperands?.values() ?? [])].flatMap((field): [string, Record<string, string>][] => {
      const counterpart = operands?.get(renamedId(fields, field.id));
      const found = counterpart === undefined ? {} : likelyOptionRenames(field, counterpart);
      return Object.keys(found).length === 0 ? [] : [[field.id, found]];
    }),
  );
  return { fields, options };
}

/** Columns that got another id: same label and type, else same place and type. */
function likelyColumnRenames(
  before: TemplateField,
  after: TemplateField | undefined,
): readonly (readonly [string, string])[] {
  const [old, now] = [before.columns ?? [], after?.columns ?? []];
  const added = now.filter(({ id }) => !old.some((each) => each.id === id));
  return old.flatMap((gone, at) => {
    if (after === undefined || now.some(({ id }) => id === gone.id)) return [];
    const came =
      added.find(({ label, type }) => label === gone.label && type === gone.type) ??
      added.find((each) => each === now[at] && each.type === gone.type);
    return came === undefined ? [] : [[`${before.id}.${gone.id}`, `${after.id}.${came.id}`] as const];
  });
}

/** The section and position of each field. */
const placesOf = ({ sections }: TemplateContent): ReadonlyMap<string, string> =>
  new Map(sections.flatMap(({ fields }, at) => fields.map(({ id }, index) => [id, `${at} ${index}`])));

function likelyOptionRenames(before: TemplateField, after: TemplateField): Record<string, string> {
  const offered = offeredValues(after);
  if (offered === null) return {};
  const lists = [
    [before.options, after.options],
    ...before.optionRules.map((rule, at) => [rule.options, after.optionRules[at]?.options ?? []]),
  ];
  const pairs = lists.flatMap(([old = [], now = []]) => replacedItems(old, now));
  return Object.fromEntries(pairs.filter(([from]) => !offered.includes(from)));
}

/** The items that were replaced in a list: runs of as many new items as old ones between items that both lists have. */
function replacedItems(before: readonly string[], after: readonly string[]): readonly [string, string][] {
  const pairs: [string, string][] = [];
  let from = 0;
  const settle = (gone: readonly string[], came: readonly string[]) => {
    if (gone.length === came.length) gone.forEach((item, at) => pairs.push([item, came[at] ?? item]));
  };
  let gone: string[] = [];
  for (const item of before) {
    const at = after.indexOf(item, from);
    if (at === -1) {
      if (!after.includes(item)) gone.push(item);
      continue;
    }
    settle(
      gone,
      after.slice(from, at).filter((other) => !before.includes(other)),
    );
    gone = [];
    from = at + 1;
  }
  settle(
    gone,
    after.slice(from).filter((other) => !before.includes(other)),
  );
  return pairs;
}
