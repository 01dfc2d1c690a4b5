import type { Activity } from '@portal/contract/dashboard';
import { patientGet } from '@portal/contract/patients';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endpointKey, useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { pass, withFakeTime } from '#lib/test/fake-time.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { pushedActivity } from './live.ts';
import { useLiveRefresh } from './use-live-refresh.ts';

withFakeTime('2026-11-21T15:00:00Z');

const { id } = aPatient();
const INPUT = { params: { id }, query: {} };
const PATH = `/patient/${id}`;

function Page() {
  const { data } = useEndpointQuery(patientGet, INPUT);
  const isRemoved = useLiveRefresh(patientGet, INPUT, ({ entityId }) => entityId === id);
  return <p>{isRemoved ? 'Removed' : (data?.firstName ?? 'Loading')}</p>;
}

const changed: Activity = {
  id: '44444444-4444-4444-8444-000000000001',
  description: 'A patient was updated',
  timestamp: '2026-11-21T15:00:00Z',
  color: 'info',
  icon: 'People',
  entityType: 'Patient',
  entityId: id,
};
const named = (firstName: string): Answer => ({ body: aPatient({ firstName }) });
const shown = () => screen.getByRole('paragraph').textContent;

/** A page that shows "First", with answers to its later reads that the test gives. */
async function open() {
  const server = createFakeServer();
  server.on(`GET ${PATH}`, named('First'));
  const page = await showPage({ server, pages: { '/': Page }, at: '/' });
  await screen.findByText('First');
  await pass(10);
  const reads: ((answer: Answer) => void)[] = [];
  server.on(`GET ${PATH}`, () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    reads.push(resolve);
    return promise;
  });
  return {
    ...page,
    server,
    reads,
    /** Somebody changes the patient, and the page reads again. */
    change: async () => {
      pushedActivity.emit(changed);
      await pass(310);
    },
    answer: async (read: number, firstName: string) => {
      reads[read]?.(named(firstName));
      await pass(10);
    },
  };
}

describe('data that a live change reads again', () => {
  it('is read once for several changes, and not for those of other records', async () => {
    const { change, reads, answer } = await open();
    pushedActivity.emit({ ...changed, entityId: '44444444-4444-4444-8444-000000000002' });
    await pass(1000);
    expect(reads).toHaveLength(0);
    pushedActivity.emit(changed);
    await pass(200);
    await change();
    expect(reads).toHaveLength(1);
    await answer(0, 'Second');
    expect(shown()).toBe('Second');
  });

  it('is not replaced by an older answer that comes late', async () => {
    const { change, answer } = await open();
    await change();
    await change();
    await answer(1, 'Newer');
    await answer(0, 'Older');
    expect(shown()).toBe('Newer');
  });

  it('is replaced by the newer of two answers that come in order', async () => {
    const { change, answer } = await open();
    await change();
    await change();
    await answer(0, 'Older');
    await answer(1, 'Newer');
    expect(shown()).toBe('Newer');
  });

  it('is not replaced by an answer that was asked for before the user’s own change', async () => {
    const { change, answer, queryClient } = await open();
    await change();
    await pass(10);
    queryClient.setQueryData(endpointKey(patientGet, INPUT), aPatient({ firstName: 'Own' }));
    await answer(0, 'Older');
    expect(shown()).toBe('Own');
  });

  it('waits for a read that began before the change, which may not have it', async () => {
    const { change, reads, answer, queryClient } = await open();
    void queryClient.invalidateQueries({ queryKey: endpointKey(patientGet, INPUT) });
    await pass(10);
    await change();
    await answer(0, 'Before the change');
    await pass(300);
    expect(reads).toHaveLength(2);
    await answer(1, 'After the change');
    expect(shown()).toBe('After the change');
  });

  it('stays on the screen when the read fails, and says when the record is gone', async () => {
    const { change, reads, answer } = await open();
    await change();
    reads[0]?.({ status: 500 });
    await pass(10);
    expect(shown()).toBe('First');
    await change();
    reads[1]?.({ status: 404, body: { code: 'NOT_FOUND', message: 'This record does not exist.' } });
    await pass(10);
    expect(shown()).toBe('Removed');
    await change();
    await answer(2, 'Restored');
    expect(shown()).toBe('Restored');
  });
});
