import type { FileTemplate } from '@portal/contract/template-file';
import { defaultCodeTraits } from '@portal/domain/billing-code-traits';
import { modifiersOf, suggestCodes, type BillingRule } from '@portal/domain/template/billing';
import { brokenReferences, lostReferences } from '@portal/domain/template/broken-references';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { offeredValues } from '@portal/domain/template/option-value';
import type { TemplateParts } from '@portal/domain/template/references';
import { carryAlong, likelyRenames, NO_RENAMES, type Renames } from '@portal/domain/template/renames';
import type { FieldValues } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { starterFile } from '../starter.ts';

type Parts = TemplateParts<BillingRule>;

/** A template of the file with everything that refers to its fields; each provider prefers the last option everywhere. */
function partsOf({ content, autoPopulate, rules, cases }: FileTemplate): Parts {
  const defaults: FieldValues = Object.fromEntries(
    fieldsOf(content).flatMap((field) => {
      const option = field.options.at(-1);
      return option === undefined ? [] : [[field.id, field.type === 'checkbox' ? [option] : option]];
    }),
  );
  return {
    content,
    autoPopulate,
    rules: rules.map(({ when, conditions, priority, billingCodes }, at) => ({
      id: String(at),
      fieldId: when?.fieldId ?? '_template_default',
      fieldValue: when?.value ?? '*',
      priority,
      isTemplateDefault: when === null,
      when: conditions ?? null,
      billingCodes: billingCodes.map((code, displayOrder) => ({
        ...code,
        ...defaultCodeTraits(code.codeType, code.code, false),
        billingCodeId: code.code,
        description: '',
        displayOrder,
      })),
    })),
    providerDefaults: [{ id: 'p', name: 'Jane Roe', defaults }],
    cases: cases.map((each, at) => ({ ...each, id: String(at) })),
  };
}

const withFields = (
  content: TemplateContent,
  change: (field: TemplateField) => TemplateField,
): TemplateContent => ({
  ...content,
  sections: content.sections.map((section) => ({ ...section, fields: section.fields.map(change) })),
});

/** The content with another name for an option; everything that refers to it keeps the old one. */
const withOption = (content: TemplateContent, fieldId: string, from: string, to: string): TemplateContent => {
  const renamed = (options: string[]) => options.map((option) => (option === from ? to : option));
  return withFields(content, (field) =>
    field.id === fieldId
      ? {
          ...field,
          options: renamed(field.options),
          optionRules: field.optionRules.map((rule) => ({ ...rule, options: renamed(rule.options) })),
        }
      : field,
  );
};

/** What is billed for each test case, and for each option that a rule checks alone. */
function billed({ content, rules, cases }: Parts): string {
  const checked = new Set(
    rules.flatMap(({ fieldId, billingCodes }) => [
      fieldId,
      ...billingCodes.map(({ doseFieldId }) => doseFieldId),
    ]),
  );
  const alone = fieldsOf(content)
    .filter(({ id }) => checked.has(id.replace('_renamed', '')) || checked.has(id))
    .flatMap((field) =>
      (offeredValues(field) ?? []).map((option): FieldValues => ({
        [field.id]: field.type === 'checkbox' ? [option] : option,
      })),
    );
  return [...alone, ...cases.map(({ answers }) => answers)]
    .map((entered) => {
      const { codes } = suggestCodes(rules, evaluateTemplate(content, { entered }), 'standard');
      return codes
        .map(({ code, units, isDefault, ...line }) =>
          [code, units, isDefault, ...modifiersOf(line)].join(' '),
        )
        .join('; ');
    })
    .join('\n');
}

const messages = (before: Parts, after: Parts, renames: Renames) =>
  lostReferences(before, after, renames).map(({ message }) => message);

describe.each(starterFile().templates.map((template) => [template.name, partsOf(template)] as const))(
  '%s',
  (_name, before) => {
    const { content } = before;
    const options = fieldsOf(content).flatMap((field) =>
      field.options.map((option) => [field.id, option] as const),
    );
    const ids = fieldsOf(content).map(({ id }) => id);
    const billedBefore = billed(before);

    it('has no broken references', () => {
      expect(brokenReferences(before)).toEqual([]);
    });

    it.each(options)('carries along or names the option %s: %s', (fieldId, option) => {
      const renamed = `${option} (renamed)`;
      const plain: Parts = { ...before, content: withOption(content, fieldId, option, renamed) };
      const renames = likelyRenames(content, plain.content);
      expect(renames).toEqual({ fields: {}, options: { [fieldId]: { [option]: renamed } } });
      const left = messages(before, plain, renames);
      // The provider prefers the last option.
      const isLast =
        fieldsOf(content)
          .find(({ id }) => id === fieldId)
          ?.options.at(-1) === option;
      expect(left.join().includes('The default of Jane Roe')).toBe(isLast);
      expect(left.length > 0 || billed(plain) === billedBefore).toBe(true);
      const carried = carryAlong(plain, renames);
      const isWhole = messages(before, carried, renames).length === 0;
      expect(!isWhole || brokenReferences(carried).length === 0).toBe(true);
      expect(!isWhole || billed(carried) === billedBefore).toBe(true);
    });

    it.each(ids)('carries along or names the field %s', (id) => {
      const renamed = `${id}_renamed`;
      const plain: Parts = {
        ...before,
        content: withFields(content, (field) => (field.id === id ? { ...field, id: renamed } : field)),
      };
      const renames = likelyRenames(content, plain.content);
      expect(renames).toEqual({ fields: { [id]: renamed }, options: {} });
      expect(messages(before, plain, renames).length > 0 || billed(plain) === billedBefore).toBe(true);
      const carried = carryAlong(plain, renames);
      const after = messages(before, carried, renames);
      // What the portal itself takes from a field cannot be carried along.
      expect(after.filter((message) => !/^The (?:choice|check)/u.test(message))).toEqual([]);
      expect(after.length > 0 || billed(carried) === billedBefore).toBe(true);
    });

    it.each(ids)('names what points to the removed field %s', (id) => {
      const after: Parts = {
        ...before,
        content: {
          ...content,
          sections: content.sections.map((section) => ({
            ...section,
            fields: section.fields.filter((field) => field.id !== id),
          })),
        },
      };
      const left = messages(before, after, NO_RENAMES);
      const answered = before.cases.filter(({ answers }) => Object.hasOwn(answers, id));
      for (const { name } of answered) expect(left.join()).toContain(`Test case "${name}"`);
      const rules = before.rules.filter(
        ({ fieldId, billingCodes }) =>
          fieldId === id || billingCodes.some(({ doseFieldId }) => doseFieldId === id),
      );
      expect(left.filter((message) => message.startsWith('Billing rule')).length).toBeGreaterThanOrEqual(
        rules.length,
      );
    });
  },
);
