import { LISTS, type Area, type Row } from './area.ts';

const budget = LISTS;
const PAGE_SIZE = 20;
const ADDED = 'Measured';

interface Some {
  readonly id: string;
  readonly patient: string;
  readonly provider: string;
  readonly template: string;
  readonly location: string;
}

const list = (query: Record<string, string> = {}) =>
  ({ method: 'GET', path: `/dictation?${new URLSearchParams(query).toString()}` }) as const;

/** Dictations: the list with each filter and sort, other lists, single dictations, drafts and saves. */
export const dictations: Area = {
  name: 'dictations',
  rows: async (pool, patients) => {
    const { rows } = await pool.query<Some>(
      `select id, patient_id as patient, provider_id as provider, template_id as template, location_id as location from dictations
       where is_active and patient_id in (select id from patients where is_active order by id limit 400) order by id limit 100`,
    );
    const some = (turn: number): Some => {
      const found = rows[turn % rows.length];
      if (found === undefined) throw new Error('There are no dictations');
      return found;
    };
    return [
      ...listRows(Math.min(500_000, patients / 2)),
      ...filteredRows(some),
      ...otherRows(some),
      ...writingRows(some),
    ];
  },
  cleanUp: async (pool) => {
    await pool.query(`delete from dictation_drafts where saved_as is null`);
    await pool.query(`delete from dictations where complications = $1 and status <> 'Signed'`, [ADDED]);
  },
};

const row = (name: string, query: Record<string, string>): Row => ({
  name: `dictations, ${name}`,
  call: () => list(query),
  budget,
});

function listRows(count: number): Row[] {
  return [
    row('first page', {}),
    row('page 100', { page: '100' }),
    row('last page', { page: String(Math.floor(count / PAGE_SIZE)) }),
    row('oldest first', { orderBy: 'procedureDate', sortDirection: 'asc' }),
    row('by creation', { orderBy: 'createdAt', sortDirection: 'desc' }),
    row('by patient', { orderBy: 'patientName', sortDirection: 'asc' }),
    row('by patient, page 100', { orderBy: 'patientName', sortDirection: 'desc', page: '100' }),
    row('by template', { orderBy: 'templateName', sortDirection: 'asc' }),
    row('by template, page 100', { orderBy: 'templateName', sortDirection: 'desc', page: '100' }),
    row('by provider', { orderBy: 'providerName', sortDirection: 'asc' }),
    row('by status', { orderBy: 'status', sortDirection: 'asc' }),
    row('drafts', { status: 'Draft' }),
    row('signed, page 100', { status: 'Signed', page: '100' }),
    row('drafts by patient', { status: 'Draft', orderBy: 'patientName', sortDirection: 'asc' }),
    row('of a week', { startDate: '2026-10-05', endDate: '2026-10-11' }),
    row('of years', { startDate: '2020-01-01', endDate: '2025-11-20', page: '100' }),
    row('of years, by creation', { startDate: '2020-01-01', endDate: '2025-11-20', orderBy: 'createdAt' }),
    row('of years, signed', { startDate: '2020-01-01', endDate: '2025-11-20', status: 'Signed' }),
    row('before the first one', { endDate: '2010-01-01' }),
    row('search, rare', { search: 'smith 0000012' }),
    row('search, frequent', { search: 'smi' }),
    row('search, frequent, by patient', { search: 'smi', orderBy: 'patientName', sortDirection: 'asc' }),
    {
      name: 'dictation management',
      call: () => ({ method: 'GET', path: '/admin/dictation/dictations?includeInactive=true' }),
      budget,
    },
    {
      name: 'dictation management, pending',
      call: () => ({ method: 'GET', path: '/admin/dictation/dictations?status=Pending&page=100' }),
      budget,
    },
  ];
}

type SomeOf = (turn: number) => Some;

function filteredRows(some: SomeOf): Row[] {
  const filtered = (name: string, query: (one: Some) => Record<string, string>): Row => ({
    name: `dictations, ${name}`,
    call: (turn) => list(query(some(turn))),
    budget,
  });
  return [
    filtered('of a patient', ({ patient }) => ({ patientId: patient })),
    filtered('of a provider', ({ provider }) => ({ providerId: provider })),
    filtered('of a provider, page 100', ({ provider }) => ({ providerId: provider, page: '100' })),
    filtered('of a provider, drafts', ({ provider }) => ({ providerId: provider, status: 'Draft' })),
    filtered('of a provider, by patient', ({ provider }) => ({
      providerId: provider,
      orderBy: 'patientName',
    })),
    filtered('of a template', ({ template }) => ({ templateId: template })),
    filtered('of a template, saved', ({ template }) => ({ templateId: template, status: 'Saved' })),
    filtered('of template and provider', ({ template, provider }) => ({
      templateId: template,
      providerId: provider,
    })),
    filtered('of template and provider, drafts of years', ({ template, provider }) => ({
      templateId: template,
      providerId: provider,
      status: 'Draft',
      startDate: '2020-01-01',
    })),
    filtered('of a provider, by template', ({ provider }) => ({
      providerId: provider,
      orderBy: 'templateName',
    })),
  ];
}

function otherRows(some: SomeOf): Row[] {
  const read = (name: string, path: (one: Some) => string): Row => ({
    name: `dictations, ${name}`,
    call: (turn) => ({ method: 'GET', path: `/dictation${path(some(turn))}` }),
    budget,
  });
  return [
    read('one', ({ id }) => `/${id}`),
    read('recent', () => '/recent?count=20'),
    read('pending', ({ provider }) => `/pending?providerId=${provider}`),
    read('all of a patient', ({ patient }) => `/patient/${patient}`),
    read(
      'provider of a week',
      ({ provider }) => `/provider/${provider}?startDate=2026-10-05&endDate=2026-10-11`,
    ),
    read('statistics of a month', () => '/statistics?startDate=2026-09-01&endDate=2026-09-30'),
    // Covers all dictations, so it reads a whole index.
    { ...read('statistics of all', () => '/statistics'), budget: { p99: 500 } },
  ];
}

/** A draft has some kilobytes of text. Saving stores all of it and removes the draft. */
function writingRows(some: SomeOf): Row[] {
  const text = 'Typed for the benchmark. '.repeat(60);
  const note = ({ patient, template, provider, location }: Some) => ({
    templateId: template,
    patientId: patient,
    providerId: provider,
    locationId: location,
    procedureDate: '2026-11-20',
    formData: { side: 'Left', level: 'L4-L5', findings: text },
    complications: ADDED,
    billingCodes: ['64483', 'M54.16'],
  });
  const draftOf = (one: Some, draftNumber: number) => ({
    method: 'PUT' as const,
    path: `/dictation/drafts/00000000-0000-7000-8000-${String(draftNumber).padStart(12, '0')}`,
    body: {
      dictationId: null,
      templateId: one.template,
      templateVersion: 1,
      baseVersion: null,
      revision: 0,
      editorId: '00000000-0000-7000-8000-000000000001',
      content: {
        patientId: one.patient,
        procedureDate: '2026-11-20',
        procedureLocation: '',
        providerId: one.provider,
        locationId: one.location,
        formData: { findings: text },
        editedFields: [],
        editedFrom: {},
        billingCodes: null,
        billingOption: 'standard',
        complications: '',
        createKey: 'key',
      },
    },
  });
  return [
    { name: 'dictation, autosave', call: (turn) => draftOf(some(turn), turn % 50), budget },
    {
      name: 'dictation, create',
      call: (turn) => ({ method: 'POST', path: '/dictation', body: note(some(turn)) }),
      budget,
    },
  ];
}
