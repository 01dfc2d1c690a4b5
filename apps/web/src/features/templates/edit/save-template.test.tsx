import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer } from '#lib/test/fake-server.ts';
import {
  aRule,
  aTemplate,
  CODE,
  contentOf,
  showTemplates,
  TEMPLATE_CALL,
  TEMPLATE_ID,
  templateServer,
} from '../test/template-fixtures.ts';

const EDIT = `/admin/templates/${TEMPLATE_ID}/edit`;
const box = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });

/** One event instead of keystrokes, which re-render the whole editor. */
const rename = (name: string) => fireEvent.change(box(/^Name/), { target: { value: name } });

async function edit(answer: Answer = { body: aTemplate() }, template = aTemplate()) {
  const server = templateServer(template);
  server.on(`PUT ${TEMPLATE_CALL}`, answer);
  const page = await showTemplates(EDIT, server);
  await screen.findByLabelText('Undo');
  const save = () => page.user.click(screen.getByText('Save'));
  return { ...page, save };
}

describe('template editor', () => {
  it('saves the whole template with its version and goes to the list', async () => {
    const { save, sent, router } = await edit();
    rename('Lumbar TFESI 2');
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/templates'));
    const { templateContent, ...saved } = aTemplate();
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toEqual([
      {
        name: 'Lumbar TFESI 2',
        procedureType: saved.procedureType,
        shortDescription: null,
        reportTitle: null,
        needsCoSignature: false,
        categoryId: 1,
        quickAccessOrder: 2,
        templateContent,
        autoPopulateFields: '{}',
        version: 4,
      },
    ]);
  });

  it('adds the billing rules of inserted parts and copied fields when it is saved', async () => {
    const server = templateServer(aTemplate(), [aRule()]);
    server.on(`PUT ${TEMPLATE_CALL}`, { body: aTemplate() });
    server.on('POST /templatebillingcoderule', { body: aRule() });
    server.on('POST /billing-code/search', ({ body }) => ({
      body: {
        items: [{ ...CODE, code: z.object({ searchTerm: z.string() }).parse(body).searchTerm }],
        totalCount: 1,
        totalCountIsApproximate: false,
      },
    }));
    const { user, sent } = await showTemplates(EDIT, server);
    await user.click(await screen.findByText('Insert Ready Part'));
    await user.click(await screen.findByLabelText('Insert Sedation'));
    expect(await screen.findByText('Added when you save the template')).toBeTruthy();
    await user.click(await screen.findByLabelText('Leave out rule Sedation given in is Office'));
    await user.click(screen.getByLabelText('More actions for field Side'));
    await user.click(await screen.findByText('Duplicate with its billing rule'));
    expect(sent('POST /templatebillingcoderule')).toEqual([]);
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(sent('POST /templatebillingcoderule')).toHaveLength(2));
    expect(sent('POST /templatebillingcoderule')).toMatchObject([
      { templateId: TEMPLATE_ID, fieldId: 'sedation', fieldValue: 'Moderate IV', priority: 30 },
      { templateId: TEMPLATE_ID, fieldId: 'side_2', fieldValue: 'Left', priority: 3 },
    ]);
  });

  it('starts a billing rule from the menu of a field, with the code to enter', async () => {
    const { user } = await edit();
    await user.click(screen.getByLabelText('More actions for field Side'));
    await user.click(await screen.findByText('Add billing rule for “Right”'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Billing Rule' }));
    expect(dialog.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('Right');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('CPT code 1')));
  });

  it.each([
    ['-1', 'Quick access order cannot be negative'],
    ['10000', 'Quick access order can be at most 9999'],
    ['1.5', 'Quick access order must be a whole number'],
  ])('refuses the quick access order %s', async (typed, text) => {
    const { save, sent } = await edit();
    fireEvent.change(box(/^Quick Access Order/), { target: { value: typed } });
    await save();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toEqual([]);
  });

  it.each([
    [{ status: 500 }, /^Failed to save template/],
    [{ status: 409, body: { message: 'This name is taken.', code: 'CONFLICT' } }, /^This name is taken\.$/],
  ])('reports a failed save in a dialog and keeps the changes', async (answer, text) => {
    const { user, save, router } = await edit(answer);
    rename('Lumbar TFESI 2');
    await save();
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Error' }));
    expect(dialog.getByText(text)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('OK');
    await user.click(dialog.getByText('OK'));
    expect(box(/^Name/).value).toBe('Lumbar TFESI 2');
    expect(router.state.location.pathname).toBe(EDIT);
  });

  it('summarizes the other content after a conflict, keeps ours and sends the new version', async () => {
    const theirs = aTemplate({
      procedureType: 'Injection',
      templateContent: JSON.stringify(contentOf([{ id: 'other' }])),
      version: 5,
    });
    const stale = { message: 'Stale', code: 'STALE', current: theirs };
    const { user, save, server, sent } = await edit({ status: 409, body: stale });
    await user.click(screen.getByText('Add Section'));
    await save();
    expect(await screen.findByText('They saved: 1 section with 1 field')).toBeTruthy();
    expect(screen.getByText('You have: 3 sections with 3 fields')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(screen.getByText('Keep mine'));
    expect(box(/^Procedure Type/).value).toBe('Injection');
    server.on(`PUT ${TEMPLATE_CALL}`, { body: theirs });
    await save();
    await waitFor(() => expect(sent(`PUT ${TEMPLATE_CALL}`)).toHaveLength(2));
    expect(sent(`PUT ${TEMPLATE_CALL}`)[1]).toMatchObject({ procedureType: 'Injection', version: 5 });
    expect(JSON.stringify(sent(`PUT ${TEMPLATE_CALL}`)[1])).not.toContain('other');
  });

  it('refuses a circular dependency and names its fields', async () => {
    const cyclic = contentOf([
      { id: 'a', dependsOn: 'b', dependencyType: 'copy' },
      { id: 'b', dependsOn: 'a', dependencyType: 'copy' },
    ]);
    const { save, sent } = await edit(undefined, aTemplate({ templateContent: JSON.stringify(cyclic) }));
    await save();
    const alert = await screen.findByText('The template cannot be saved yet');
    expect(alert.closest('[role="alert"]')?.textContent).toContain('circular dependency: "a" → "b" → "a"');
    expect(sent(`PUT ${TEMPLATE_CALL}`)).toEqual([]);
  });

  it('shows a notice if existing dictations use the template', async () => {
    await edit(undefined, aTemplate({ usageCount: 1 }));
    expect(screen.getByText(/^Existing dictations use this template/)).toBeTruthy();
  });
});

describe('new template', () => {
  it('stays open after its first save, with its address, undo steps, focus and version', async () => {
    const server = templateServer();
    server.on('POST /admin/template/templates', { status: 201, body: aTemplate({ version: 1 }) });
    server.on(`PUT ${TEMPLATE_CALL}`, { body: aTemplate({ version: 2 }) });
    const { user, sent, router } = await showTemplates('/admin/templates/new', server);
    await user.click(await screen.findByText('Add Section'));
    rename('Lumbar TFESI');
    fireEvent.change(box(/^Procedure Type/), { target: { value: 'Epidural' } });
    await user.click(screen.getByText('Save'));
    expect(await screen.findByRole('heading', { name: 'Billing code rules' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(EDIT);
    expect(screen.getByText(/^Lumbar TFESI was saved\./, { selector: 'output span' })).toBeTruthy();
    expect(screen.getByText('Save').closest('button')).toBe(document.activeElement);
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await user.click(screen.getByLabelText('Undo'));
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(sent(`PUT ${TEMPLATE_CALL}`)).toMatchObject([{ version: 1 }]));
    expect(sent('POST /admin/template/templates')).toHaveLength(1);
  });
});

describe('template copy', () => {
  const COPY = `/admin/templates/new?duplicate=${TEMPLATE_ID}`;

  it('gets the first free name and the rules of its original, and reports skipped rules', async () => {
    const server = templateServer(aTemplate(), [aRule()]);
    server.on('GET /admin/template/templates', {
      body: [aTemplate(), aTemplate({ name: 'lumbar tfesi (copy)', isActive: false })],
    });
    const copiedRules = { copied: 0, leftOut: 1, reasons: ['Its field is gone.'] };
    server.on('POST /admin/template/templates', {
      status: 201,
      body: { ...aTemplate({ name: 'Copy' }), copiedRules },
    });
    const { user, sent } = await showTemplates(COPY, server);
    expect(await screen.findByText(/auto-populate and 1 billing code rule\./)).toBeTruthy();
    expect(box(/^Name/).value).toBe('Lumbar TFESI (Copy 2)');
    await user.click(screen.getByText('Save'));
    expect(
      await screen.findByText(/^Copy was added with 0 billing code rules\. 1 billing code rule was skipped/, {
        selector: 'output span',
      }),
    ).toBeTruthy();
    const [body] = sent('POST /admin/template/templates');
    expect(body).toMatchObject({ name: 'Lumbar TFESI (Copy 2)', copyRulesFrom: TEMPLATE_ID });
    expect(body).not.toHaveProperty('version');
  });

  it('links to the list if the original does not exist', async () => {
    const server = templateServer();
    server.on(`GET ${TEMPLATE_CALL}`, { status: 404, body: { message: 'Not found' } });
    await showTemplates(COPY, server);
    expect(await screen.findByText('This template does not exist.')).toBeTruthy();
    expect(screen.getByText('Go to Template Management').getAttribute('href')).toBe('/admin/templates');
  });

  it('is not started if the other templates cannot be loaded', async () => {
    const server = templateServer();
    server.on('GET /admin/template/templates', { status: 400 });
    await showTemplates(COPY, server);
    expect(await screen.findByText('Failed to load template')).toBeTruthy();
    expect(screen.queryByText('Save')).toBeNull();
  });
});
