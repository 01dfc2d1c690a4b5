import { officeCreate, officeList, officeUpdate, type Office } from '@portal/contract/offices';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { session } from '#lib/portal.ts';
import type { FakeServer } from '#lib/test/fake-server.ts';
import { aUser } from '#lib/test/people.ts';
import { signInAs } from '#lib/test/sign-in.ts';
import { useEndpointMutation } from './endpoint-mutation.ts';
import {
  endpointKey,
  invalidateAreas,
  useEndpointQuery,
  type EndpointQueryOptions,
} from './endpoint-query.ts';
import { useFormQuery } from './form-query.ts';
import { lateFailure } from './late-failures.ts';
import { createQueryClient, forgetOnUserChange } from './query-client.ts';

const SOURCES = join(import.meta.dirname, '../..');
const BODY = {
  name: 'Main',
  address: '1 Main St',
  city: 'Boston',
  state: 'MA',
  zipCode: '02101',
  phone: '5551234567',
};
const OFFICE: Office = {
  ...BODY,
  id: '22222222-2222-4222-8222-222222222222',
  fax: null,
  npi: null,
  superAdminOnly: false,
  isSurgeryCenter: false,
  isActive: true,
  version: 1,
};

let server: FakeServer;
let client: QueryClient;

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const readOffices = (options: EndpointQueryOptions<typeof officeList, Office[]> = {}) =>
  renderHook(() => useEndpointQuery(officeList, { query: {} }, options), { wrapper }).result;
const readInForm = () =>
  renderHook(() => useEndpointQuery(officeList, { query: {} }, useFormQuery()), { wrapper }).result;
function OfficeName() {
  const { data } = useEndpointQuery(officeList, { query: {} }, useFormQuery());
  return <p>{data?.[0]?.name ?? 'Loading'}</p>;
}
const keysSent = () =>
  server.calls
    .filter(({ method }) => method === 'POST')
    .flatMap(({ path, headers }) => (path === '/office' ? [headers.get('idempotency-key')] : []));

beforeEach(async () => {
  server = await signInAs();
  client = createQueryClient();
  server.on('GET /office', { body: [OFFICE] });
  server.on('POST /office', { status: 201, body: OFFICE });
});

describe('useEndpointQuery', () => {
  it('returns the parsed response, cached by the endpoint’s area, path and input', async () => {
    const result = readOffices();
    await waitFor(() => expect(result.current.data).toEqual([OFFICE]));
    expect(endpointKey(officeList, { query: {} })).toEqual(['Offices', '/office', { query: {} }]);
    expect(client.getQueryData(endpointKey(officeList, { query: {} }))).toEqual([OFFICE]);
  });

  it('does not retry a rejected request', async () => {
    server.on('GET /office', { status: 404, body: { message: 'Gone', code: 'NOT_FOUND' } });
    const result = readOffices();
    await waitFor(() => expect(result.current.error?.code).toBe('NOT_FOUND'));
    expect(server.countOf('GET /office')).toBe(1);
  });

  it('reloads when its area is invalidated, but not for another area', async () => {
    const result = readOffices();
    await waitFor(() => expect(result.current.isSuccess).toBe(true));
    await act(() => invalidateAreas(client, 'Patients'));
    expect(server.countOf('GET /office')).toBe(1);
    await act(() => invalidateAreas(client, 'Patients', 'Offices'));
    expect(server.countOf('GET /office')).toBe(2);
  });
});

describe('useEndpointMutation', () => {
  it('refreshes the endpoint’s area after a success', async () => {
    const offices = readOffices();
    await waitFor(() => expect(offices.current.isSuccess).toBe(true));
    const { result } = renderHook(() => useEndpointMutation(officeCreate), { wrapper });
    await act(() => result.current.mutateAsync({ body: BODY }));
    await waitFor(() => expect(server.countOf('GET /office')).toBe(2));
  });

  it('resolves when the screen shows the new version, so that the next step starts from it', async () => {
    const offices = readOffices();
    await waitFor(() => expect(offices.current.data).toEqual([OFFICE]));
    const renamed = { ...OFFICE, name: 'Main Street', version: 2 };
    server.on(`PUT /office/${OFFICE.id}`, { body: renamed });
    server.on('GET /office', { body: [renamed] });
    const { result } = renderHook(() => useEndpointMutation(officeUpdate), { wrapper });
    const { id, version } = OFFICE;
    await act(() =>
      result.current.mutateAsync({ params: { id }, body: { ...BODY, name: 'Main Street', version } }),
    );
    expect(client.getQueryData(endpointKey(officeList, { query: {} }))).toEqual([renamed]);
  });

  it('succeeds when the screen cannot be reloaded', async () => {
    const offices = readOffices();
    await waitFor(() => expect(offices.current.data).toEqual([OFFICE]));
    server.on('GET /office', { status: 500, body: { message: 'Failed', code: 'SERVER_ERROR' } });
    const { result } = renderHook(() => useEndpointMutation(officeCreate), { wrapper });
    await act(() => expect(result.current.mutateAsync({ body: BODY })).resolves.toEqual(OFFICE));
  });

  it('removes what no screen shows, so that no screen opens with an earlier version', async () => {
    client.setQueryData(endpointKey(officeList, { query: {} }), [OFFICE]);
    const { result } = renderHook(() => useEndpointMutation(officeCreate), { wrapper });
    await act(() => result.current.mutateAsync({ body: BODY }));
    expect(client.getQueryData(endpointKey(officeList, { query: {} }))).toBeUndefined();
  });

  it('leaves the values of an open form unchanged', async () => {
    const form = readInForm();
    await waitFor(() => expect(form.current.data).toEqual([OFFICE]));
    server.on(`PUT /office/${OFFICE.id}`, { body: { ...OFFICE, version: 2 } });
    const { result } = renderHook(() => useEndpointMutation(officeUpdate), { wrapper });
    const { id, version } = OFFICE;
    await act(() => result.current.mutateAsync({ params: { id }, body: { ...BODY, version } }));
    expect(form.current.data).toEqual([OFFICE]);
  });

  it('starts a form with the current record, not with one loaded earlier', async () => {
    const page = readOffices();
    await waitFor(() => expect(page.current.data).toEqual([OFFICE]));
    const changed = { ...OFFICE, name: 'Main Street', version: 2 };
    server.on('GET /office', { body: [changed] });
    const form = readInForm();
    expect(form.current.data).toBeUndefined();
    await waitFor(() => expect(form.current.data).toEqual([changed]));
    expect(server.countOf('GET /office')).toBe(2);
  });

  it('loads the record again for a form that opens as another one closes', async () => {
    const { rerender } = render(<OfficeName key="first" />, { wrapper });
    expect(await screen.findByText('Main')).toBeTruthy();
    server.on('GET /office', { body: [{ ...OFFICE, name: 'Main Street', version: 2 }] });
    rerender(<OfficeName key="second" />);
    expect(await screen.findByText('Main Street')).toBeTruthy();
  });

  it('keeps the key of an input after a lost response, and creates one for new input', async () => {
    const { result } = renderHook(() => useEndpointMutation(officeCreate), { wrapper });
    server.on('POST /office', () => Promise.reject(new TypeError('lost')));
    await act(() =>
      expect(result.current.mutateAsync({ body: BODY })).rejects.toHaveProperty('code', 'NETWORK'),
    );
    server.on('POST /office', { status: 201, body: OFFICE });
    await act(() => result.current.mutateAsync({ body: BODY }));
    await act(() => result.current.mutateAsync({ body: { ...BODY, name: 'Second' } }));
    const [first, again, other] = keysSent();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('cached health data', () => {
  it('is removed when the user logs out or changes', async () => {
    const stop = forgetOnUserChange(client);
    client.setQueryData(['Patients'], 'a record');
    await session.refreshPermissions();
    expect(client.getQueryData(['Patients'])).toBe('a record');
    await session.signOut();
    expect(client.getQueryData(['Patients'])).toBeUndefined();
    client.setQueryData(['Patients'], 'a record');
    await signInAs(aUser({ id: '66666666-6666-4666-8666-666666666666' }));
    expect(client.getQueryData(['Patients'])).toBeUndefined();
    stop();
  });
});

const inOffices = () => renderHook(() => useEndpointMutation(officeCreate), { wrapper });
const heard = () => {
  const failures: string[] = [];
  onTestFinished(lateFailure.listen(({ message }) => failures.push(message)));
  return failures;
};

describe('failures of actions', () => {
  const refused = { status: 409, body: { message: 'This office is in use', code: 'CONFLICT' } };
  it('reach their callback after the page was left, and for earlier calls', async () => {
    server.on('POST /office', refused);
    const { result, unmount } = inOffices();
    const told: string[] = [];
    const onError = ({ message }: Error) => told.push(message);
    act(() => {
      result.current.mutate({ body: BODY }, { onError });
      result.current.mutate({ body: BODY }, { onError });
    });
    unmount();
    await waitFor(() => expect(told).toEqual([refused.body.message, refused.body.message]));
  });

  it('are told after the page that would show them was left, not before', async () => {
    server.on('POST /office', refused);
    const failures = heard();
    const first = inOffices();
    act(() => first.result.current.mutate({ body: BODY }));
    await waitFor(() => expect(first.result.current.error?.message).toBe(refused.body.message));
    expect(failures).toEqual([]);
    const second = inOffices();
    act(() => second.result.current.mutate({ body: BODY }));
    second.unmount();
    await waitFor(() => expect(failures).toEqual([refused.body.message]));
  });

  it('are never lost in a component: other mutations tell all their failures', () => {
    const sources = globSync('{app,features,pickers,ui}/**/*.{ts,tsx}', { cwd: SOURCES })
      .filter((file) => !file.includes('.test.'))
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
      .flatMap((text) => text.split(/\buseMutation\(/).slice(1));
    expect(sources.length).toBeGreaterThan(1);
    const parts = sources.map((text) => text.split('\n  });')[0] ?? '');
    expect(parts.filter((options) => !/\n\s+onError: /.test(options))).toEqual([]);
  });
});
