import type { TemplateCategory } from '@portal/contract/template-categories';
import type { TemplateRow } from '@portal/contract/templates';

export interface TemplateGroup {
  /** Null for those without a category. */
  readonly category: TemplateCategory | null;
  readonly name: string;
  readonly templates: readonly TemplateRow[];
}

/** Heading of the templates without a category. */
export const UNCATEGORIZED = 'Uncategorized';

/**
 * Groups templates by category, in category order. Templates with no or an unknown category come last under Uncategorized.
 * Categories without templates are omitted. Within a group, the server's order is kept.
 */
export function groupTemplates(
  templates: readonly TemplateRow[],
  categories: readonly TemplateCategory[],
): readonly TemplateGroup[] {
  const known = new Set(categories.map(({ id }) => id));
  const groups: TemplateGroup[] = categories.map((category) => ({
    category,
    name: category.name,
    templates: templates.filter(({ categoryId }) => categoryId === category.id),
  }));
  const others = templates.filter(({ categoryId }) => categoryId === null || !known.has(categoryId));
  return [...groups, { category: null, name: UNCATEGORIZED, templates: others }].filter(
    (group) => group.templates.length > 0,
  );
}

/** The name of a copy with the first free suffix: "(Copy)", "(Copy 2)" and so on. Ignores case. It may exceed the limit of names, which its field then says. */
export function copyName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((each) => each.trim().toLowerCase()));
  const original = name.replace(/ \(Copy(?: \d+)?\)$/, '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' (Copy)' : ` (Copy ${number})`;
    const copy = original + suffix;
    if (!names.has(copy.toLowerCase())) return copy;
  }
}

const rulesWords = (count: number) => (count === 1 ? '1 billing code rule' : `${count} billing code rules`);

/** Notice above an unsaved copy. `rules` is the original's number of rules, undefined until it is loaded. */
export const copyNotice = (original: string, rules: number | undefined): string =>
  rules === 0
    ? `Copy of ${original} with its sections, fields and auto-populate. ${original} has no billing code rules.`
    : `Copy of ${original} with its sections, fields, auto-populate and ${rules === undefined ? 'billing code rules' : rulesWords(rules)}. The rules and test cases are added when you save; rules for fields or options that you remove or rename are skipped.`;

/** Message after a copy was saved. */
export const copiedMessage = (
  name: string,
  {
    copied,
    leftOut,
    reasons,
  }: { readonly copied: number; readonly leftOut: number; readonly reasons: readonly string[] },
): string =>
  leftOut === 0
    ? `${name} was added with ${rulesWords(copied)}`
    : `${name} was added with ${rulesWords(copied)}. ${rulesWords(leftOut)} ${leftOut === 1 ? 'was' : 'were'} skipped: ${reasons.join(' ')}`;
