import { templateCreate, templateGet, type Template } from '@portal/contract/templates';
import { parseTemplateContent } from '@portal/domain/template/content';
import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import { visit } from './page.ts';
import { uniqueName } from './records.ts';

// Locators of the template administration screens.
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const confirm = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

/** Chooses an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A text field labeled with its id. Every property can be overridden. */
export const field = (id: string, change: object = {}) => ({ id, label: id, type: 'text', ...change });

/** Creates a new template with two sections. The fields can be overridden. */
export async function newTemplate(
  api: Api,
  {
    name = `Template ${uniqueName()}`,
    categoryId = null,
    fields = [field('approach'), field('level')],
  }: {
    readonly name?: string;
    readonly categoryId?: number | null;
    readonly fields?: readonly object[];
  } = {},
): Promise<Template> {
  const templateContent = JSON.stringify({
    version: 1,
    sections: [
      { id: 'one', title: 'Procedure Details', fields },
      { id: 'two', title: 'Closing', fields: [field('plan')] },
    ],
  });
  const body = { name, procedureType: 'Injection', categoryId, templateContent };
  return api.succeed(templateCreate, { body }, await api.superToken());
}

/** The stored content of a template. */
export const contentOf = async (api: Api, { id }: Template) => {
  const { templateContent } = await api.succeed(templateGet, { params: { id } }, await api.superToken());
  return parseTemplateContent(templateContent).content;
};

/** Opens a template’s editor and waits for its builder. */
export async function openEditor(page: Page, template: Template): Promise<void> {
  await visit(page, `/admin/templates/${template.id}/edit`);
  await page.getByRole('heading', { name: 'Sections and Fields' }).waitFor();
}

/** The ids of the fields in the builder, by section. */
export const order = (page: Page) =>
  page
    .getByRole('list', { name: /^Fields of section/ })
    .evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('[data-move]')]
          .map((handle) => handle.getAttribute('data-move')?.slice(2))
          .join(' '),
      ),
    );
/** Waits until the builder shows the fields in this order. */
export const hasOrder = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect.poll(() => order(page)).toEqual(expected);
};
