import type { TemplateCategory } from '@portal/contract/template-categories';
import type { TemplateRow } from '@portal/contract/templates';

/** Templates under the name of their category. */
export interface TemplateGroup {
  /** Null for those without a category. */
  readonly category: TemplateCategory | null;
  readonly name: string;
  readonly templates: readonly TemplateRow[];
}

/** What stands over templates without a category. */
export const UNCATEGORIZED = 'Uncategorized';

/**
 * Templates grouped by category, in the categories' order; those without one, or of one that is not known, come last under
 * Uncategorized. Categories without templates are left out; within a group the server's order stays.
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

/** The longest name a template can have. */
const LONGEST_NAME = 150;

/** The name of a copy: "(Copy)", then "(Copy 2)" and on, the first that is free. Letter case does not count. */
export function copyName(name: string, taken: readonly string[]): string {
  const names = new Set(taken.map((each) => each.trim().toLowerCase()));
  const original = name.replace(/ \(Copy(?: \d+)?\)$/, '');
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? ' (Copy)' : ` (Copy ${number})`;
    const copy = original.slice(0, LONGEST_NAME - suffix.length).trimEnd() + suffix;
    if (!names.has(copy.toLowerCase())) return copy;
  }
}

const rulesWords = (count: number) => (count === 1 ? '1 billing code rule' : `${count} billing code rules`);

/** Said above a copy that is not saved yet; `rules` is how many its original has, undefined while that is not known. */
export const copyWords = (original: string, rules: number | undefined): string =>
  rules === 0
    ? `A copy of ${original}: its sections, fields and auto-populate. ${original} has no billing code rules.`
    : `A copy of ${original}: its sections, fields, auto-populate and ${rules === undefined ? 'billing code rules' : rulesWords(rules)}. The rules are added when you save; a rule of a field that you remove or rename is left out.`;

/** Said when a copy was saved. */
export const copiedWords = (
  name: string,
  { copied, leftOut }: { readonly copied: number; readonly leftOut: number },
): string =>
  leftOut === 0
    ? `${name} was added with ${rulesWords(copied)}`
    : `${name} was added with ${rulesWords(copied)}. ${rulesWords(leftOut)} ${leftOut === 1 ? 'was' : 'were'} left out: the copy does not have ${leftOut === 1 ? 'its field' : 'their fields'}.`;
