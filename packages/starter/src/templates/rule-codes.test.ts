import { suggestCodes } from '@portal/domain/template/billing';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import type { FieldValues } from '@portal/domain/template/value';
import { describe, expect, it } from 'vitest';
import { starterFile } from '../starter.ts';
import { rulesOf } from './test/rules-of.ts';

const { templates } = starterFile();

const FORAMINAL = 'Lumbar Transforaminal Epidural';
const LUMBAR = 'Lumbar Interlaminar Epidural';
const CERVICAL = 'Cervical Interlaminar Epidural';
const BLOCK = 'Medial Branch Block';
const ABLATION = 'Radiofrequency Ablation of Medial Branches';
const SACROILIAC = 'Sacroiliac Joint Injection';
const JOINT = 'Large Joint Injection';
const TRIGGER = 'Trigger Point Injections';
const OCCIPITAL = 'Greater Occipital Nerve Block';
const VISIT = 'Office Visit, Follow-up';
const KNEE_BLOCK = 'Genicular Nerve Block';
const KNEE_ABLATION = 'Genicular Nerve Ablation';
const SACRAL_ABLATION = 'Sacral Lateral Branch Ablation';
const STIMULATOR = 'Spinal Cord Stimulator Trial';
const PHONE = 'Telephone Visit';

const SHORT = { sedation: 'Moderate IV', sedation_minutes: '20', sedation_setting: 'Office' };
const LONG = { ...SHORT, sedation_minutes: '38' };
const joints = (region: string, level: string, second: string) => ({ region, level, second_level: second });
const joint = (name: string, diagnosis: string, side: string) => ({ joint: name, diagnosis, side });
const TWO = { muscles: ['Trapezius', 'Rhomboids'] };
const THREE = { muscles: [...TWO.muscles, 'Piriformis'] };
const STOPPED = { tolerance: 'Stopped early, nothing injected' };

const three = (region: string, ...[level, second_level, third_level]: readonly string[]) => ({
  region,
  level: level ?? '',
  second_level: second_level ?? '',
  third_level: third_level ?? '',
});
const ALL = ['Superolateral', 'Superomedial', 'Inferomedial'];
const lesions = (...nerves: readonly string[]) => ({
  lesions: nerves.map((nerve) => ({ nerve, temperature: '80', seconds: '90' })),
});
const call = (minutes: string, complexity: string, isMedicare = false) => ({
  minutes,
  complexity,
  payer: isMedicare ? 'Office visit codes with 93' : 'Telemedicine codes',
});

/** What answers suggest, by hand from the descriptions of the codes in the starter catalog; units other than one after "*". */
const ROWS: readonly (readonly [template: string, answers: FieldValues, codes: string])[] = [
  [FORAMINAL, { level: ['L4-L5'], steroid: 'Methylprednisolone 80 mg' }, '64483 J1010*80'],
  [FORAMINAL, { level: ['L3-L4', 'L4-L5'], steroid: 'Triamcinolone 40 mg' }, '64483 64484 J3301*4'],
  [FORAMINAL, { level: ['L3-L4', 'L4-L5', 'L5-S1'], ...SHORT }, '64483 64484*2 99152 J1100*10'],
  [FORAMINAL, { level: ['L4-L5'], ...LONG }, '64483 99152 99153*2 J1100*10'],
  [FORAMINAL, { diagnosis: 'Lumbar disc disorder with radiculopathy' }, 'J1100*10 M51.16 M54.16'],
  [FORAMINAL, { diagnosis: 'Lumbar stenosis with neurogenic claudication' }, 'J1100*10 M48.062'],
  [FORAMINAL, { diagnosis: 'Postlaminectomy syndrome' }, 'G89.29 J1100*10 M96.1'],
  [LUMBAR, { steroid: 'Dexamethasone 10 mg', ...LONG }, '62323 99152 99153*2 J1100*10'],
  [LUMBAR, { imaging: 'None', steroid: 'Triamcinolone 40 mg', ...SHORT }, '62322 99152 J3301*4'],
  [LUMBAR, { diagnosis: 'Lumbosacral radiculopathy' }, '62323 J1010*80 M54.17'],
  [LUMBAR, { diagnosis: 'Lumbar disc disorder with radiculopathy' }, '62323 J1010*80 M51.16 M54.16'],
  [LUMBAR, { diagnosis: 'Postlaminectomy syndrome' }, '62323 G89.29 J1010*80 M96.1'],
  [CERVICAL, { steroid: 'Methylprednisolone 80 mg', ...LONG }, '62321 99152 99153*2 J1010*80'],
  [CERVICAL, { steroid: 'Triamcinolone 40 mg', ...SHORT }, '62321 99152 J3301*4'],
  [BLOCK, { ...joints('Lumbar', 'L3-L4', 'L4-L5'), ...LONG }, '64493 64494 99152 99153*2'],
  [BLOCK, joints('Lumbar', 'L4-L5', 'L3-L4'), '64493 64494'],
  [BLOCK, joints('Lumbar', 'L4-L5', 'L5-S1'), '64493 64494'],
  [BLOCK, joints('Lumbar', 'L4-L5', 'None'), '64493'],
  [BLOCK, joints('Cervical', 'C4-C5', 'C3-C4'), '64490 64491'],
  [BLOCK, joints('Cervical', 'C3-C4', 'C4-C5'), '64490 64491'],
  [BLOCK, joints('Cervical', 'C4-C5', 'C5-C6'), '64490 64491'],
  [BLOCK, joints('Cervical', 'C5-C6', 'C6-C7'), '64490 64491'],
  [BLOCK, joints('Cervical', 'C5-C6', 'None'), '64490'],
  [ABLATION, joints('Lumbar', 'L4-L5', 'L3-L4'), '64635 64636'],
  [ABLATION, joints('Lumbar', 'L3-L4', 'L4-L5'), '64635 64636'],
  [ABLATION, joints('Lumbar', 'L4-L5', 'L5-S1'), '64635 64636'],
  [ABLATION, joints('Lumbar', 'L4-L5', 'None'), '64635'],
  [ABLATION, joints('Cervical', 'C4-C5', 'C3-C4'), '64633 64634'],
  [ABLATION, joints('Cervical', 'C3-C4', 'C4-C5'), '64633 64634'],
  [ABLATION, joints('Cervical', 'C4-C5', 'C5-C6'), '64633 64634'],
  [ABLATION, joints('Cervical', 'C5-C6', 'C6-C7'), '64633 64634'],
  [ABLATION, joints('Cervical', 'C5-C6', 'None'), '64633'],
  [ABLATION, { diagnosis: 'Lumbosacral spondylosis' }, '64635 M47.817'],
  [
    SACROILIAC,
    { steroid: 'Methylprednisolone 40 mg', side: 'Left', ...LONG },
    '27096 99152 99153*2 J1010*40',
  ],
  [SACROILIAC, { steroid: 'Methylprednisolone 80 mg', side: 'Bilateral' }, '27096 J1010*160'],
  [JOINT, { joint: 'Knee', side: 'Left', injectate: 'Methylprednisolone 80 mg' }, '20610 J1010*80'],
  [JOINT, joint('Knee', 'Osteoarthritis of the knee', 'Right'), '20610 J3301*4 M17.11'],
  [
    JOINT,
    { ...joint('Knee', 'Osteoarthritis of the knee', 'Left'), injectate: 'Hylan G-F 20 (Synvisc-One) 48 mg' },
    '20610 J7325*48 M17.12',
  ],
  [JOINT, joint('Knee', 'Osteoarthritis of the knee', 'Bilateral'), '20610 J3301*8 M17.0'],
  [JOINT, joint('Knee', 'Knee pain', 'Right'), '20610 J3301*4 M25.561'],
  [JOINT, joint('Knee', 'Knee pain', 'Left'), '20610 J3301*4 M25.562'],
  [JOINT, joint('Knee', 'Knee pain', 'Bilateral'), '20610 J3301*8 M25.561 M25.562'],
  [JOINT, joint('Hip', 'Osteoarthritis of the hip', 'Right'), '20611 J3301*4 M16.11'],
  [JOINT, joint('Hip', 'Osteoarthritis of the hip', 'Left'), '20611 J3301*4 M16.12'],
  [JOINT, joint('Hip', 'Osteoarthritis of the hip', 'Bilateral'), '20611 J3301*8 M16.0'],
  [JOINT, joint('Hip', 'Hip pain', 'Right'), '20611 J3301*4 M25.551'],
  [JOINT, joint('Hip', 'Hip pain', 'Left'), '20611 J3301*4 M25.552'],
  [JOINT, joint('Hip', 'Hip pain', 'Bilateral'), '20611 J3301*8 M25.551 M25.552'],
  [JOINT, joint('Shoulder', 'Osteoarthritis of the shoulder', 'Right'), '20610 J3301*4 M19.011'],
  [JOINT, joint('Shoulder', 'Osteoarthritis of the shoulder', 'Left'), '20610 J3301*4 M19.012'],
  [JOINT, joint('Shoulder', 'Osteoarthritis of the shoulder', 'Bilateral'), '20610 J3301*8 M19.011 M19.012'],
  [JOINT, joint('Shoulder', 'Shoulder pain', 'Right'), '20610 J3301*4 M25.511'],
  [JOINT, joint('Shoulder', 'Shoulder pain', 'Left'), '20610 J3301*4 M25.512'],
  [JOINT, joint('Shoulder', 'Shoulder pain', 'Bilateral'), '20610 J3301*8 M25.511 M25.512'],
  [JOINT, joint('Trochanteric bursa', 'Trochanteric bursitis', 'Right'), '20610 J3301*4 M70.61'],
  [JOINT, joint('Trochanteric bursa', 'Trochanteric bursitis', 'Left'), '20610 J3301*4 M70.62'],
  [JOINT, joint('Trochanteric bursa', 'Trochanteric bursitis', 'Bilateral'), '20610 J3301*8 M70.61 M70.62'],
  [TRIGGER, { ...TWO, technique: 'Local anesthetic' }, '20552'],
  [TRIGGER, { ...THREE, technique: 'Local anesthetic' }, '20553'],
  [
    TRIGGER,
    { ...THREE, technique: 'Local anesthetic with steroid', steroid: 'Triamcinolone 20 mg' },
    '20553 J3301*2',
  ],
  [TRIGGER, { ...TWO, technique: 'Dry needling' }, '20560'],
  [TRIGGER, { ...THREE, technique: 'Dry needling' }, '20561'],
  [
    TRIGGER,
    { ...TWO, ...STOPPED, technique: 'Dry needling', stopped_billing: 'Reduced by choice (52)' },
    '20560',
  ],
  [TRIGGER, { ...TWO, ...STOPPED, stopped_billing: 'Not billed' }, ''],
  [OCCIPITAL, { side: 'Left', guidance: 'Ultrasound', steroid: 'Triamcinolone 10 mg' }, '64405 76942 J3301'],
  [OCCIPITAL, { ...STOPPED, stopped_billing: 'Discontinued for the patient’s safety (53)' }, '64405'],
  [OCCIPITAL, { ...STOPPED, stopped_billing: 'Not billed' }, ''],
  [BLOCK, three('Lumbar', 'L3-L4', 'L4-L5', 'L5-S1'), '64493 64494 64495'],
  [BLOCK, three('Cervical', 'C3-C4', 'C4-C5', 'C5-C6'), '64490 64491 64492'],
  [ABLATION, three('Lumbar', 'L3-L4', 'L4-L5', 'L5-S1'), '64635 64636*2'],
  [ABLATION, three('Cervical', 'C3-C4', 'C4-C5', 'C5-C6'), '64633 64634*2'],
  [KNEE_BLOCK, { nerves: ALL, side: 'Right', diagnosis: 'Osteoarthritis of the knee' }, '64454 M17.11'],
  [KNEE_BLOCK, { nerves: ALL.slice(0, 1), side: 'Left', diagnosis: 'Knee pain' }, '64454 M25.562'],
  [KNEE_BLOCK, { nerves: [] }, ''],
  [
    KNEE_ABLATION,
    { ...lesions(...ALL), side: 'Left', diagnosis: 'Osteoarthritis of the knee' },
    '64624 M17.12',
  ],
  [
    KNEE_ABLATION,
    {
      ...lesions('Superolateral', 'Superolateral', 'Inferomedial'),
      side: 'Bilateral',
      diagnosis: 'Knee pain',
    },
    '64624 M25.561 M25.562',
  ],
  [KNEE_ABLATION, { lesions: [] }, ''],
  [SACRAL_ABLATION, { lesions: [] }, ''],
  [STIMULATOR, { leads: [{ entry: 'L1-L2' }, { entry: 'L2-L3' }, { entry: 'L2-L3' }] }, '63650*3'],
  [STIMULATOR, {}, ''],
  [PHONE, call('4', 'Low'), ''],
  [PHONE, call('5', 'Low'), '98016'],
  [PHONE, call('10', 'Low', true), '98016'],
  [PHONE, call('11', 'Straightforward'), '98012'],
  [PHONE, call('20', 'Low'), '98013'],
  [PHONE, call('30', 'Moderate'), '98014'],
  [PHONE, call('40', 'High'), '98015'],
  [PHONE, call('11', 'Straightforward', true), '99212'],
  [PHONE, call('20', 'Low', true), '99213'],
  [PHONE, call('30', 'Moderate', true), '99214'],
  [PHONE, call('40', 'High', true), '99215'],
  [PHONE, { diagnosis: 'Cervical radiculopathy' }, 'M54.12'],
  [PHONE, { diagnosis: 'Lumbar spondylosis' }, 'M47.816'],
  [VISIT, { complexity: 'Straightforward' }, '99212 G2211'],
  [VISIT, { complexity: 'Low' }, '99213 G2211'],
  [VISIT, { complexity: 'Moderate' }, '99214 G2211'],
  [VISIT, { complexity: 'High' }, '99215 G2211'],
  [VISIT, { diagnosis: 'Lumbar spondylosis' }, '99213 G2211 M47.816'],
  [VISIT, { diagnosis: 'Chronic pain syndrome' }, '99213 G2211 G89.4'],
];

describe('the rules of the starter templates', () => {
  it.each(ROWS)('%s with %j: %s', (name, answers, codes) => {
    const template = templates.find((each) => each.name === name);
    if (template === undefined) throw new Error('no such template');
    const evaluation = evaluateTemplate(template.content, { entered: answers });
    const suggested = suggestCodes(rulesOf(template), evaluation, 'standard').codes;
    const texts = suggested.map(({ code, units }) => (units === 1 ? code : `${code}*${units ?? '?'}`));
    expect(texts.toSorted().join(' ')).toBe(codes);
  });

  it.each(templates)('have a row here or a test case for each code: $name', ({ name, rules, cases }) => {
    const expected = new Set([
      ...ROWS.flatMap(([template, , codes]) => (template === name ? codes.split(' ') : [])).map(
        (text) => text.split('*')[0],
      ),
      ...cases.flatMap(({ expected: { lines } }) => lines.map(({ code }) => code)),
    ]);
    const assigned = rules.flatMap(({ billingCodes }) => billingCodes.map(({ code }) => code));
    expect(assigned.filter((code) => !expected.has(code))).toEqual([]);
  });
});
