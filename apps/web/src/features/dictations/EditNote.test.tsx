import type { Dictation } from '@portal/contract/dictations';
import type { Patient } from '@portal/contract/patients';
import { contentOf } from '@portal/domain/template/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { DictationEditorPage } from './DictationEditorPage.tsx';

const ids = {
  provider: '01980000-0000-7000-8000-000000000001',
  patient: '01980000-0000-7000-8000-000000000002',
  office: '01980000-0000-7000-8000-000000000003',
  template: '01980000-0000-7000-8000-000000000004',
  first: '01980000-0000-7000-8000-000000000011',
  second: '01980000-0000-7000-8000-000000000012',
};
const user = { id: ids.provider, firstName: 'Jane', lastName: 'Roe' };

const patient: Patient = {
  id: ids.patient,
  medicalRecordNumber: '00000042',
  firstName: 'Ann',
  lastName: 'Lee',
  dateOfBirth: '1960-01-02',
  gender: 'Female',
  socialSecurityNumber: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  phone: null,
  email: null,
  insuranceProvider: null,
  insurancePolicyNumber: null,
  isActive: true,
  createdAt: '2026-01-02T10:00:00Z',
  version: 1,
};

const dictation = (id: string, change: Partial<Dictation> = {}): Dictation => ({
  id,
  templateId: ids.template,
  templateName: 'Block',
  patientId: ids.patient,
  patientName: 'Lee, Ann',
  patientMRN: '00000042',
  patientDOB: '1960-01-02',
  patientGender: 'Female',
  providerId: ids.provider,
  providerName: 'Jane Roe',
  locationId: ids.office,
  procedureLocation: 'Main Street',
  procedureDate: '2026-11-21',
  status: 'Completed',
  groupId: null,
  groupName: null,
  hasAddendums: false,
  createdAt: '2026-11-21T10:00:00Z',
  signedAt: null,
  isActive: true,
  version: 3,
  dictationContent: { note: 'Stored' },
  formData: { note: 'Stored' },
  editedFields: [],
  billingCodes: [],
  billingOption: 'standard',
  complications: null,
  templateVersion: 1,
  structure: { sections: contentOf({ id: 'note' }).sections },
  signature: null,
  addendums: [],
  createdByUser: user,
  updatedByUser: user,
  updatedAt: '2026-11-21T10:00:00Z',
  ...change,
});

/** The editor with the first of two dictations that wait for the user's signature. */
async function openFirst() {
  const server = createFakeServer();
  const pending = [dictation(ids.first), dictation(ids.second, { patientName: 'Poe, Max' })];
  const left = () => pending.filter(({ status }) => status === 'Completed');
  server.on('GET /dictation/pending', () => ({ body: left() }));
  server.on('GET /dictation/drafts', { body: [] });
  server.on(`GET /templatebillingcoderule/template/${ids.template}`, { body: [] });
  server.on('GET /user/providers', { body: [] });
  server.on('GET /office', { body: [] });
  server.on(`GET /patient/${ids.patient}`, { body: patient });
  for (const [at, { id }] of pending.entries()) {
    server.on(`GET /dictation/${id}`, () => ({ body: pending[at] }));
    server.on(`PUT /dictation/${id}`, () => ({ body: pending[at] }));
    server.on(`POST /dictation/${id}/sign`, () => {
      pending[at] = dictation(id, { status: 'Signed', signedAt: '2026-11-22T10:00:00Z' });
      return { body: pending[at] };
    });
  }
  await showPage({
    server,
    pages: { '/dictations/:id/edit': DictationEditorPage },
    at: `/dictations/${ids.first}/edit`,
    permissions: ['Dictation.View', 'Dictation.Edit'],
    user: { id: ids.provider, roles: ['ProviderPhysician'] },
  });
  return {
    signed: () =>
      server.calls.filter(({ path }) => path.endsWith('/sign')).map(({ path }) => path.split('/')[2]),
    loaded: (id: string) => server.countOf(`GET /dictation/${id}`) > 0,
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
/** Lets the page load, a hundredth of the second that a note has to be on screen at a time. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isTrue(); tries += 1) await pass(10);
  expect(isTrue()).toBe(true);
}

describe('signing one note after the other', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('neither a press nor a key signs a note that has not been on screen for a second', async () => {
    const { signed, loaded } = await openFirst();
    await untilTrue(() => button('Sign & Next Pending') !== null);
    expect(button('Submit & Sign')?.disabled).toBe(true);
    await pass(1000);
    expect(button('Submit & Sign')?.disabled).toBe(false);
    fireEvent.click(button('Sign & Next Pending') ?? document.body);
    await untilTrue(() => loaded(ids.second) && button('Submit & Sign') !== null);
    expect(signed()).toEqual([ids.first]);

    expect(button('Submit & Sign')?.disabled).toBe(true);
    fireEvent.click(button('Submit & Sign') ?? document.body);
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, shiftKey: true });
    await pass(900);
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, shiftKey: true });
    expect(signed()).toEqual([ids.first]);

    await pass(100);
    expect(button('Submit & Sign')?.disabled).toBe(false);
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, shiftKey: true });
    await untilTrue(() => signed().length === 2);
    expect(signed()).toEqual([ids.first, ids.second]);
  });
});
