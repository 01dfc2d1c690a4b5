import type { BillingCode } from '@portal/contract/billing-codes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withFakeTime } from '#lib/test/fake-time.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aRule, IDS, NOW } from '../test/dictation-fixtures.ts';
import {
  billingOption,
  button,
  choose,
  sentDrafts,
  NEW,
  openEditor,
  saves,
  side,
} from './test/editor-fixtures.ts';
import { addedLine } from '../codes/code-lines.ts';

withFakeTime(NOW);

const RULES = [
  aRule('side', 'Left', { code: '64483', isDefault: true }),
  aRule('side', 'Left', { code: '77003', isDefault: false, lineType: 'imaging', bilateralIndicator: 0 }),
  aRule('side', 'Right', { code: '64484', isDefault: true }),
  aRule('side', 'Left', {
    code: 'M54.5',
    codeType: 'ICD10',
    lineType: 'other',
    bilateralIndicator: 9,
    isDefault: true,
  }),
];
const withRules = (server: FakeServer) =>
  server.on('GET /dictation/templates/:id/billing-rules', { body: RULES });

const codesOf = (type: 'CPT' | 'ICD-10') =>
  within(screen.getByLabelText(`${type} codes`))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('strong')?.textContent);
const modifiers = (code: string) => screen.getByLabelText<HTMLInputElement>(`Modifiers for ${code}`);
const type = (box: HTMLInputElement, text: string) => fireEvent.change(box, { target: { value: text } });
const lastSent = (server: FakeServer) => sentDrafts(server).at(-1)?.content.billingCodes;

/** A stored draft with these codes, entered on the left side. */
const withCodes = (...codes: readonly string[]) => ({
  prepare: withRules,
  stored: {
    billingCodes: codes.map((text) => {
      const [code = '', ...more] = text.split('-');
      return {
        ...addedLine({ code, codeType: 'CPT', description: `About ${code}` }),
        modifiers: more.join(','),
        diagnosisPointers: [],
      };
    }),
  },
});

const addBox = () => screen.getByLabelText<HTMLInputElement>('Add a code');

describe('codes of a new dictation', () => {
  it('follow the suggestions from the form entries', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([[], []]);
    choose(side(), 'Left');
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([['64483'], ['M54.5']]);
    expect(modifiers('64483').value).toBe('LT');
    choose(side(), 'Right');
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([['64484'], []]);
  });

  it('are not stored in the draft until the user changes them', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    await waitFor(() => expect(lastSent(server)).toBeNull());
    await person.click(button('Remove 64483'));
    await waitFor(() => expect(lastSent(server)).toEqual([{ code: 'M54.5', modifiers: '' }]));
  });

  it('are empty when the rules fail to load, without an error', async () => {
    await openEditor({
      at: NEW,
      prepare: (server) => server.on('GET /dictation/templates/:id/billing-rules', { status: 500 }),
    });
    choose(side(), 'Left');
    expect(codesOf('CPT')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('codes of a saved dictation', () => {
  it('stay as saved, and other suggestions are offered', async () => {
    const { person } = await openEditor(withCodes('64490-LT'));
    expect(codesOf('CPT')).toEqual(['64490']);
    expect(screen.getByText('Added manually')).toBeTruthy();
    await person.click(button('Add 77003'));
    expect(codesOf('CPT')).toEqual(['64490', '77003']);
    expect(screen.queryByLabelText('Add 77003')).toBeNull();
  });

  it('leave out removed codes when saving and offer them again when suggested', async () => {
    const { server, person } = await openEditor(withCodes('64483-LT'));
    await person.click(button('Remove 64483'));
    expect(codesOf('CPT')).toEqual([]);
    expect(button('Add 64483')).toBeTruthy();
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ billingCodes: [] }]));
  });

  it('add a code from the catalog, and a second line when it is chosen again', async () => {
    const { person, server } = await openEditor(withCodes('64490-LT'));
    const found: BillingCode = {
      id: IDS.draft,
      codeType: 'CPT',
      code: '64490',
      description: 'About 64490',
      category: null,
      isActive: true,
      lineType: 'procedure',
      bilateralIndicator: 1,
      unitSize: null,
      unit: null,
      isBillable: true,
      validFrom: null,
      validTo: null,
      facts: [],
      replacedBy: null,
      updatedAt: NOW,
      version: 1,
    };
    const other = { ...found, id: IDS.group, code: '62323', description: 'Interlaminar' };
    const add = async (code: BillingCode) => {
      server.on('POST /billing-code/search', {
        body: { items: [code], totalCount: 1, pageNumber: 1, pageSize: 20, totalCountIsApproximate: false },
      });
      await person.type(addBox(), code.code);
      await person.click(await screen.findByRole('option', { name: new RegExp(code.code, 'u') }));
      // Ready for the next one.
      await waitFor(() => expect(document.activeElement).toBe(addBox()));
      expect(addBox().value).toBe('');
    };
    await add(other);
    await add(found);
    expect(codesOf('CPT')).toEqual(['64490', '62323', '64490']);
    expect(modifiers('64490, line 1 of 2').value).toBe('LT');
    await person.click(button('Add modifier RT to 64490, line 2 of 2'));
    await person.click(button('Remove 64490, line 1 of 2'));
    expect(codesOf('CPT')).toEqual(['62323', '64490']);
    expect(modifiers('64490').value).toBe('RT');
    const searches = server.calls.filter(({ path }) => path === '/billing-code/search');
    expect(searches.at(-1)?.body).toMatchObject({ isActive: true, isBillable: true });
  });
});

describe('modifiers', () => {
  it('are formatted on blur and saved in stored form', async () => {
    const { server, person } = await openEditor(withCodes('64490'));
    await person.click(modifiers('64490'));
    type(modifiers('64490'), 'lt 59');
    await person.tab();
    expect(modifiers('64490').value).toBe('LT, 59');
    await person.click(button('Save Draft'));
    await waitFor(() =>
      expect(saves(server)).toMatchObject([{ billingCodes: [{ code: '64490', modifiers: 'LT,59' }] }]),
    );
  });

  it.each([
    ['LT, 5', 'Each modifier must be two characters'],
    ['LT, 59, 52, 22, 51', 'Maximum four modifiers'],
  ])('keep %s with a message on blur, and refuse to save', async (text, problem) => {
    const { server, person } = await openEditor(withCodes('64490-RT'));
    await person.click(modifiers('64490'));
    type(modifiers('64490'), text);
    expect(screen.queryByText(problem)).toBeNull();
    await person.tab();
    expect(screen.getByText(problem)).toBeTruthy();
    expect(modifiers('64490').value).toBe(text);
    await person.click(button('Save Draft'));
    expect(await screen.findByText(`Modifiers of 64490: ${problem}`)).toBeTruthy();
    expect(saves(server)).toEqual([]);
  });

  it('offer the side modifier again after it was removed', async () => {
    const { person } = await openEditor(withCodes('64483'));
    await person.click(button('Add modifier LT to 64483'));
    expect(modifiers('64483').value).toBe('LT');
    expect(screen.queryByLabelText(/^Add modifier/u)).toBeNull();
  });

  it('are not available for diagnoses', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    expect(screen.queryByLabelText('Modifiers for M54.5')).toBeNull();
  });
});

describe('warnings and billing options', () => {
  it('warn about more than six CPT codes until one is removed', async () => {
    const seven = ['62321', '62323', '64479', '64483', '64490', '64493', '64633'];
    const { person } = await openEditor(withCodes(...seven));
    const warning = /6 CPT/u;
    expect(screen.getByText(warning)).toBeTruthy();
    await person.click(button('Remove 64633'));
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('bill no procedures for a no-show and restore the codes with another option', async () => {
    const { server, person } = await openEditor(withCodes('64483-LT'));
    choose(billingOption(), 'noshow-patient');
    expect(codesOf('CPT')).toEqual([]);
    expect(screen.getByText('No procedure codes for a no-show')).toBeTruthy();
    expect(screen.queryByLabelText('Add 77003')).toBeNull();
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ billingCodes: [] }]));
    choose(billingOption(), 'standard');
    expect(codesOf('CPT')).toEqual(['64483']);
  });

  it('add 52 to suggested procedures for a reduced service', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    choose(billingOption(), 'reduced');
    expect(modifiers('64483').value).toBe('52, LT');
    choose(billingOption(), 'standard');
    expect(modifiers('64483').value).toBe('LT');
  });
});

const units = () => screen.getByLabelText<HTMLInputElement>('Units of 64483');
const pointers = () =>
  within(screen.getByRole('group', { name: 'Diagnoses of 64483' }))
    .getAllByLabelText(/, diagnosis of /u)
    .map(({ textContent }) => textContent);
const saved = async ({ server, person }: Awaited<ReturnType<typeof openEditor>>) => {
  await person.click(button('Save Draft'));
  await waitFor(() => expect(saves(server)).toHaveLength(1));
  return saves(server)[0]?.billingCodes?.[0];
};

const stored = (code: string, codeType: 'CPT' | 'ICD10', diagnosisPointers: string[] = []) => ({
  ...addedLine({ code, codeType, description: '' }),
  diagnosisPointers,
});
describe('units and diagnoses of a line', () => {
  const lines = {
    prepare: withRules,
    stored: {
      billingCodes: [
        stored('64483', 'CPT', ['M54.5', 'G89.4']),
        stored('M54.5', 'ICD10'),
        stored('G89.4', 'ICD10'),
      ],
    },
  };

  it('are saved as changed', async () => {
    const page = await openEditor(lines);
    expect(pointers()).toEqual(['A M54.5', 'B G89.4']);
    type(units(), '2');
    await page.person.click(screen.getByLabelText('B G89.4, diagnosis of 64483'));
    expect(pointers()).toEqual(['B G89.4', 'A M54.5']);
    fireEvent.keyDown(screen.getByLabelText('A M54.5, diagnosis of 64483'), { key: 'ArrowLeft' });
    expect(pointers()).toEqual(['A M54.5', 'B G89.4']);
    fireEvent.keyUp(screen.getByLabelText('A M54.5, diagnosis of 64483'), { key: 'Delete' });
    expect(pointers()).toEqual(['B G89.4']);
    expect(await saved(page)).toEqual({
      code: '64483',
      modifiers: '',
      units: 2,
      diagnosisPointers: ['G89.4'],
    });
  });

  it.each(['0', '1.5', '1,5', '-1', '10000', '１', 'two'])(
    'keep what is typed, and saving is refused while it is %s',
    async (typed) => {
      const page = await openEditor(lines);
      type(units(), typed);
      fireEvent.blur(units());
      await page.person.click(button('Save Draft'));
      const problem = 'Units must be a whole number from 1 to 999';
      expect(await screen.findByText(`Units of 64483: ${problem}`)).toBeTruthy();
      expect(units().value).toBe(typed);
      expect(screen.getByText(problem)).toBeTruthy();
      expect(saves(page.server)).toEqual([]);
      type(units(), '3');
      expect(await saved(page)).toEqual({ code: '64483', modifiers: '', units: 3 });
    },
  );

  it('are not known for a dose of a drug without a unit size, until they are entered', async () => {
    const drug = { lineType: 'drug', bilateralIndicator: 9, doseFieldId: 'technique' } as const;
    const page = await openEditor({
      prepare: (server) =>
        server.on('GET /dictation/templates/:id/billing-rules', {
          body: [aRule('side', 'Left', { code: 'J9998', isDefault: true, ...drug })],
        }),
      stored: { billingCodes: [stored('J9998', 'CPT')].map((each) => ({ ...each, units: null })) },
    });
    const box = screen.getByLabelText<HTMLInputElement>('Units of J9998');
    expect([box.value, box.placeholder]).toEqual(['', 'units?']);
    expect(screen.getByText(/^The code has no unit size/u)).toBeTruthy();
    await page.person.click(screen.getByText(/^\d checks?$/u));
    await page.person.click(
      await screen.findByRole('menuitem', {
        name: 'The units of J9998 are not known. Correct the dose, or enter the units.',
      }),
    );
    expect(await saved(page)).toEqual({ code: 'J9998', modifiers: '', units: null });
    type(box, '4');
    expect(screen.queryByText(/^The code has no unit size/u)).toBeNull();
    await page.person.click(button('Save Draft'));
    await waitFor(() => expect(saves(page.server).at(-1)?.billingCodes).toMatchObject([{ units: 4 }]));
  });

  it('are checked against the files of the day, which the finding names', async () => {
    const edition = {
      kind: 'ptp' as const,
      title: 'CMS, pairs of procedures',
      validFrom: '2026-10-01',
      validTo: null,
    };
    const pair = {
      column1: '64483',
      column2: '20552',
      validFrom: '2015-01-01',
      validTo: null,
      indicator: 1 as const,
      rationale: '',
    };
    const { server } = await openEditor({
      prepare: (fake) =>
        fake.on('POST /dictation/official-codes', {
          body: { editions: [edition], codes: [], pairs: [pair] },
        }),
      stored: { billingCodes: [stored('64483', 'CPT'), stored('20552', 'CPT')] },
    });
    await screen.findByText(
      'Payers pay 64483 but not 20552 with it. Add 59 or the side if they were for different sites.',
    );
    screen.getByText('CMS, pairs of procedures, edition from 10/01/2026');
    const asked = server.calls.filter(({ path }) => path === '/dictation/official-codes');
    expect(asked.map(({ body }) => body)).toEqual([
      { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u), codes: ['20552', '64483'] },
    ]);
  });

  it('add a diagnosis from the menu', async () => {
    const page = await openEditor(lines);
    fireEvent.keyUp(screen.getByLabelText('A M54.5, diagnosis of 64483'), { key: 'Delete' });
    await page.person.click(screen.getByLabelText('Add a diagnosis to 64483'));
    await page.person.click(await screen.findByRole('menuitem', { name: 'A M54.5' }));
    expect(pointers()).toEqual(['B G89.4', 'A M54.5']);
  });
});
