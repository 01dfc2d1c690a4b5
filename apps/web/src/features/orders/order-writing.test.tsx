import type { Order } from '@portal/contract/orders';
import type { CurrentUser } from '@portal/contract/session';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { chooseOption, optionsOf } from '#lib/test/choose-option.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { anOrder, ANN, CANCELLED, PROVIDER, withFormChoices } from '#lib/test/orders.ts';
import { OrderCreatePage } from './OrderCreatePage.tsx';
import { OrderEditPage } from './OrderEditPage.tsx';

const NEW = `/orders/new?patientId=${ANN.id}`;
const EDIT = `/orders/${anOrder().id}/edit`;
const ADDRESS = `/medicalorder/${anOrder().id}`;

interface Options {
  readonly order?: Order;
  readonly user?: Partial<CurrentUser>;
  /** Overrides for some responses. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

async function show(at: string, { order = anOrder(), user = {}, answers = {} }: Options = {}) {
  const server = withFormChoices(createFakeServer());
  server.on(`GET ${ADDRESS}`, { body: order });
  for (const [call, answer] of Object.entries(answers)) server.on(call, answer);
  const page = await showPage({
    server,
    pages: { '/orders/new': OrderCreatePage, '/orders/:id/edit': OrderEditPage },
    at,
    permissions: ['Order.View', 'Order.Create', 'Order.Edit', 'Patient.View'],
    user,
  });
  const sent = (method: string) =>
    server.calls.findLast((call) => call.method === method && call.path.startsWith('/medicalorder'));
  return { ...page, server, sent };
}
async function form(...args: Parameters<typeof show>) {
  const page = await show(...args);
  await screen.findByLabelText(/^Order Date/);
  return page;
}

const field = (label: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
const chosen = (label: RegExp) =>
  screen.getByLabelText(label, { selector: '[role="combobox"]' }).textContent.replaceAll('\u200B', '');
const picked = (label: RegExp) =>
  screen
    .getByLabelText(label, { selector: '[role="radiogroup"]' })
    .querySelector<HTMLInputElement>(':checked')?.labels?.[0]?.textContent;
const offers = (label: string) =>
  screen.queryByText(label, { selector: 'label, .MuiInputLabel-root' }) !== null;
async function write(user: UserEvent, label: RegExp, text: string) {
  await user.clear(field(label));
  await user.click(field(label));
  await user.paste(text);
}
const press = (user: UserEvent, name: string) => user.click(screen.getByText(name, { selector: 'button' }));

/** Fills in the required fields that start blank. */
async function fill(user: UserEvent, type: string) {
  await screen.findByLabelText(/^Ordering Provider/);
  chooseOption(/^Type/, type);
  await waitFor(() => chooseOption(/^Ordering Provider/, 'Priya Raman, MD'));
  await write(user, /^Diagnosis/, 'M54.16 Radiculopathy');
}

it('keeps the order open on Enter in Diagnosis, whatever is typed', async () => {
  const { user, sent } = await form(NEW);
  await write(user, /^Diagnosis/, 'M54');
  await user.keyboard('{Enter}');
  expect(sent('POST')).toBeUndefined();
  expect(screen.queryByText('Type is required')).toBeNull();
  expect(field(/^Diagnosis/).getAttribute('aria-invalid')).toBe('false');
});

describe('new order', () => {
  it('names the characters that the PDF cannot show, at each text that it prints', async () => {
    const { user } = await form(NEW);
    chooseOption(/^Type/, 'MRI');
    for (const label of [/^Diagnosis/, /^Body Part/, /^Instructions/]) await write(user, label, 'Back 🩺');
    const problem = 'The PDF cannot show 🩺 (U+1FA7A). Use words instead.';
    expect(screen.getAllByText(problem)).toHaveLength(3);
    chooseOption(/^Type/, 'Referral – PT');
    await write(user, /^Specialist/, 'Dr. 🩺');
    expect(screen.getAllByText(problem)).toHaveLength(3);
    await write(user, /^Diagnosis/, 'Back ≥ µ');
    expect(screen.getAllByText(problem)).toHaveLength(2);
  });

  it('starts with the patient from the URL, today and priority Normal', async () => {
    await form(NEW);
    expect(field(/^Patient/).value).toBe('Lee, Ann (00000042)');
    expect(field(/^Order Date/).value).toBe('11/21/2026');
    expect(chosen(/^Priority/)).toBe('Normal');
    expect(chosen(/^Ordering Provider/)).toBe('');
  });

  it('starts with the user as ordering provider if the user is a provider', async () => {
    await form(NEW, { user: { id: PROVIDER.id, roles: ['ProviderPhysician'] } });
    await waitFor(() => expect(chosen(/^Ordering Provider/)).toBe('Priya Raman, MD'));
  });

  it('starts with the provider of the user’s last order, once the user has entered one', async () => {
    const { server, user } = await form(NEW);
    await fill(user, 'Lab Work');
    server.on('POST /medicalorder', { status: 201, body: anOrder() });
    await press(user, 'Create Order');
    await screen.findByText(`Page /orders/${anOrder().id}`);
    cleanup();
    await form(NEW);
    await waitFor(() => expect(chosen(/^Ordering Provider/)).toBe('Priya Raman, MD'));
    expect(screen.getByText('Filled in for you. Check that it is right.')).toBeTruthy();
  });

  it('shows what is missing and sends nothing', async () => {
    const { user, sent } = await form('/orders/new');
    await press(user, 'Create Order');
    for (const label of ['Patient', 'Type', 'Ordering provider', 'Diagnosis'])
      expect(await screen.findByText(`${label} is required`)).toBeTruthy();
    expect(sent('POST')).toBeUndefined();
  });

  it.each([
    ['11/22/2026', 'Order date cannot be in the future'],
    ['12/31/1999', 'Order date must be 01/01/2000 or later'],
  ])('refuses the order date %s', async (date, message) => {
    const { user, sent } = await form(NEW);
    await fill(user, 'Lab Work');
    await write(user, /^Order Date/, date);
    await press(user, 'Create Order');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent('POST')).toBeUndefined();
  });

  it('sends the fields of the type and opens the order', async () => {
    const { server, user, sent } = await form(NEW);
    await fill(user, 'MRI');
    await write(user, /^Body Part/, 'Lumbar spine');
    chooseOption(/^Contrast/, 'With and without contrast');
    server.on('POST /medicalorder', { status: 201, body: anOrder() });
    await press(user, 'Create Order');
    await screen.findByText(`Page /orders/${anOrder().id}`);
    expect(sent('POST')?.body).toEqual({
      patientId: ANN.id,
      type: 'MRI',
      diagnosis: 'M54.16 Radiculopathy',
      orderDate: '2026-11-21',
      priority: 'Normal',
      isStat: false,
      orderedByUserId: PROVIDER.id,
      bodyPart: 'Lumbar spine',
      side: null,
      contrast: 'WithAndWithout',
      specialist: null,
      isProcedure: false,
      levels: [],
      codes: [],
      locationId: null,
      instructions: null,
    });
  });

  it('asks before it saves an order that is STAT and has a low priority', async () => {
    const { user, sent } = await form(NEW, {
      answers: { 'POST /medicalorder': { status: 201, body: anOrder() } },
    });
    await fill(user, 'MRI');
    await user.click(screen.getByLabelText('STAT (immediate)'));
    chooseOption(/^Priority/, 'Low');
    await press(user, 'Create Order');
    expect(await screen.findByText('STAT with low priority?')).toBeTruthy();
    await press(user, 'Go back');
    await waitFor(() => expect(screen.queryByText('STAT with low priority?')).toBeNull());
    expect(sent('POST')).toBeUndefined();
    await press(user, 'Create Order');
    await screen.findByText('STAT with low priority?');
    await press(user, 'Save anyway');
    await waitFor(() => expect(sent('POST')?.body).toMatchObject({ isStat: true, priority: 'Low' }));
  });

  it('keeps all entries on failure and retries with the same idempotency key', async () => {
    const { server, user, sent } = await form(NEW);
    await fill(user, 'Lab Work');
    server.on('POST /medicalorder', () => Promise.reject(new TypeError('network')));
    await press(user, 'Create Order');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save order');
    expect(field(/^Diagnosis/).value).toBe('M54.16 Radiculopathy');
    expect(picked(/^Type/)).toBe('Lab Work');
    const key = sent('POST')?.headers.get('idempotency-key');
    server.on('POST /medicalorder', { status: 201, body: anOrder() });
    await press(user, 'Create Order');
    await screen.findByText(`Page /orders/${anOrder().id}`);
    expect(key).toBeTruthy();
    expect(sent('POST')?.headers.get('idempotency-key')).toBe(key);
  });

  it('shows field errors from the server next to the field', async () => {
    const { server, user } = await form(NEW);
    await fill(user, 'Lab Work');
    server.on('POST /medicalorder', {
      status: 422,
      body: {
        code: 'VALIDATION_FAILED',
        message: 'Check the fields.',
        errors: { patientId: ['This patient is not active'] },
      },
    });
    await press(user, 'Create Order');
    expect((await screen.findAllByText('This patient is not active')).length).toBeGreaterThan(0);
  });

  it.each([
    [{ status: 404, body: { message: 'This record does not exist.' } }, 'Patient not found'],
    [{ status: 500 }, 'Failed to load patient details'],
  ])('for a patient that cannot be loaded (%j) shows "%s"', async (answer, text) => {
    await show(NEW, { answers: { [`GET /patient/${ANN.id}`]: answer } });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Create Order')).toBeNull();
  });

  it('shows when providers could not be loaded and when there are none', async () => {
    await form(NEW, { answers: { 'GET /user/providers': { status: 500 } } });
    expect(await screen.findByText('Failed to load providers. Reload the page.')).toBeTruthy();
    expect(optionsOf(/^Ordering Provider/)).toEqual(['No active providers']);
  });
});

describe('type-specific fields', () => {
  it.each([
    ['MRI', ['Body Part', 'Side', 'Contrast']],
    ['Ultrasound', ['Body Part', 'Side', 'Contrast']],
    ['Referral – Other', ['Specialist']],
    ['Lab Work', []],
  ])('%s shows %j', async (type, labels) => {
    await form(NEW);
    for (const label of ['Body Part', 'Side', 'Contrast', 'Specialist']) expect(offers(label)).toBe(false);
    chooseOption(/^Type/, type);
    for (const label of ['Body Part', 'Side', 'Contrast', 'Specialist'])
      expect(offers(label)).toBe(labels.includes(label));
  });

  it('keep their values when the type is switched back', async () => {
    const { user } = await form(NEW);
    chooseOption(/^Type/, 'MRI');
    await write(user, /^Body Part/, 'Lumbar spine');
    chooseOption(/^Type/, 'Lab Work');
    expect(offers('Body Part')).toBe(false);
    chooseOption(/^Type/, 'X-Ray');
    expect(field(/^Body Part/).value).toBe('Lumbar spine');
  });

  it('can be cleared', async () => {
    await form(EDIT);
    expect(picked(/^Side/)).toBe('Left');
    chooseOption(/^Side/, 'Not specified');
    expect(picked(/^Side/)).toBe('Not specified');
  });
});

describe('editing an order', () => {
  it('shows the patient, who cannot be changed, and sends the version', async () => {
    const { server, user, sent } = await form(EDIT);
    expect(field(/^Patient/).readOnly).toBe(true);
    await write(user, /^Instructions/, 'Fax the result');
    server.on(`PUT ${ADDRESS}`, { body: anOrder({ instructions: 'Fax the result', version: 4 }) });
    await press(user, 'Save');
    await screen.findByText(`Page /orders/${anOrder().id}`);
    expect(sent('PUT')?.body).toMatchObject({ instructions: 'Fax the result', side: 'Left', version: 3 });
  });

  it('keeps a provider who is no longer active', async () => {
    const gone = { id: '99999999-9999-4999-8999-999999999999', firstName: 'Lena', lastName: 'Fox' };
    await form(EDIT, { order: anOrder({ orderedByUser: gone }) });
    await waitFor(() => expect(chosen(/^Ordering Provider/)).toBe('Lena Fox'));
    expect(optionsOf(/^Ordering Provider/)).toEqual(['Lena Fox', 'Priya Raman, MD']);
  });

  it('shows what someone else saved and can use it', async () => {
    const { server, user } = await form(EDIT);
    await waitFor(() => expect(chosen(/^Ordering Provider/)).toBe('Priya Raman, MD'));
    await write(user, /^Diagnosis/, 'Mine');
    const current = anOrder({ diagnosis: 'Theirs', contrast: 'With', version: 9 });
    server.on(`PUT ${ADDRESS}`, { status: 409, body: { code: 'STALE', message: 'Stale', current } });
    await press(user, 'Save');
    expect(await screen.findByText('They saved: Theirs')).toBeTruthy();
    expect(screen.getByText('You have: Mine')).toBeTruthy();
    expect(screen.getByText('They saved: With contrast')).toBeTruthy();
    await press(user, 'Use theirs');
    await waitFor(() => expect(field(/^Diagnosis/).value).toBe('Theirs'));
    expect(picked(/^Contrast/)).toBe('With contrast');
  });

  it('names at once what a colleague did to the order, but nothing about own or other changes', async () => {
    const { user } = await form(EDIT);
    await write(user, /^Diagnosis/, 'Mine');
    pushedActivity.emit({ ...CANCELLED, description: 'Order ORD-2026-000007 was updated', isOwn: true });
    pushedActivity.emit({
      ...CANCELLED,
      description: 'Order ORD-2026-000008 was cancelled',
      entityId: PROVIDER.id,
    });
    pushedActivity.emit(CANCELLED);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'While you were editing: Order ORD-2026-000007 was cancelled. What you entered is still here.',
    );
    expect(field(/^Diagnosis/).value).toBe('Mine');
  });

  it('shows why an order completed in between is not saved, and keeps the entries', async () => {
    const { server, user } = await form(EDIT);
    await write(user, /^Instructions/, 'Fax the result');
    const message = 'This order is completed and can no longer be changed.';
    server.on(`PUT ${ADDRESS}`, { status: 409, body: { code: 'CONFLICT', message } });
    await press(user, 'Save');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(field(/^Instructions/).value).toBe('Fax the result');
  });

  it.each(['Completed', 'Cancelled'] as const)('has no form once the order is %s', async (status) => {
    await show(EDIT, { order: anOrder({ status }) });
    expect(
      await screen.findByText(`This order is ${status.toLowerCase()} and can no longer be edited.`),
    ).toBeTruthy();
    expect(screen.queryByText('Save')).toBeNull();
    expect(screen.getByText('View order').getAttribute('href')).toBe(`/orders/${anOrder().id}`);
  });

  it('asks before discarding changes', async () => {
    const { user, router } = await form(EDIT);
    await write(user, /^Instructions/, 'Fax the result');
    await user.click(screen.getByText('Cancel'));
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe(EDIT);
  });
});
