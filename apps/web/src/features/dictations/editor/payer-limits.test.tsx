import type { SavedLimit } from '@portal/contract/payer-limits';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withFakeTime } from '#lib/test/fake-time.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aRule, IDS, NOW, TODAY } from '../test/dictation-fixtures.ts';
import { addedLine } from '../codes/code-lines.ts';
import { NEW, openEditor } from './test/editor-fixtures.ts';

withFakeTime(NOW);

const EPIDURAL: SavedLimit = {
  id: '55555555-5555-4555-8555-555555555555',
  name: 'Lumbar epidural',
  payer: 'Medicare',
  policy: 'L33906',
  codes: '62323, 64483',
  withModifier: null,
  withoutModifier: null,
  sessions: 2,
  months: 12,
  isBySide: false,
  earlierCodes: null,
  earlierModifier: null,
  minimumRelief: 0,
  validFrom: null,
  validTo: null,
  source: 'LCD L33906',
  sourceUrl: null,
  lookedUpOn: null,
  isActive: true,
  version: 1,
};
const noteOn = (procedureDate: string, dictationId: string, isSigned = true) => ({
  dictationId,
  procedureDate,
  isSigned,
  lines: [{ code: '62323', modifiers: '' }],
  relief: null,
});

interface Counted {
  readonly limits?: readonly SavedLimit[];
  readonly notes?: readonly ReturnType<typeof noteOn>[];
  readonly code?: string;
}
const counted =
  ({ limits = [EPIDURAL], notes = [], code = '64483' }: Counted) =>
  (server: FakeServer) => {
    server.on('GET /dictation/payer-limits', { body: [...limits] });
    server.on('POST /dictation/payer-limit-notes', { body: [...notes] });
    server.on('GET /dictation/templates/:id/billing-rules', {
      body: [aRule('side', 'Left', { code, isDefault: true })],
    });
  };
const asked = (server: FakeServer) =>
  server.calls.filter(({ path }) => path === '/dictation/payer-limit-notes').map(({ body }) => body);

describe('how often a patient had the procedures of a template', () => {
  it('is said before one is chosen, with links to the notes', async () => {
    const prepare = counted({
      limits: [{ ...EPIDURAL, sessions: 4 }],
      notes: [noteOn('2026-02-03', IDS.second)],
    });
    const { server, person } = await openEditor({ at: NEW, prepare });
    await screen.findByText('Second lumbar epidural since 02/2026 (at most 4 in 12 months: Medicare L33906)');
    expect(asked(server)).toEqual([{ patientId: IDS.patient, procedureDate: TODAY, dictationId: null }]);
    const show = screen.getByText('Show sessions');
    expect(screen.queryByText('02/03/2026')).toBeNull();
    await person.click(show);
    expect((await screen.findByText('02/03/2026')).getAttribute('href')).toBe(`/dictations/${IDS.second}`);
    expect(screen.getByText('Hide sessions').getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is a warning at the limit, and a finding beyond it', async () => {
    const notes = [noteOn('2026-02-03', IDS.second), noteOn('2026-03-03', IDS.third)];
    const { person } = await openEditor({
      prepare: counted({ notes }),
      stored: {
        billingCodes: [
          {
            ...addedLine({ code: '62323', codeType: 'CPT', description: 'Epidural' }),
            diagnosisPointers: [],
          },
        ],
      },
    });
    const notice = await screen.findByText(/^Third lumbar epidural since 02\/2026/u);
    expect(notice.closest('[role="alert"]')).not.toBeNull();
    await person.click(await screen.findByText(/^\d+ checks?$/u));
    await screen.findByRole('menuitem', {
      name: /^This is the third lumbar epidural session since 02\/03\/2026\. Medicare L33906 pays at most two in 12 months\./u,
    });
  });

  it('is not asked for without a rule, or for codes that no rule counts', async () => {
    const { server } = await openEditor({ at: NEW, prepare: counted({ code: '20610' }) });
    await waitFor(() =>
      expect(server.calls.some(({ path }) => path === '/dictation/payer-limits')).toBe(true),
    );
    expect(asked(server)).toEqual([]);
  });

  it('says that unsigned notes do not count', async () => {
    await openEditor({ at: NEW, prepare: counted({ notes: [noteOn('2026-02-03', IDS.second, false)] }) });
    await screen.findByText(/Not counted: unsigned dictation of 02\/03\/2026\.$/u);
    expect(screen.queryByText('Show sessions')).toBeNull();
  });
});
