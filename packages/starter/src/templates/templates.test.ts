import { createHash } from 'node:crypto';
import type { FileTemplate } from '@portal/contract/template-file';
import { comparisonsOf } from '@portal/domain/template/condition';
import { FIELD_TYPES, MEASURES, RULE_OPERATORS, fieldsOf } from '@portal/domain/template/content';
import { suggestCodes } from '@portal/domain/template/billing';
import { answerProblems, outcomeTexts, runCase } from '@portal/domain/template/cases';
import { checkContent } from '@portal/domain/template/check';
import { generatedTexts } from '@portal/domain/template/generated-texts';
import { operandFields } from '@portal/domain/template/operands';
import { offeredValues } from '@portal/domain/template/option-value';
import { evaluateTemplate, type Evaluation } from '@portal/domain/template/evaluate';
import { reportOf, reportText } from '@portal/domain/template/report';
import type { FieldValue, FieldValues } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES } from '../diagnosis-codes.ts';
import { PROCEDURE_CODES } from '../procedure-codes.ts';
import { starterFile } from '../starter.ts';
import { rowsFor } from './test/rows-for.ts';
import { rulesOf } from './test/rules-of.ts';

const templates = starterFile().templates.map((template): [string, FileTemplate] => [
  template.name,
  template,
]);
const everyField = templates.flatMap(([, { content }]) => fieldsOf(content));

/** Fills in the required fields, always with the option at this position. */
function filledIn({ content }: FileTemplate, place: number): { values: FieldValues; evaluation: Evaluation } {
  const values: Record<string, FieldValue> = {};
  for (;;) {
    const evaluation = evaluateTemplate(content, { entered: values });
    const open = evaluation.fields.find(
      ({ field, isVisible, effective }) =>
        field.required && isVisible && (effective === undefined || effective === '' || effective === false),
    );
    if (open === undefined) return { values, evaluation };
    const { field, options } = open;
    const option = options[place % Math.max(1, options.length)] ?? '';
    if (field.type === 'date') values[field.id] = '2026-11-02';
    else if (field.type === 'rows') values[field.id] = rowsFor(field, 2);
    else if (field.type === 'checkbox') values[field.id] = options.length === 0 ? true : [option];
    else
      values[field.id] = options.length === 0 ? (/minutes/u.test(field.id) ? '25' : 'as discussed') : option;
  }
}

describe('the starter templates', () => {
  it('are seventeen and use every field type, operator, measure, rule kind and dependency', () => {
    expect(templates.length).toBe(17);
    expect(new Set(everyField.map(({ type }) => type))).toEqual(new Set(FIELD_TYPES));
    const kinds = {
      visibility: everyField.flatMap(({ visibilityRules }) => visibilityRules),
      option: everyField.flatMap(({ optionRules }) => optionRules),
      defaultValue: everyField.flatMap(({ defaultValueRules }) => defaultValueRules),
      validation: everyField.flatMap(({ validationRules }) => validationRules),
      dynamicText: everyField.flatMap(({ dynamicTextRules }) => dynamicTextRules),
    };
    for (const rules of Object.values(kinds)) expect(rules.length).toBeGreaterThan(0);
    const comparisons = [
      ...Object.values(kinds).flatMap((rules) => rules.flatMap(comparisonsOf)),
      ...templates.flatMap(([, { rules }]) =>
        rules.flatMap(({ conditions }) => (conditions ? comparisonsOf(conditions) : [])),
      ),
    ];
    expect(new Set([...comparisons.map(({ operator }) => operator), 'default'])).toEqual(
      new Set(RULE_OPERATORS),
    );
    expect(new Set(comparisons.map(({ measure }) => measure))).toEqual(new Set([undefined, ...MEASURES]));
    expect(new Set(kinds.visibility.map(({ action }) => action))).toEqual(new Set(['show', 'hide']));
    // Transforming is "coming soon" and not available yet.
    expect(new Set(everyField.map(({ dependencyType }) => dependencyType))).toEqual(
      new Set([undefined, 'copy', 'dynamic_text', 'dynamic_default', 'calculated']),
    );
  });

  it.each(templates)('%s fits together without a warning', (_name, template) => {
    const { content } = template;
    expect(checkContent(content)).toEqual([]);
    const ids = fieldsOf(content).map(({ id }) => id);
    for (const id of Object.keys(template.autoPopulate)) expect(ids).toContain(id);
  });

  it.each(templates)('%s has rules on its own fields and options only', (_name, template) => {
    const fields = operandFields(fieldsOf(template.content));
    for (const { when } of template.rules) {
      if (when === null) continue;
      const field = fields.get(when.fieldId);
      // A rule may check a text that is made from the answers to several fields.
      const offered =
        field === undefined ? [] : (offeredValues(field) ?? generatedTexts(field, fields) ?? []);
      const isOffered = offered.includes(when.value);
      expect([when, when.value === '*' || isOffered]).toEqual([when, true]);
    }
  });

  it.each(templates)('%s assigns codes of the starter catalog only', (_name, template) => {
    const codes = new Set([
      ...Object.values(PROCEDURE_CODES).flatMap((some) => Object.keys(some)),
      ...DIAGNOSIS_CODES.map(({ code }) => code),
    ]);
    const assigned = template.rules.flatMap(({ billingCodes }) => billingCodes.map(({ code }) => code));
    expect(assigned.filter((code) => !codes.has(code))).toEqual([]);
  });

  it.each(templates)('%s becomes a report with codes, whichever options are taken', (_name, template) => {
    for (let place = 0; place < 8; place += 1) {
      const { evaluation } = filledIn(template, place);
      const text = reportText(reportOf(template.content, evaluation));
      expect(evaluation.missing).toEqual([]);
      expect(text).not.toMatch(/\{\{|\}\}|undefined|\s[,.]|, ,|\(\)/);
      if (template.rules.length === 0) continue;
      const { codes } = suggestCodes(rulesOf(template), evaluation, 'standard');
      const selected = codes.filter(({ isDefault }) => isDefault).map(({ codeType }) => codeType);
      expect(new Set(selected)).toEqual(new Set(['CPT', 'ICD10']));
    }
  });
});

describe('the test cases of the starter templates', () => {
  it.each(templates)('are three for %s and answer all required fields', (_name, { content, cases }) => {
    expect(cases).toHaveLength(3);
    for (const { answers } of cases) {
      expect(answerProblems(content, answers)).toEqual([]);
      expect(evaluateTemplate(content, { entered: answers }).missing).toEqual([]);
    }
  });

  it.each(templates)('pass for %s', (_name, template) => {
    for (const each of template.cases)
      expect([each.name, outcomeTexts(runCase(template.content, rulesOf(template), each))]).toEqual([
        each.name,
        [],
      ]);
  });
});

it('the starter templates are the ones that were checked when they became files', () => {
  const hash = createHash('sha256').update(JSON.stringify(starterFile())).digest('hex');
  expect(hash).toBe('44825d371468147d8f9c3088698f8714d2ab46b5525a5bb3d8cc67e24909d93e');
});
