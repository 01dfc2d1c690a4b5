import type { Activity } from '@portal/contract/dashboard';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { withFakeTime } from '#lib/test/fake-time.ts';
import { aDraft, aPatient, aTemplate, IDS, NOW } from '../test/dictation-fixtures.ts';
import { NEW, openEditor, technique, write } from './test/editor-fixtures.ts';

withFakeTime(NOW);

const TEMPLATE = `GET /dictation/templates/${IDS.template}`;
const PATIENT = `GET /patient/${IDS.patient}`;
const CONTINUE = ' A dictation that was begun before can still be finished and saved.';
const news = (entityType: string, entityId: string): Activity => ({
  id: IDS.draft,
  description: 'It was deactivated',
  timestamp: NOW,
  color: 'info',
  icon: 'Default',
  entityType,
  entityId,
  isOwn: false,
});

describe('a new dictation', () => {
  it('says at once that its template and its patient were deactivated, and keeps the text', async () => {
    const { server } = await openEditor({ at: NEW });
    await screen.findByText(/Lee, Ann|DOB/u);
    write('Mine');
    server.on(TEMPLATE, { body: aTemplate({ isActive: false }) });
    server.on(PATIENT, { body: aPatient({ isActive: false }) });
    pushedActivity.emit(news('Template', IDS.template));
    await screen.findByText(`The template “Block” was deactivated.${CONTINUE}`);
    pushedActivity.emit(news('Patient', IDS.patient));
    await screen.findByText(`This patient was deactivated.${CONTINUE}`);
    expect(technique().value).toBe('Mine');
  });

  it('opens from a draft whose template was deactivated', async () => {
    const asked: unknown[] = [];
    await openEditor({
      at: `/dictations/new?template=${IDS.template}&draft=${IDS.draft}`,
      prepare: (server) => {
        server.on(TEMPLATE, ({ query }) => {
          asked.push(query.get('includeInactive'));
          return { body: aTemplate({ isActive: false }) };
        });
        server.on(`GET /dictation/drafts/${IDS.draft}`, {
          body: aDraft({ dictationId: null, baseVersion: null }),
        });
      },
    });
    await screen.findByText(`The template “Block” was deactivated.${CONTINUE}`);
    expect(technique().value).toBe('Kept');
    expect(asked).toEqual(['true']);
  });
});

it('names what a colleague did to the saved dictation', async () => {
  await openEditor();
  pushedActivity.emit({ ...news('Dictation', IDS.dictation), description: 'A dictation was signed' });
  expect(
    await screen.findByText(
      'While you were editing: A dictation was signed. What you entered is still here.',
    ),
  ).toBeTruthy();
});
