import { contentOf } from '@portal/domain/template/test/content-of';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withFakeTime } from '#lib/test/fake-time.ts';
import type { Answer, FakeServer } from '#lib/test/fake-server.ts';
import { aRule, aTemplate, ASSISTANT, IDS, NOW, TODAY } from '../test/dictation-fixtures.ts';
import { button, choose, NEW, openEditor, saves, side } from './test/editor-fixtures.ts';

withFakeTime(NOW);

const { sections } = contentOf(
  {
    id: 'side',
    label: 'Side',
    type: 'select',
    options: ['Left', 'Right'],
    defaultValueRules: [
      { sourceFieldId: 'earlier.side', operator: 'equals', value: 'Left', defaultValue: 'Right' },
    ],
  },
  { id: 'technique', label: 'Technique', type: 'textarea' },
  {
    id: 'advice',
    label: 'Advice',
    visibilityRules: [{ sourceFieldId: 'patient.age', operator: 'at_least', value: '65', action: 'show' }],
  },
);
const STORED = { 'patient.age': '66', 'earlier.date': '2026-11-02', 'earlier.side': 'Left' };
/** A second procedure on the other side of a patient of 65 or older. */
const RULE = {
  ...aRule('side', 'Right', { code: '64483', isDefault: true }),
  when: {
    match: 'all' as const,
    conditions: [
      { sourceFieldId: 'patient.age', operator: 'at_least' as const, value: '65' },
      { sourceFieldId: 'earlier.date', operator: 'is_not_empty' as const, value: '' },
    ],
  },
};

const withSources = (found: Answer) => (server: FakeServer) => {
  server.on(`GET /dictation/templates/${IDS.template}`, { body: aTemplate({ structure: { sections } }) });
  server.on('GET /dictation/templates/:id/billing-rules', { body: [RULE] });
  server.on('GET /dictation/templates/:id/sources', found);
};
const FOUND: Answer = { body: { values: { ...STORED, 'patient.age': '1' } } };
const asked = (server: FakeServer) => server.calls.filter(({ path }) => path.endsWith('/sources'));
const typed = () => screen.getByLabelText<HTMLTextAreaElement>(/^Technique/u).value;

describe('values from the record', () => {
  it('fill in fields, show and hide them, and suggest codes; the mark goes when the field is looked at', async () => {
    const { server, person } = await openEditor({ at: NEW, prepare: withSources(FOUND) });
    await screen.findByText('From the last note, 11/02/2026');
    expect(side().value).toBe('Right');
    // The editor knows the patient: 66 years on this day.
    await screen.findByLabelText('Advice');
    await screen.findByText(
      /^Suggested by Side: Right, because Patient: age on the procedure date is at least 65 and /u,
    );
    expect(asked(server).map(({ query }) => Object.fromEntries(query))).toEqual([
      { patientId: IDS.patient, providerId: IDS.provider, locationId: IDS.office, procedureDate: TODAY },
    ]);
    await person.click(side());
    expect(screen.queryByText('From the last note, 11/02/2026')).toBeNull();
    await person.click(button('Save Draft'));
    await waitFor(() =>
      expect(
        server.calls.find(({ method, path }) => method === 'POST' && path === '/dictation')?.body,
      ).toMatchObject({
        formData: { ...STORED, side: 'Right' },
        billingCodes: [{ code: '64483' }],
      }),
    );
  });

  it('are not asked for by a template that reads none', async () => {
    const { server } = await openEditor({ at: NEW });
    choose(side(), 'Left');
    expect(asked(server)).toEqual([]);
  });

  it('say what could not be read, keep what was typed, and can be loaded again', async () => {
    let found: Answer = { status: 503, body: { message: 'Unavailable', code: 'UNAVAILABLE' } };
    const { server, person } = await openEditor({
      at: NEW,
      user: ASSISTANT,
      prepare: (on) => {
        withSources(FOUND)(on);
        on.on('GET /dictation/templates/:id/sources', () => found);
      },
    });
    const box = screen.getByLabelText(/^Technique/u);
    await person.type(box, 'Typed');
    await screen.findByText(/^Could not read the last signed note\./u);
    await person.click(button('Save for Physician Review'));
    await screen.findByText('Values from the record could not be loaded. Load them again first.');
    found = FOUND;
    await person.click(button('Load again'));
    await screen.findByText('From the last note, 11/02/2026');
    expect(screen.queryByText(/^Could not read/u)).toBeNull();
    expect(typed()).toBe('Typed');
    expect(server.countOf('POST /dictation')).toBe(0);
  });

  it('of a stored note stay as they are stored, until the note is about something else', async () => {
    const { server } = await openEditor({
      stored: { structure: { sections }, formData: { ...STORED, technique: 'Stored' } },
      prepare: withSources({ body: { values: { 'earlier.date': '2026-11-10', 'earlier.side': 'Left' } } }),
    });
    await screen.findByLabelText('Advice');
    expect(side().value).toBe('Right');
    expect(screen.queryByText(/^From the/u)).toBeNull();
    expect(asked(server)).toEqual([]);
    choose(screen.getByLabelText<HTMLSelectElement>(/^Procedure Location/u), IDS.secondOffice);
    await screen.findByText('From the last note, 11/10/2026');
    expect(asked(server).map(({ query }) => query.get('dictationId'))).toEqual([IDS.dictation]);
    button('Save Draft').click();
    await waitFor(() =>
      expect(saves(server)).toMatchObject([{ formData: { 'earlier.date': '2026-11-10' } }]),
    );
  });
});
