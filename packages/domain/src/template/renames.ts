import { fieldsOf, type TemplateContent, type TemplateField } from './content.ts';
import { optionSources, saidOption, withSaid } from './generated-texts.ts';
import { offeredValues } from './option-value.ts';
import {
  mapReferences,
  type ReferringCase,
  type ReferringDefaults,
  type ReferringRule,
  type TemplateParts,
} from './references.ts';

/** What was renamed in a template. Both are by the old names; the options are by the old field id. */
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
  const before = Object.keys(fields).find((id) => fields[id] === fieldId) ?? fieldId;
  return Object.entries(own(options, before) ?? {});
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
  const byId = new Map(fieldsOf(parts.content).map((field) => [field.id, field]));
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
    const newId = own(fields, fieldId) ?? fieldId;
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

const oldId = (fields: Renames['fields'], newId: string): string =>
  Object.keys(fields).find((id) => fields[id] === newId) ?? newId;

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
  const options = Object.fromEntries(
    [...old.values()].flatMap((field): [string, Record<string, string>][] => {
      const counterpart = now.get(fields[field.id] ?? field.id);
      const found = counterpart === undefined ? {} : likelyOptionRenames(field, counterpart);
      return Object.keys(found).length === 0 ? [] : [[field.id, found]];
    }),
  );
  return { fields, options };
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
