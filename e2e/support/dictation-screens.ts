import type { Dictation } from '@portal/contract/dictations';
import { expect, type Page } from '@playwright/test';
import { heading } from './page.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What lists and dialogs call a dictation. */
export const nameOf = ({
  patientName,
  templateName,
}: Pick<Dictation, 'patientName' | 'templateName'>): string => `${patientName} – ${templateName}`;

/** Chooses an option of a box by their names. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens the day's work and waits for its provider, location and date. */
export async function openSession(page: Page): Promise<void> {
  await page.goto('/dictations');
  await expect(heading(page, 'Dictations')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeVisible();
}

/** A note can be signed once it was on screen for a moment. */
export const waitUntilSignable = (page: Page) => expect(button(page, 'Submit & Sign')).toBeEnabled();
