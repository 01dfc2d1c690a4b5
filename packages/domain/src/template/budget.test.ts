import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_BUDGET } from './budget.ts';
import { checkContent } from './check.ts';
import type { TemplateContent } from './content.ts';
import { emptyPlaces } from './empty-places.ts';
import { evaluateTemplate } from './evaluate.ts';
import { reportOf, reportText } from './report.ts';
import { contentOf, type FieldDraft } from './test/content-of.ts';

const dynamic = (id: string, defaultTemplate: string, more: Omit<FieldDraft, 'id'> = {}): FieldDraft => ({
  id,
  dependencyType: 'dynamic_text',
  defaultTemplate,
  ...more,
});
/** Ten letters that are used 4 million times in each of thirty fields. */
const BOMB = contentOf(
  { id: 'a', defaultValue: 'abcdefghij', maxLength: 10 },
  dynamic('b', '{{a}}'.repeat(1_900)),
  dynamic('c', '{{b}}'.repeat(1_900)),
  ...Array.from({ length: 30 }, (_, at) => dynamic(`d${at}`, '{{c}}'.repeat(6))),
);
/** Fields that copy each other, listed from the last one to the first. */
const chain = (length: number): TemplateContent => {
  const fields = [
    { id: 'f0', defaultValue: 'Deep' },
    ...Array.from({ length }, (_, at) => ({
      id: `f${at + 1}`,
      dependencyType: 'copy',
      dependsOn: `f${at}`,
    })),
  ].toReversed();
  const sections = Array.from({ length: Math.ceil(fields.length / 300) }, (_, at) =>
    contentOf(...fields.slice(at * 300, (at + 1) * 300)),
  );
  return { version: 1, sections: sections.flatMap((each) => each.sections) };
};
const errorsOf = (content: TemplateContent) =>
  checkContent(content)
    .filter(({ severity }) => severity === 'error')
    .map(({ fieldId, message }) => `${fieldId}: ${message}`);

describe('the budget of generated texts', () => {
  it('is the same everywhere', () => {
    expect(TEXT_BUDGET).toEqual({ field: 20_000, note: 200_000, steps: 1_000 });
  });

  it('refuses texts that use each other without bound, naming the fields', () => {
    const errors = errorsOf(BOMB);
    expect(errors).toContain(
      'c: The generated text can have 36,100,000 characters, but at most 20,000 are allowed. Shorten its texts, or set a max length for the fields that they use, and a maximum of rows.',
    );
    expect(errors.filter((error) => error.startsWith('d'))).toHaveLength(30);
    expect(errors.some((error) => error.includes('needs more than 1,000 steps'))).toBe(true);
  });

  it('still evaluates them, and says which field is too long', () => {
    const evaluation = evaluateTemplate(BOMB, { entered: {} });
    expect(evaluation.isComplete).toBe(false);
    expect(evaluation.overBudget).toBe(
      'From “b” on, the template needs more than 1,000 steps. Ask an administrator to simplify its rules and texts.',
    );
    expect(evaluation.byId.get('c')).toMatchObject({
      value: undefined,
      problem:
        'The text of “c” would be longer than 20,000 characters. Shorten the fields that it uses, or enter it by hand.',
    });
    expect(reportText(reportOf(BOMB, evaluation)).length).toBeLessThan(TEXT_BUDGET.note);
    expect(emptyPlaces(BOMB, evaluation)).toEqual([]);
  });

  it('limits the generated texts of a note in total', () => {
    const content = contentOf(
      { id: 'a', maxLength: 10_000 },
      ...Array.from({ length: 21 }, (_, at) => dynamic(`t${at}`, '{{a}}')),
    );
    expect(errorsOf(content)).toEqual([
      't20: With this field, all generated texts together can have more than 200,000 characters. Shorten the texts, or set a max length for the fields that they use.',
    ]);
    const { byId, overBudget } = evaluateTemplate(content, { entered: { a: 'x'.repeat(10_000) } });
    expect(overBudget).toBe(
      'From “t20” on, the generated texts would be longer than 200,000 characters in total. Shorten the fields that they use, or enter them by hand.',
    );
    expect(byId.get('t19')?.text).toHaveLength(10_000);
    expect(byId.get('t20')?.value).toBeUndefined();
  });

  it('counts copies and texts that are typed longer than expected', () => {
    const content = contentOf(
      { id: 'a', type: 'textarea' },
      { id: 'copy', dependencyType: 'copy', dependsOn: 'a' },
      dynamic('twice', '{{copy}}{{a}}'),
    );
    expect(errorsOf(content)).toEqual([]);
    const { byId, overBudget } = evaluateTemplate(content, { entered: { a: 'x'.repeat(15_000) } });
    expect(byId.get('copy')?.text).toHaveLength(15_000);
    expect(overBudget).toContain('“twice”');
  });

  it('keeps what people entered in place of a text that is too long', () => {
    const { byId, overBudget } = evaluateTemplate(BOMB, { entered: { b: 'b', c: 'By hand' } });
    expect(overBudget).toBeNull();
    expect(byId.get('d0')?.text).toBe('By hand'.repeat(6));
  });

  it('reports one ring of hundreds of fields, and evaluates it', () => {
    const ring = contentOf(
      ...Array.from({ length: 190 }, (_, at) =>
        dynamic(`f${at}`, `{{f${(at + 1) % 190}}}{{f${(at + 2) % 190}}}{{f${(at + 7) % 190}}}`),
      ),
    );
    expect(errorsOf(ring)).toEqual([
      expect.stringMatching(/^f0: These fields have a circular dependency: "f0" → .* → \d+ more → "f0"$/),
    ]);
    expect(evaluateTemplate(ring, { entered: {} }).fields).toHaveLength(190);
  });

  it('looks once at each field of texts that share others', () => {
    const last = 140;
    const content = contentOf(
      { id: 'gap' },
      dynamic('x0', 'X {{gap}}'),
      dynamic('y0', 'Y {{gap}}'),
      ...Array.from({ length: last }, (_, at) => [
        dynamic(`x${at + 1}`, `{{#if x${at}}}x{{/if}}{{#if y${at}}}{{y${at}}}{{/if}}`),
        dynamic(`y${at + 1}`, `{{#if y${at}}}y{{/if}}{{#if x${at}}}{{x${at}}}{{/if}}`),
      ]).flat(),
    );
    const evaluation = evaluateTemplate(content, { entered: {} });
    expect(emptyPlaces(content, evaluation).map(({ textFieldId }) => textFieldId)).toContain(`y${last}`);
  });

  it('allows a chain as long as the steps, and survives a longer one', () => {
    expect(errorsOf(chain(499))).toEqual([]);
    expect(evaluateTemplate(chain(499), { entered: {} }).byId.get('f499')?.text).toBe('Deep');
    expect(errorsOf(chain(9_000))).toContainEqual(expect.stringContaining('needs more than 1,000 steps'));
    expect(evaluateTemplate(chain(9_000), { entered: {} }).overBudget).toContain('1,000 steps');
  });

  it('survives conditions that are nested as deep as a text allows', () => {
    const nested = contentOf(
      { id: 'a', defaultValue: 'x' },
      dynamic('b', `${'{{#if a}}'.repeat(600)}deep${'{{/if}}'.repeat(600)}`),
    );
    expect(evaluateTemplate(nested, { entered: {} }).byId.get('b')?.text).toBe('deep');
    expect(errorsOf(nested)).toEqual([]);
  });
});

const IDS = ['a', 'b', 'c', 'd', 'e'] as const;
const ROWS: FieldDraft = {
  id: 'rows',
  type: 'rows',
  maxRows: 2,
  columns: [{ id: 'cell', label: 'Cell', type: 'text', maxLength: 50 }],
  defaultRows: [{ cell: 'x' }, { cell: '5' }],
};
/** Fields that use only the fields before them, or any field. */
const template = (isAcyclic: boolean, maxTimes: number) =>
  fc
    .tuple(
      ...IDS.map((id, at) =>
        field(isAcyclic ? IDS.slice(0, at) : IDS, maxTimes).map((some) => ({ id, ...some })),
      ),
    )
    .map((fields) => contentOf(ROWS, ...fields));

function field(sources: readonly string[], maxTimes: number) {
  const [first = 'a'] = sources;
  const id = fc.constantFrom(first, ...sources);
  const times = fc.integer({ min: 1, max: maxTimes });
  const tags = fc.tuple(id, times).map(([used, count]) => `{{${used}}}`.repeat(count));
  const words = fc.constantFrom('Words ', 'x'.repeat(90));
  const choice = fc
    .tuple(id, tags, words)
    .map(([used, met, other]) => `{{#if ${used}}}${met}{{else}}${other}{{/if}}`);
  const tests = id.chain((used) =>
    fc.constantFrom(
      `${used} == "x"`,
      `not ${used} and count(rows) >= 2`,
      `sum(rows.cell) > 4 or ${used} in ["x", "y"]`,
      'patient.age >= 65',
    ),
  );
  const tested = fc
    .tuple(tests, tags, fc.constantFrom('if', 'unless'))
    .map(([test, met, kind]) => `{{#${kind} ${test}}}${met}{{else}}no{{/${kind}}}`);
  const repeated = fc
    .tuple(tests, id)
    .map(
      ([test, used]) =>
        `{{#each rows}}{{row.number}}{{row.cell | number}}{{#if ${test}}}{{${used} | upper | list}}{{/if}}{{/each}}`,
    );
  const text =
    sources.length === 0
      ? words
      : fc.array(fc.oneof(tags, words, choice, tested, repeated), { maxLength: 4 }).map((pieces) =>
          pieces
            .join('')
            .slice(0, 10_000)
            .replace(/\{[^}]*\}?$/, '')
            .replace(/^.*\{\{#(?:unless|each)(?!.*\{\{\/(?:unless|each)).*$/u, 'x'),
        );
  const rules = <T extends object>(more: fc.Arbitrary<T>) =>
    fc.array(
      fc
        .tuple(id, fc.constantFrom('equals', 'not_equals', 'startsWith', 'default'), more)
        .map(([sourceFieldId, operator, rest]) => ({ sourceFieldId, operator, value: 'x', ...rest })),
      { maxLength: sources.length === 0 ? 0 : 2 },
    );
  return (
    fc
      .record({
        type: fc.constantFrom('text', 'textarea', 'hidden'),
        dependencyType:
          sources.length === 0
            ? fc.constant('dynamic_text')
            : fc.constantFrom('copy', 'dynamic_text', 'dynamic_default', 'calculated'),
        formula: id.chain((used) =>
          fc.constantFrom(
            `${used} + 1`,
            `sum(rows.cell, ${used}) / count(rows)`,
            'mme(rows.cell, rows.cell)',
            '1 +',
          ),
        ),
        dependsOn: sources.length === 0 ? fc.constant(undefined) : id,
        defaultTemplate: text,
        maxLength: fc.integer({ min: 1, max: 200 }),
        visibilityRules: rules(fc.constant({ action: 'show' })),
        dynamicTextRules: rules(fc.record({ text })),
        defaultValueRules: rules(fc.record({ defaultTemplate: text })),
      })
      // Only calculated fields can have a formula.
      .map((some) => (some.dependencyType === 'calculated' ? some : { ...some, formula: undefined }))
  );
}

const entered = fc.dictionary(
  fc.constantFrom(...IDS),
  fc.integer({ min: 0, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

describe('any template', () => {
  it('makes no more than the budget, whatever is entered', () => {
    fc.assert(
      fc.property(template(false, 1_400), entered, (content, values) => {
        const evaluation = evaluateTemplate(content, { entered: values });
        const generated = evaluation.fields.filter((state) => !Object.hasOwn(values, state.field.id));
        expect(Math.max(0, ...generated.map(({ text }) => text.length))).toBeLessThanOrEqual(
          TEXT_BUDGET.field,
        );
        expect(generated.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
          TEXT_BUDGET.note,
        );
        expect(evaluation.overBudget !== null && evaluation.isComplete).toBe(false);
        emptyPlaces(content, evaluation);
      }),
      { endOnFailure: true },
    );
  });

  it('stays within the budget if it may be saved and inputs are not too long', () => {
    let saved = 0;
    fc.assert(
      fc.property(template(true, 4), (content) => {
        if (errorsOf(content).length > 0) return;
        saved += 1;
        expect(evaluateTemplate(content, { entered: {} }).overBudget).toBeNull();
      }),
      { endOnFailure: true },
    );
    expect(saved).toBeGreaterThan(10);
  });
});
