import { NUMBER_EXPECTED } from '@portal/domain/typed-number';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCode, showCodes } from './test/billing-code-fixtures.ts';

const CREATE = 'POST /admin/billing-code';
/** The response to an added code. */
const added = (newHeadings: readonly string[] = []) => ({ ...aCode(), newHeadings });
const CHANGE = `PUT /admin/billing-code/${aCode().id}`;

async function add(at?: string) {
  const page = await showCodes([aCode()], at);
  await page.user.click(await screen.findByText('Add'));
  const dialog = within(await screen.findByRole('dialog'));
  const write = async (label: RegExp, text: string) => {
    await page.user.click(dialog.getByLabelText(label, { selector: 'input, textarea' }));
    await page.user.paste(text);
  };
  const save = () => page.user.click(dialog.getByText('Add', { selector: 'button' }));
  return { ...page, dialog, write, save };
}

describe('add code dialog', () => {
  it.each([
    ['/admin/billing-codes', 'CPT'],
    ['/admin/billing-codes?tab=icd10', 'ICD-10'],
  ])('defaults on %s to %s', async (at, type) => {
    const { dialog } = await add(at);
    expect(dialog.getByRole('radio', { name: type })).toHaveProperty('checked', true);
  });

  it('requires a code and a description', async () => {
    const { server, dialog, save } = await add();
    await save();
    expect(await dialog.findByText('Code is required')).toBeTruthy();
    expect(dialog.getByText('Description is required')).toBeTruthy();
    expect(server.countOf(CREATE)).toBe(0);
  });

  it('sends line type and indicator of a procedure only if they are chosen', async () => {
    const { user, server, sent, dialog, write, save } = await add();
    server.on(CREATE, { status: 201, body: added() });
    await write(/^Code/, '64483');
    await write(/^Description/, 'Injection');
    expect(dialog.getByText(/^Automatic \(1\)$/)).toBeTruthy();
    await user.click(dialog.getByRole('combobox', { name: 'Line type' }));
    await user.click(screen.getByRole('option', { name: 'Imaging' }));
    await save();
    await waitFor(() => expect(sent(CREATE)).toHaveLength(1));
    expect(sent(CREATE)[0]).toMatchObject({
      codeType: 'CPT',
      code: '64483',
      lineType: 'imaging',
      isActive: true,
    });
    expect(sent(CREATE)[0]).not.toHaveProperty('bilateralIndicator');
  });

  it('sends neither for a diagnosis, even if they were chosen before', async () => {
    const { user, server, sent, dialog, write, save } = await add();
    server.on(CREATE, { status: 201, body: added() });
    await user.click(dialog.getByRole('combobox', { name: 'Line type' }));
    await user.click(screen.getByRole('option', { name: 'Imaging' }));
    await user.click(dialog.getByRole('radio', { name: 'ICD-10' }));
    expect(dialog.queryByRole('combobox', { name: 'Line type' })).toBeNull();
    await write(/^Code/, 'm54.16');
    await write(/^Description/, 'Radiculopathy');
    await save();
    await waitFor(() => expect(sent(CREATE)).toHaveLength(1));
    expect(sent(CREATE)[0]).toEqual({
      codeType: 'ICD10',
      code: 'M54.16',
      description: 'Radiculopathy',
      category: null,
      isActive: true,
    });
  });

  it('sends a typed unit size, shows that of the range otherwise, and names new headings', async () => {
    const { user, server, sent, dialog, write, save } = await add();
    server.on(CREATE, { status: 201, body: added(['M17']) });
    await write(/^Code/, 'J1030');
    await write(/^Description/, 'Methylprednisolone');
    expect(dialog.getByLabelText('Unit size')).toHaveProperty('placeholder', '40');
    await write(/^Unit size/, 'ten');
    await save();
    expect(await dialog.findByText(NUMBER_EXPECTED)).toBeTruthy();
    await user.clear(dialog.getByLabelText('Unit size'));
    await write(/^Unit size/, '0.5');
    await write(/^Unit$/, 'mL');
    await save();
    await waitFor(() => expect(sent(CREATE)).toHaveLength(1));
    expect(sent(CREATE)[0]).toMatchObject({ unitSize: 0.5, unit: 'mL' });
    expect(
      await screen.findByText('M17 is now a heading: it has longer codes, which are offered instead.', {
        selector: 'output span',
      }),
    ).toBeTruthy();
  });

  it('warns about an unusual code from three characters on, and refuses invalid characters', async () => {
    const { user, server, dialog, write, save } = await add();
    await write(/^Code/, 'M5');
    expect(dialog.getByText('Type and code cannot be changed later')).toBeTruthy();
    await write(/^Code/, '4.16');
    expect(dialog.getByText(/^This does not look like a CPT or HCPCS code\. You can still/)).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: 'ICD-10' }));
    expect(dialog.queryByText(/^This does not look like/)).toBeNull();
    await write(/^Code/, '_');
    await save();
    expect(await dialog.findByText('Code can have letters, digits, dots and hyphens only')).toBeTruthy();
    expect(server.countOf(CREATE)).toBe(0);
  });

  it('reports an existing code and keeps the input', async () => {
    const { server, dialog, write, save } = await add();
    server.on(CREATE, { status: 409, body: { message: 'CPT 64483 already exists.', code: 'CONFLICT' } });
    await write(/^Code/, '64483');
    await write(/^Description/, 'Injection');
    await save();
    expect((await dialog.findByRole('alert')).textContent).toContain('CPT 64483 already exists.');
    expect(dialog.getByLabelText(/^Code/, { selector: 'input[name="code"]' })).toHaveProperty(
      'value',
      '64483',
    );
  });
});

describe('edit code dialog', () => {
  it('shows both versions after a conflict, and saves ours with the new version', async () => {
    const { user, server, sent } = await showCodes();
    const theirs = aCode({ description: 'Theirs', category: 'Spine', version: 4 });
    server.on(CHANGE, { status: 409, body: { message: 'Stale', code: 'STALE', current: theirs } });
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Description/), ' ours');
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText('They saved: Theirs')).toBeTruthy();
    expect(dialog.getByText('You have: Injection ours')).toBeTruthy();
    await user.click(dialog.getByText('Keep mine'));
    expect(dialog.getByLabelText('Category')).toHaveProperty('value', 'Spine');
    server.on(CHANGE, { body: theirs });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(CHANGE)[1]).toMatchObject({ description: 'Injection ours', category: 'Spine', version: 4 });
  });

  it('has no line type for a diagnosis and keeps its values', async () => {
    const diagnosis = aCode({ codeType: 'ICD10', code: 'M54.16', lineType: 'other', bilateralIndicator: 9 });
    const { user, server, sent } = await showCodes([diagnosis]);
    server.on(CHANGE, { body: diagnosis });
    await user.click(await screen.findByLabelText('Edit ICD-10 M54.16'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('combobox', { name: 'Line type' })).toBeNull();
    await user.click(dialog.getByLabelText('Active'));
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(1));
    expect(sent(CHANGE)[0]).toMatchObject({
      isActive: false,
      lineType: 'other',
      bilateralIndicator: 9,
      unitSize: null,
      unit: null,
    });
  });

  it('makes a code a heading with Billable off', async () => {
    const { user, server, sent } = await showCodes();
    server.on(CHANGE, { body: aCode() });
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByLabelText('Billable'));
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(1));
    expect(sent(CHANGE)[0]).toMatchObject({ isBillable: false, isActive: true });
  });

  it('locks type and code', async () => {
    const { user } = await showCodes();
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByDisplayValue('64483')).toHaveProperty('disabled', true);
    expect(dialog.getByRole('radio', { name: 'ICD-10' })).toHaveProperty('disabled', true);
  });

  it('requires a description', async () => {
    const { user, server } = await showCodes();
    await user.click(await screen.findByLabelText('Edit CPT 64483'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText(/^Description/));
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText('Description is required')).toBeTruthy();
    expect(server.countOf(CHANGE)).toBe(0);
  });
});

describe('search words dialog', () => {
  it('saves the words, and names a line that cannot be read', async () => {
    const { user, server, sent } = await showCodes([aCode()]);
    server.on('GET /admin/billing-code/search-words', { body: { words: 'LBP = low back pain' } });
    await user.click(screen.getByText('Search Words'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Search Words' }));
    const field = await dialog.findByLabelText('Search words');
    await user.click(field);
    await user.paste('\nESI');
    await user.click(dialog.getByText('Save'));
    expect(await dialog.findByText(/^Line 2 must be one word/)).toBeTruthy();
    await user.click(field);
    await user.paste(' = epidural injection');
    const words = 'LBP = low back pain\nESI = epidural injection';
    server.on('PUT /admin/billing-code/search-words', { body: { words } });
    await user.click(dialog.getByText('Save'));
    await waitFor(() => expect(sent('PUT /admin/billing-code/search-words')).toEqual([{ words }]));
  });
});
