import type { BillingCode } from '@portal/contract/billing-codes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withFakeTime } from '#lib/test/fake-time.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aRule, IDS, NOW } from './dictation-fixtures.ts';
import {
  billingOption,
  button,
  choose,
  keptDrafts,
  NEW,
  openEditor,
  saves,
  side,
} from './editor-fixtures.ts';

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
const modifiers = (code: string) => screen.getByLabelText<HTMLInputElement>(`Modifiers of ${code}`);
const type = (box: HTMLInputElement, text: string) => fireEvent.change(box, { target: { value: text } });
const lastKept = (server: FakeServer) => keptDrafts(server).at(-1)?.content.billingCodes;

/** A stored draft with these codes, entered on the left side. */
const withCodes = (...codes: readonly string[]) => ({
  prepare: withRules,
  stored: {
    billingCodes: codes.map((text) => {
      const [code = '', ...more] = text.split('-');
      return { code, codeType: 'CPT' as const, description: `About ${code}`, modifiers: more.join(',') };
    }),
  },
});

const addBox = () => screen.getByLabelText<HTMLInputElement>('Add a code');

describe('the codes of a new note', () => {
  it('are those that the entries suggest, and follow them', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([[], []]);
    choose(side(), 'Left');
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([['64483'], ['M54.5']]);
    expect(modifiers('64483').value).toBe('LT');
    choose(side(), 'Right');
    expect([codesOf('CPT'), codesOf('ICD-10')]).toEqual([['64484'], []]);
  });

  it('are not kept as chosen until a person changes them', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    await waitFor(() => expect(lastKept(server)).toBeNull());
    await person.click(button('Remove 64483'));
    await waitFor(() => expect(lastKept(server)).toEqual([{ code: 'M54.5', modifiers: '' }]));
  });

  it('are none where the rules cannot be read; the note can be written all the same', async () => {
    await openEditor({
      at: NEW,
      prepare: (server) => server.on('GET /dictation/templates/:id/billing-rules', { status: 500 }),
    });
    choose(side(), 'Left');
    expect(codesOf('CPT')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the codes of a stored note', () => {
  it('stay as they are stored, and what is suggested besides is offered', async () => {
    const { person } = await openEditor(withCodes('64490-LT'));
    expect(codesOf('CPT')).toEqual(['64490']);
    expect(screen.getByText('Added by hand')).toBeTruthy();
    await person.click(button('Add 77003'));
    expect(codesOf('CPT')).toEqual(['64490', '77003']);
    expect(screen.queryByLabelText('Add 77003')).toBeNull();
  });

  it('removed ones stay away from the save, and are offered again where they are suggested', async () => {
    const { server, person } = await openEditor(withCodes('64483-LT'));
    await person.click(button('Remove 64483'));
    expect(codesOf('CPT')).toEqual([]);
    expect(button('Add 64483')).toBeTruthy();
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ billingCodes: [] }]));
  });

  it('one of the catalogue is added by hand, once', async () => {
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
    expect(codesOf('CPT')).toEqual(['64490', '62323']);
    expect(modifiers('64490').value).toBe('LT');
  });
});

describe('modifiers', () => {
  it('are cleaned up when they are left, and saved as they are stored', async () => {
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
    ['LT, 5', 'Two characters each'],
    ['LT, 59, 52, 22, 51', 'At most four modifiers'],
  ])('%s is not taken over, and says why once it is left', async (text, problem) => {
    const { server, person } = await openEditor(withCodes('64490-RT'));
    await person.click(modifiers('64490'));
    type(modifiers('64490'), text);
    expect(screen.queryByText(problem)).toBeNull();
    await person.tab();
    expect(screen.getByText(problem)).toBeTruthy();
    expect(modifiers('64490').value).toBe(text);
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ billingCodes: [{ modifiers: 'RT' }] }]));
  });

  it('the one of the side is offered where it was removed', async () => {
    const { person } = await openEditor(withCodes('64483'));
    await person.click(button('Add modifier LT to 64483'));
    expect(modifiers('64483').value).toBe('LT');
    expect(screen.queryByLabelText(/^Add modifier/u)).toBeNull();
  });

  it('a diagnosis has none', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    expect(screen.queryByLabelText('Modifiers of M54.5')).toBeNull();
  });
});

describe('warnings and billing options', () => {
  it('more than six CPT codes are warned about, and no longer when one is removed', async () => {
    const seven = ['62321', '62323', '64479', '64483', '64490', '64493', '64633'];
    const { person } = await openEditor(withCodes(...seven));
    const warning = /6 CPT/u;
    expect(screen.getByText(warning)).toBeTruthy();
    await person.click(button('Remove 64633'));
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('a no-show bills no procedure; its codes are back with another option', async () => {
    const { server, person } = await openEditor(withCodes('64483-LT'));
    choose(billingOption(), 'noshow-patient');
    expect(codesOf('CPT')).toEqual([]);
    expect(screen.getByText('A no-show has no procedure codes')).toBeTruthy();
    expect(screen.queryByLabelText('Add 77003')).toBeNull();
    await person.click(button('Save Draft'));
    await waitFor(() => expect(saves(server)).toMatchObject([{ billingCodes: [] }]));
    choose(billingOption(), 'standard');
    expect(codesOf('CPT')).toEqual(['64483']);
  });

  it('a reduced service adds 52 to the procedures it suggested', async () => {
    await openEditor({ at: NEW, prepare: withRules });
    choose(side(), 'Left');
    choose(billingOption(), 'reduced');
    expect(modifiers('64483').value).toBe('52, LT');
    choose(billingOption(), 'standard');
    expect(modifiers('64483').value).toBe('LT');
  });
});
