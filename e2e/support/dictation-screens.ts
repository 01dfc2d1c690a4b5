import type { Dictation } from '@portal/contract/dictations';
import { expect, type Page } from '@playwright/test';
import { heading } from './page.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The name of a dictation in lists and dialogs. */
export const nameOf = ({
  patientName,
  templateName,
}: Pick<Dictation, 'patientName' | 'templateName'>): string => `${patientName} – ${templateName}`;

/** Chooses an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the session screen and waits for its provider, location and date. */
export async function openSession(page: Page): Promise<void> {
  await page.goto('/dictations');
  await expect(heading(page, 'Dictations')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeVisible();
}

/** A dictation can be signed after it was on screen for a moment. */
export const waitUntilSignable = (page: Page) => expect(button(page, 'Submit & Sign')).toBeEnabled();
