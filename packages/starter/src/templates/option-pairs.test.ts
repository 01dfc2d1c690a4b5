import { checkedDictation, IN_CATALOG } from '@portal/domain/dictation/checks/test/checked-dictation';
import { sideOfDiagnosis } from '@portal/domain/dictation/diagnosis-side';
import { findingsOf } from '@portal/domain/dictation/signing-checks';
import { modifiersOf, suggestCodes, type SuggestedCode } from '@portal/domain/template/billing';
import type { BillingOption } from '@portal/domain/template/billing-option';
import { fieldsOf, type TemplateContent, type TemplateField } from '@portal/domain/template/content';
import { evaluateTemplate, type Evaluation } from '@portal/domain/template/evaluate';
import { offeredValues } from '@portal/domain/template/option-value';
import { reportOf, reportText } from '@portal/domain/template/report';
import { cellText, isRows, type FieldValue, type FieldValues } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES } from '../diagnosis-codes.ts';
import { starterFile } from '../starter.ts';
import { rowsFor } from './test/rows-for.ts';
import { rulesOf } from './test/rules-of.ts';

/** A note as the portal would make it of some answers. */
interface Note {
  readonly evaluation: Evaluation;
  readonly text: string;
  readonly lines: readonly SuggestedCode[];
  readonly option: BillingOption;
}

const MINUTES = ['5', '9', '10', '22', '23', '25', '37', '38', '95'];

/** Every value that one choice or the minutes can have. Several ticked options count as one value. */
function valuesOf(field: TemplateField): readonly FieldValue[] {
  if (field.id === 'sedation_minutes' || field.id === 'minutes') return MINUTES;
  if (field.type === 'rows') return [1, 2, 3, 4].map((count) => rowsFor(field, count));
  const offered = offeredValues(field);
  if (offered === null || field.type === 'hidden') return [];
  if (field.type !== 'checkbox') return offered;
  if (field.options.length === 0) return [true];
  return [
    ...offered.map((option) => [option]),
    ...offered.map((_option, at) => offered.slice(0, at + 1)),
    ...offered.map((_option, at) => offered.slice(at)),
  ];
}

/** Fills in what is required and still open, always with the first option. Null if a wanted value is not offered. */
function completed(
  content: TemplateContent,
  wanted: FieldValues,
  base: FieldValues = {},
): FieldValues | null {
  const values: Record<string, FieldValue> = { ...base, ...wanted };
  for (let round = 0; round < 60; round += 1) {
    const { fields, byId } = evaluateTemplate(content, { entered: values });
    for (const id of Object.keys(wanted)) {
      const state = byId.get(id);
      if (state === undefined || state.dropped.length > 0) return null;
    }
    const open = fields.find(
      ({ field, isVisible, effective, dropped }) =>
        field.required &&
        isVisible &&
        (dropped.length > 0 || effective === undefined || effective === '' || effective === false),
    );
    if (open === undefined) return values;
    const [option = 'as discussed'] = open.options;
    if (open.field.type === 'rows') values[open.field.id] = rowsFor(open.field, 2);
    else if (open.field.type === 'date') values[open.field.id] = '2026-11-02';
    else if (open.field.type === 'checkbox')
      values[open.field.id] = open.options.length === 0 ? true : [option];
    else values[open.field.id] = /minutes/u.test(open.field.id) ? '25' : option;
  }
  throw new Error('The template never becomes complete');
}

const DRUG = /\b(dexamethasone|methylprednisolone|triamcinolone|hylan g-f 20 \(synvisc-one\)) (\d+) mg/giu;
const DRUG_CODES: Readonly<Record<string, string>> = {
  dexamethasone: 'J1100',
  methylprednisolone: 'J1010',
  triamcinolone: 'J3301',
  'hylan g-f 20 (synvisc-one)': 'J7325',
};
const REGIONS: readonly (readonly [region: string, procedures: RegExp, diagnoses: RegExp])[] = [
  ['neck', /^(?:6232[01]|64479|64480|6449[012]|6463[34])$/u, /^(?:M54\.12|M54\.2|M50|M48\.02|M47\.812)/u],
  [
    'back',
    /^(?:6232[23]|64483|64484|6449[345]|6463[56])$/u,
    /^(?:M54\.1[67]|M54\.5|M51|M48\.06|M47\.81[67]|M96\.1|G89)/u,
  ],
];
/** From the CDC guideline of 2022, by hand, for the first drugs of the list. */
const MME: Readonly<Record<string, number>> = {
  Codeine: 0.15,
  'Fentanyl transdermal (mcg/h)': 2.4,
  Hydrocodone: 1,
  Hydromorphone: 5,
};
const JOINTS: readonly (readonly [words: RegExp, diagnoses: RegExp])[] = [
  [/the knee/u, /^(?:M17|M25\.56)/u],
  [/the shoulder/u, /^(?:M19\.01|M25\.51)/u],
  [/the hip/u, /^(?:M16|M25\.55)/u],
  [/the trochanteric bursa/u, /^M70\.6/u],
];

/** What does not agree in a note: its text, its fields and its lines. Written from the codes, not from the templates. */
function contradictions({ evaluation, text, lines, option }: Note): readonly string[] {
  const found: string[] = [];
  const expectThat = (is: boolean, message: string) => {
    if (!is) found.push(message);
  };
  const note = evaluation.byId.get('procedure_note')?.text ?? '';
  const value = (id: string) => evaluation.byId.get(id)?.text ?? '';
  const ticked = (id: string) => {
    const effective = evaluation.byId.get(id)?.effective;
    return Array.isArray(effective) ? effective.length : 0;
  };
  const codes = lines.map(({ code }) => code);
  const unitsOf = (code: string) =>
    lines.filter((line) => line.code === code).reduce((sum, { units }) => sum + (units ?? Number.NaN), 0);
  const procedures = lines.filter(({ lineType }) => lineType === 'procedure');
  const diagnoses = lines.filter(({ codeType }) => codeType === 'ICD10').map(({ code }) => code);
  const side = value('side').toLowerCase();

  for (const line of lines) expectThat(line.units !== null, `${line.code} has no units: ${line.doseProblem}`);
  expectThat(new Set(codes).size === codes.length, 'a code is there twice');

  // Where it was done, and why.
  for (const [region, ofProcedure, ofDiagnosis] of REGIONS) {
    if (!codes.some((code) => ofProcedure.test(code))) continue;
    for (const code of diagnoses)
      expectThat(ofDiagnosis.test(code), `${code} is no diagnosis of the ${region}`);
  }
  for (const [words, ofDiagnosis] of JOINTS) {
    if (!words.test(note)) continue;
    for (const code of diagnoses)
      expectThat(ofDiagnosis.test(code), `${code} is no diagnosis of ${words.source}`);
  }
  for (const code of diagnoses) {
    const description = DIAGNOSIS_CODES.find((known) => known.code === code)?.description ?? '';
    const sided = sideOfDiagnosis(code, description);
    if (sided !== null)
      expectThat(side === 'bilateral' || side === sided, `${code} is not of the side ${side}`);
  }
  for (const line of procedures) {
    const modifiers = modifiersOf(line);
    const isSided = line.bilateralIndicator === 1 && side !== '';
    const wanted = { left: 'LT', right: 'RT', bilateral: '50' }[side];
    // A one-sided transforaminal note gets 50, which a signing check stops.
    const isDoubtful = value('approach') === 'Transforaminal' && modifiers.includes('50');
    if (isSided && wanted !== undefined)
      expectThat(modifiers.includes(wanted) || isDoubtful, `${line.code} lacks ${wanted}`);
  }

  // Drugs: each one in the note is billed, and nothing else is.
  const isStopped = /nothing was injected/u.test(note);
  const inNote = [...note.matchAll(DRUG)];
  const sides = side === 'bilateral' ? 2 : 1;
  const isEach = /into each joint|on each side treated/u.test(note);
  for (const [, name = '', amount] of inNote) {
    const code = DRUG_CODES[name.toLowerCase()] ?? '';
    const line = lines.find((each) => each.code === code);
    const given = Number(amount) * (isEach ? sides : 1);
    const size = line?.unitSize ?? 1;
    expectThat(
      line?.units === Math.ceil(given / size),
      `${given} mg of ${name} are billed as ${code} × ${String(line?.units)}`,
    );
  }
  const drugs = codes.filter((code) => Object.values(DRUG_CODES).includes(code));
  expectThat(drugs.length === inNote.length, `${drugs.join(', ')} for ${inNote.length} drugs in the note`);
  expectThat(!isStopped || drugs.length === 0, 'a drug of a stopped procedure is billed');
  for (const line of procedures) {
    const modifiers = modifiersOf(line);
    const isReduced = modifiers.includes('52') || modifiers.includes('53');
    const isGenicular = line.code === '64454' || line.code === '64624';
    expectThat(
      isGenicular || isReduced === (isStopped || option === 'reduced'),
      `${line.code} stopped: ${isStopped}, ${modifiers.join()}`,
    );
    expectThat(!(modifiers.includes('52') && modifiers.includes('53')), `${line.code} has 52 and 53`);
  }

  // Sedation: the minutes decide.
  const isSedated = value('sedation') === 'Moderate IV';
  const minutes = isSedated ? Number(value('sedation_minutes')) : 0;
  const further =
    value('sedation_setting') === 'Office' && minutes >= 23 ? 1 + Math.floor((minutes - 23) / 15) : 0;
  expectThat(unitsOf('99152') === (minutes >= 10 ? 1 : 0), `99152 for ${minutes} minutes`);
  expectThat(unitsOf('99153') === further, `99153 × ${unitsOf('99153')} for ${minutes} minutes`);
  if (isSedated)
    expectThat(text.includes(`Sedation time in minutes: ${minutes}`), 'the minutes are not printed');

  // How many, and how.
  if (evaluation.byId.has('muscles') && procedures.length > 0) {
    const isNeedling = value('technique') === 'Dry needling';
    const [few, many] = isNeedling ? ['20560', '20561'] : ['20552', '20553'];
    expectThat(procedures[0]?.code === (ticked('muscles') < 3 ? few : many), `${ticked('muscles')} muscles`);
    expectThat(isStopped || isNeedling === note.includes('without injection'), 'dry needling');
  }
  if (codes.includes('64483'))
    expectThat(unitsOf('64484') === ticked('level') - 1, `${ticked('level')} levels`);
  if (evaluation.byId.has('second_level')) {
    const [first, second, third] = [value('level'), value('second_level'), value('third_level')];
    const hasSecond = second !== '' && second !== 'None';
    const joints = [first, ...(hasSecond ? [second] : []), ...(third === '' ? [] : [third])];
    expectThat(new Set(joints).size === joints.length, `${joints.join(', ')} twice`);
    const billed = procedures.reduce((sum, { units }) => sum + (units ?? Number.NaN), 0);
    expectThat(billed === joints.length, `${billed} joints billed for ${joints.join(', ')}`);
    for (const joint of joints) expectThat(note.includes(joint), `${joint} is not in the note`);
    expectThat(note.includes(' and ') === hasSecond || !hasSecond, 'the second joint is not in the note');
  }
  // Tables: each row is in the note, and what is counted is billed.
  const rows = (id: string) => {
    const effective = evaluation.byId.get(id)?.effective;
    return isRows(effective) ? effective : [];
  };
  for (const row of [...rows('lesions'), ...rows('leads')])
    for (const cell of Object.values(row))
      expectThat(
        note.toLowerCase().includes(cellText(cell).toLowerCase()),
        `${cellText(cell)} is not in the note`,
      );
  if (evaluation.byId.has('leads'))
    expectThat(unitsOf('63650') === rows('leads').length, `${rows('leads').length} leads`);
  const branches = new Set([
    ...(evaluation.byId.has('nerves') ? value('nerves').split(', ') : []),
    ...rows('lesions').map(({ nerve }) => cellText(nerve)),
  ]);
  for (const line of procedures)
    if (line.code === '64454' || line.code === '64624')
      expectThat(
        modifiersOf(line).includes('52') === (branches.size < 3 || option === 'reduced'),
        `${line.code} of ${branches.size} branches`,
      );
  if (evaluation.byId.has('payer')) {
    const spoken = Number(value('minutes'));
    const levels = value('payer') === 'Telemedicine codes' ? /^9801[2-5]$/u : /^9921[2-5]$/u;
    const isRight =
      spoken < 5
        ? codes.every((code) => /^[A-Z]/u.test(code))
        : codes.some((code) => (spoken > 10 ? levels : /^98016$/u).test(code));
    expectThat(isRight, `${spoken} minutes are billed as ${codes.join(', ')}`);
    const opioids = rows('opioids');
    const mme = opioids.reduce(
      (sum, { drug, mg_per_day: dose }) => sum + (MME[cellText(drug)] ?? Number.NaN) * Number(cellText(dose)),
      0,
    );
    expectThat(opioids.length === 0 || Number(value('mme')) === mme, `${value('mme')} MME instead of ${mme}`);
    expectThat(mme >= 50 === (value('naloxone') !== ''), `naloxone at ${mme} MME`);
  }
  if (codes.includes('62322')) expectThat(note.includes('by palpation'), '62322 with imaging');
  if (codes.includes('62323')) expectThat(note.includes('fluoroscopy'), '62323 without imaging');
  if (codes.includes('20611'))
    expectThat(isStopped || note.includes('under ultrasound'), '20611 without ultrasound');
  if (codes.includes('20610')) expectThat(!note.includes('under ultrasound'), '20610 with ultrasound');
  expectThat(
    !/\{\{|\}\}|undefined|\s[,.]|, ,|\(\)|, \w[\w-]+ was identified/u.test(text),
    'the text is not plain',
  );
  return found;
}

function noteOf(
  content: TemplateContent,
  rules: ReturnType<typeof rulesOf>,
  evaluation: Evaluation,
  option: BillingOption,
): Note {
  const { codes } = suggestCodes(rules, evaluation, option);
  return {
    evaluation,
    text: reportText(reportOf(content, evaluation)),
    lines: codes.filter(({ isDefault }) => isDefault),
    option,
  };
}

/** What says in the editor that a note must be corrected. */
function findingsOfNote(
  content: TemplateContent,
  rules: ReturnType<typeof rulesOf>,
  note: Note,
): readonly string[] {
  const { evaluation, lines, option } = note;
  const checked = lines.map((line) => ({
    ...line,
    modifiers: modifiersOf(line).join(','),
    diagnosisPointers: ['M54.16'],
    catalog: IN_CATALOG,
  }));
  const findings = findingsOf(
    checkedDictation({ content }, { evaluation, rules, billingOption: option, lines: checked }),
  );
  return [
    ...evaluation.fields.flatMap(({ problem }) => (problem === null ? [] : [problem])),
    ...findings.map(({ message }) => message),
  ];
}

describe.each(starterFile().templates.map((template) => [template.name, template] as const))(
  '%s',
  (_name, template) => {
    const { content } = template;
    const rules = rulesOf(template);
    const choices = fieldsOf(content).flatMap((field) =>
      valuesOf(field).map((value) => ({ id: field.id, value })),
    );

    const base = completed(content, {}) ?? {};

    it('agrees in text, fields and lines for every pair of options, or says why not', () => {
      const failures: string[] = [];
      let notes = 0;
      for (const [at, one] of choices.entries())
        for (const other of choices.slice(at + 1)) {
          if (one.id === other.id) continue;
          const values = completed(content, { [one.id]: one.value, [other.id]: other.value }, base);
          if (values === null) continue;
          const evaluation = evaluateTemplate(content, { entered: values });
          for (const option of ['standard', 'reduced'] as const) {
            notes += 1;
            const note = noteOf(content, rules, evaluation, option);
            const wrong = contradictions(note);
            if (wrong.length > 0 && findingsOfNote(content, rules, note).length === 0)
              failures.push(
                `${one.id} ${JSON.stringify(one.value)}, ${other.id} ${JSON.stringify(other.value)}, ${option}: ${wrong.join('; ')}`,
              );
          }
        }
      expect(failures.slice(0, 10)).toEqual([]);
      expect(notes).toBeGreaterThan(choices.length);
    });

    it('lists procedures first, then sedation, drugs and diagnoses', () => {
      const ORDER = ['procedure', 'evaluation', 'sedation', 'drug', 'other'];
      for (const { id, value } of choices) {
        const values = completed(content, { [id]: value }, base);
        if (values === null) continue;
        const { lines } = noteOf(content, rules, evaluateTemplate(content, { entered: values }), 'standard');
        const ranks = lines.map(({ lineType }) => ORDER.indexOf(lineType));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      }
    });
  },
);
