import type { CodeChangeList, EditionChangeRow } from '@portal/contract/code-changes';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { soon } from '#lib/test/soon.ts';
import { ChangesPage } from './ChangesPage.tsx';

const PATH = '/admin/billing-codes/files/changes';
const CODE_ID = '66666666-6666-4666-8666-666666666601';
const RULE_ID = '66666666-6666-4666-8666-666666666602';
const NEXT_ID = '66666666-6666-4666-8666-666666666603';
const SOURCE = 'CMS, HCPCS Level II, edition from 10/01/2026';

const ENDED: EditionChangeRow = {
  key: 'ended',
  kind: 'ended',
  code: 'J1030',
  codeType: 'CPT',
  description: 'Methylprednisolone acetate, 40 mg',
  billingCodeId: CODE_ID,
  rule: null,
  version: 3,
  message: 'Ended 03/31/2024',
  source: SOURCE,
  proposal: { action: 'change', label: 'Valid dates', from: 'no end date', to: 'until 03/31/2024' },
  isKept: false,
};
const IN_RULE: EditionChangeRow = {
  ...ENDED,
  key: 'rule',
  version: 5,
  rule: {
    ruleId: RULE_ID,
    templateId: RULE_ID,
    templateName: 'Joint injection',
    ruleName: 'Side is Left',
  },
  proposal: {
    action: 'replace',
    suggested: [{ id: NEXT_ID, code: 'J1010', codeType: 'CPT', description: 'Methylprednisolone, 1 mg' }],
  },
};
const edition = (kind: 'hcpcs' | 'feeSchedule' | 'mue', validTo = '2026-12-31') => ({
  kind,
  title: 'CMS',
  validFrom: '2026-10-01',
  validTo,
});
const LIST: CodeChangeList = {
  date: '2026-11-28',
  editions: [edition('hcpcs'), edition('feeSchedule')],
  endings: [],
  changes: [ENDED, IN_RULE],
  changeCount: 2,
  hiddenCount: 0,
  notes: [],
};

/** A toast, which is also announced. */
const toast = async (text: string) => expect(await screen.findAllByText(text)).not.toHaveLength(0);

async function show(list: Partial<CodeChangeList> = {}, at = PATH) {
  const server = createFakeServer();
  server.on('GET /admin/code-changes', { body: { ...LIST, ...list } });
  const page = await showPage({
    server,
    pages: { [PATH]: ChangesPage },
    at,
    permissions: ['Dictation.View'],
  });
  return { ...page, server };
}
const sent = (server: ReturnType<typeof createFakeServer>, path: string) =>
  server.calls.filter((call) => call.path === path).at(-1)?.body;

describe('what changed page', () => {
  it('lists differences by kind, with proposals and sources, and what is not checked', async () => {
    await show();
    const section = within(await screen.findByRole('region', { name: 'Ended or not listed (2)' }));
    expect(section.getAllByText('Ended 03/31/2024')).toHaveLength(2);
    expect(section.getAllByText(SOURCE)).toHaveLength(2);
    expect(section.getByText('Valid dates: until 03/31/2024')).toBeTruthy();
    expect(section.getByText('Replace it, for example by J1010')).toBeTruthy();
    expect(section.getByText('Joint injection')).toBeTruthy();
    expect(screen.getByText(/Not checked, because no file is loaded: ICD-10-CM\./)).toBeTruthy();
  });

  it('accepts a proposal, and says what was refused', async () => {
    const { server, user } = await show();
    server.on('POST /admin/code-changes/accept', { body: { changedCount: 1, changed: [] } });
    await user.click(await screen.findByLabelText('Accept CPT J1030 (valid dates)'));
    await toast('CPT J1030 (valid dates) changed');
    expect(sent(server, '/admin/code-changes/accept')).toEqual({
      date: '2026-11-28',
      items: [{ key: 'ended', version: 3 }],
    });
    const message = 'Nothing was changed. CPT J1030: somebody else changed it.';
    server.on('POST /admin/code-changes/accept', { status: 409, body: { code: 'STALE', message } });
    await user.click(await screen.findByLabelText('Accept CPT J1030 (valid dates)'));
    await toast(message);
    await vi.waitFor(() => expect(server.countOf('GET /admin/code-changes')).toBe(3), soon);
  });

  it('replaces a code in a rule by the suggested one, or removes it', async () => {
    const { server, user } = await show();
    server.on('POST /admin/code-changes/accept', { body: { changedCount: 1, changed: [] } });
    await user.click(await screen.findByLabelText('Replace CPT J1030 in Joint injection (Side is Left)'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLInputElement>(/Use instead/).value).toMatch(/^J1010/);
    await user.click(dialog.getByText('Replace', { selector: 'button' }));
    await toast('J1030 was replaced by J1010');
    expect(sent(server, '/admin/code-changes/accept')).toEqual({
      date: '2026-11-28',
      items: [{ key: 'rule', version: 5, replaceBy: NEXT_ID }],
    });
    await user.click(await screen.findByLabelText('Replace CPT J1030 in Joint injection (Side is Left)'));
    await user.click(await screen.findByText('Remove from Rule'));
    await toast('J1030 was removed from the rule');
    expect(sent(server, '/admin/code-changes/accept')).toMatchObject({ items: [{ replaceBy: null }] });
  });

  it('asks for a code if none is suggested', async () => {
    const { server, user } = await show({
      changes: [{ ...IN_RULE, proposal: { action: 'replace', suggested: [] } }],
      changeCount: 1,
    });
    await user.click(await screen.findByLabelText('Replace CPT J1030 in Joint injection (Side is Left)'));
    await user.click(await screen.findByText('Replace', { selector: 'button' }));
    expect(await screen.findByText('Choose a code')).toBeTruthy();
    expect(sent(server, '/admin/code-changes/accept')).toBeUndefined();
  });

  it('accepts all of a kind after a preview', async () => {
    const other = { ...ENDED, key: 'other', code: 'J1020', billingCodeId: NEXT_ID, version: 1 };
    const { server, user } = await show({ changes: [ENDED, other, IN_RULE], changeCount: 3 });
    server.on('POST /admin/code-changes/preview', {
      body: {
        records: [
          { id: CODE_ID, label: 'CPT J1030', from: 'no end date', to: 'until 03/31/2024', problem: null },
          { id: NEXT_ID, label: 'CPT J1020', from: 'no end date', to: 'until 03/31/2024', problem: null },
        ],
      },
    });
    server.on('POST /admin/code-changes/accept', { body: { changedCount: 2, changed: [] } });
    await user.click(await screen.findByText('Accept all 2'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByText('Preview'));
    expect(await dialog.findAllByText('no end date → until 03/31/2024')).toHaveLength(2);
    await user.click(dialog.getByText('Change 2 codes'));
    await toast('2 codes changed');
    const items = [
      { key: 'ended', version: 3 },
      { key: 'other', version: 1 },
    ];
    expect(sent(server, '/admin/code-changes/preview')).toEqual({ date: '2026-11-28', items });
    expect(sent(server, '/admin/code-changes/accept')).toEqual({ date: '2026-11-28', items });
  });

  it('keeps a difference as it is, and lists it again', async () => {
    const { server, user } = await show();
    server.on('POST /admin/code-changes/keep', { body: { changedCount: 1 } });
    await user.click(await screen.findByLabelText('Keep as it is CPT J1030 (valid dates)'));
    await toast('CPT J1030 (valid dates) is kept as it is');
    expect(sent(server, '/admin/code-changes/keep')).toEqual({
      date: '2026-11-28',
      keys: ['ended'],
      isKept: true,
    });
  });

  it('shows what is kept apart', async () => {
    const { server, user } = await show({ changes: [{ ...ENDED, isKept: true }] }, `${PATH}?state=kept`);
    server.on('POST /admin/code-changes/keep', { body: { changedCount: 1 } });
    await user.click(await screen.findByLabelText('List again CPT J1030 (valid dates)'));
    await toast('CPT J1030 (valid dates) is listed again');
    expect(sent(server, '/admin/code-changes/keep')).toMatchObject({ keys: ['ended'], isKept: false });
  });

  it('lists unsigned notes with a link to each', async () => {
    const { server, user } = await show({
      changes: [],
      changeCount: 0,
      notes: [
        {
          kind: 'ended',
          code: 'J1030',
          codeType: 'CPT',
          message: 'Ended 03/31/2024',
          source: SOURCE,
          noteCount: 1,
        },
      ],
    });
    server.on('GET /admin/code-changes/notes', {
      body: {
        data: [{ dictationId: RULE_ID, procedureDate: '2026-11-20', templateName: 'Joint injection' }],
      },
    });
    await user.click(await screen.findByLabelText('Show notes CPT J1030'));
    const link = await screen.findByRole('link', { name: 'Joint injection' });
    expect(link.getAttribute('href')).toBe(`/dictations/${RULE_ID}`);
  });

  it.each([
    [{ changes: [], changeCount: 0 }, 'Nothing in the practice uses a code that this edition changes'],
    [
      { changes: [], changeCount: 0, editions: [] },
      'No file is loaded for this day, so there is nothing to compare with',
    ],
    [{ hiddenCount: 1 }, '1 difference in billing rules is not shown, because you do not manage templates.'],
    [{ changeCount: 3000 }, 'The first 2 differences of 3,000 are shown.'],
  ])('says %o in words', async (list, text) => {
    await show(list);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('says that an edition ends', async () => {
    await show({ endings: [{ ...edition('mue', '2026-09-30'), hasEnded: true }] });
    expect(
      await screen.findByText(/NCCI unit limits \(MUE\): the newest loaded edition ended on 09\/30\/2026\./),
    ).toBeTruthy();
  });

  it('says that the comparison failed', async () => {
    const server = createFakeServer();
    server.on('GET /admin/code-changes', { status: 500 });
    await showPage({ server, pages: { [PATH]: ChangesPage }, at: PATH });
    expect(await screen.findByText('Failed to compare with the loaded editions')).toBeTruthy();
  });
});
