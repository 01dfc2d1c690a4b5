import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { templateFile, type FileTemplate } from '@portal/contract/template-file';
import { modifiersOf, suggestCodes } from '@portal/domain/template/billing';
import { checkContent } from '@portal/domain/template/check';
import { fieldsOf } from '@portal/domain/template/content';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { offeredValues } from '@portal/domain/template/option-value';
import { reportOf, reportText } from '@portal/domain/template/report';
import type { FieldValue } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { rulesOf } from './test/rules-of.ts';

/** The starter templates of version 1.0.0 as a practice exported them, and what version 1.0.0 made of a thousand notes of each. */
const exported = readFileSync(join(import.meta.dirname, 'test', 'templates-1.0.0.json'), 'utf8');
const MADE: Readonly<Record<string, string>> = {
  'Lumbar Transforaminal Epidural': '4532a75b58a171220841997f979649f02eaf2a541e643adcd8251a979f3ebda8',
  'Lumbar Interlaminar Epidural': '21ff3de99beab0fa0102b7ef533d8af781070b2372f7e76469953c8f49016b6f',
  'Cervical Interlaminar Epidural': 'c1853622e438186348a2b8383182b2fe9a1bbb83cb54d78ca35398b85907a86f',
  'Medial Branch Block': '353fa506fa6a40af2c07d70d0cec7ad30ccafc36425ca66845734eebb3e086f7',
  'Radiofrequency Ablation of Medial Branches':
    '9fc22fe8b9e863f59cd676a3790e54be5ccd42eba5878101c7526fc8e50e8c6a',
  'Sacroiliac Joint Injection': 'b07c67ba9d2f107f9750fb5278989856e552e717a29b5e1b9b53144ed0252f9c',
  'Large Joint Injection': '2ebf23fe233ce36190793a16273362bb3efed370e87376a66feaa35f98e5b976',
  'Trigger Point Injections': 'a3df75e432242e4c10981c6460147eac8e79c4c5a505c0a4e6e57370db2255ff',
  'Greater Occipital Nerve Block': '27035fbb2c064a596e197318d8b88cdc12c748dd51e61cb305f224b64d8c037f',
  'Office Visit, Follow-up': '9b0c64e559e339c3e3b541c9104354451ae191e708600da32f1b5cac22e89ab9',
  'Preprocedure Call': 'cfd71d36bb00532e142b8c6f9172aa172abe8bd5177d8c5ccb2a119bc707e4b7',
};

const NOTES = 1000;

/** Numbers that look random and are the same each time (Numerical Recipes' linear congruential generator). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Texts, lines, open fields and problems of a thousand notes with any answers, as a hash. */
function notesOf(template: FileTemplate): string {
  const hash = createHash('sha256');
  const rules = rulesOf(template);
  const next = numbersFrom(template.name.length);
  for (let note = 0; note < NOTES; note += 1) {
    const entered: Record<string, FieldValue> = {};
    for (const field of fieldsOf(template.content)) {
      const offered = offeredValues(field);
      if (next(4) === 0) continue;
      if (offered === null) {
        if (next(3) === 0) entered[field.id] = field.type === 'date' ? '2026-11-02' : String(next(100));
      } else if (field.type !== 'checkbox') entered[field.id] = offered[next(offered.length)] ?? '';
      else if (field.options.length === 0) entered[field.id] = next(2) === 1;
      else entered[field.id] = offered.filter(() => next(3) === 0);
    }
    const evaluation = evaluateTemplate(template.content, { entered });
    const { codes, warnings } = suggestCodes(rules, evaluation, 'standard');
    hash.update(
      JSON.stringify([
        reportText(reportOf(template.content, evaluation)),
        codes.map((line) => [line.code, line.units, modifiersOf(line), line.isDefault, line.doseProblem]),
        warnings,
        evaluation.missing,
        evaluation.fields.map(({ problem, options, isVisible }) => [problem, options, isVisible]),
      ]),
    );
  }
  return hash.digest('hex');
}

const { templates } = templateFile.parse(JSON.parse(exported));

describe('templates of version 1.0.0', () => {
  it('are eleven, open without a finding, and export as they were', () => {
    expect(templates).toHaveLength(11);
    for (const { content } of templates) expect(checkContent(content)).toEqual([]);
    const raw: { readonly templates: readonly { readonly content: unknown }[] } = JSON.parse(exported);
    expect(JSON.stringify(templates.map(({ content }) => content))).toBe(
      JSON.stringify(raw.templates.map(({ content }) => content)),
    );
  });

  it.each(templates.map((each) => [each.name, each] as const))(
    '%s says and bills the same',
    (name, template) => {
      expect(notesOf(template)).toBe(MADE[name]);
    },
  );
});
