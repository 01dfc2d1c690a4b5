import { describe, expect, it } from 'vitest';
import { client, heading, openAs, PATIENCE, useBrowser, type DemoAccount } from '../run/page.ts';
import { newPatient } from '../run/records.ts';
import { hold } from '../run/requests.ts';

useBrowser();

const figures = 'ul[aria-label="Figures"] > li';

/** The labels of the tiles an account sees, in order. */
async function seen(account: DemoAccount): Promise<(string | undefined)[]> {
  const { page } = await openAs(account);
  await page.goto('/');
  await page.locator(figures).first().waitFor();
  return (await page.locator(figures).allInnerTexts()).map((text) => text.split('\n')[0]);
}

describe('dashboard', () => {
  it('spec 1 §2.5 greets by name, then the roles and the office', async () => {
    const { page } = await openAs('physician');
    await page.goto('/');
    await heading(page, 'Welcome, Priya Raman');
    await page.getByText('ProviderPhysician - Harborview Spine & Pain').waitFor();
  });

  it('spec 1 §2.5, §9 tiles stand in their order, each behind its gate', async () => {
    const all = ['Total Users', 'Active Patients', 'System Status'];
    expect(await seen('superadmin')).toEqual(all);
    expect(await seen('admin')).toEqual(all);
    expect(await seen('staff')).toEqual(['Active Patients']);
  });

  it('spec 1 §2.5 a tile leads to its page; the system is Healthy', async () => {
    const { page } = await openAs('admin');
    await page.goto('/');
    await page.getByText('Healthy').waitFor();
    await page.getByRole('link', { name: /Total Users/ }).click();
    await page.waitForURL('**/users');
    await page.goBack();
    await page.getByRole('link', { name: /Active Patients/ }).click();
    await page.waitForURL('**/patients');
  });

  it('spec 1 §2.5, §3 while figures load they say so; §8 failed ones are 0 or Unknown, with a retry', async () => {
    const { page, complaints } = await openAs('admin');
    const held = await hold(page, '**/api/dashboard/stats');
    await page.goto('/');
    await page.locator(figures).filter({ hasText: 'Loading...' }).first().waitFor();
    await held.release();
    await page.getByText('Healthy').waitFor();
    await page.route('**/api/dashboard/stats', (route) => route.abort());
    await page.goto('/');
    await page.getByText('Unknown').waitFor({ timeout: 40_000 });
    await page.unroute('**/api/dashboard/stats');
    await page.getByRole('button', { name: 'Retry System Status' }).click();
    await page.getByText('Healthy').waitFor();
    // Failures are only logged.
    expect(new Set(complaints.splice(0).filter((text) => text.startsWith('Dashboard')))).toEqual(
      new Set(['Dashboard figures: NETWORK']),
    );
  });

  it('spec 1 §2.5, decisions 35 what others do appears live, without a patient’s name, newest first and five at most', async () => {
    const { page } = await openAs('admin');
    await page.goto('/');
    await page.getByText('Live', { exact: true }).waitFor();
    const patient = await newPatient({ firstName: 'Secretive' });
    await page.getByText('A patient was added').first().waitFor();
    const text = await page.locator('main').innerText();
    expect(text).not.toContain('Secretive');
    expect(text).not.toContain(patient.lastName);
    expect(text).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M/);
    await client().signIn('midlevel');
    await expect
      .poll(() => page.locator('main time').first().locator('..').innerText(), PATIENCE)
      .toContain('Thomas Whitaker signed in');
    expect(await page.locator('main time').count()).toBeLessThanOrEqual(5);
  });

  it('spec 1 §2.5 without a connection it says Connecting... and shows placeholders, not the empty text', async () => {
    const { page } = await openAs('staff');
    await page.route('**/hubs/activity/**', () => undefined);
    await page.route('**/api/activity/recent*', () => undefined);
    await page.goto('/');
    await page.getByText('Connecting...').waitFor();
    expect(await page.getByText('No recent activity').count()).toBe(0);
  });

  it('spec 1 §4, §9 the connection is tried again at most five times, doubling from 1 s to 16 s, then it is Offline', async () => {
    const { page, complaints } = await openAs('staff');
    await page.clock.install();
    const tries: number[] = [];
    await page.route('**/api/auth/live-ticket', async (route) => {
      tries.push(await page.evaluate(() => Date.now()));
      await route.abort();
    });
    await page.goto('/');
    await expect.poll(() => tries.length, PATIENCE).toBe(1);
    for (const [done, seconds] of [1, 2, 4, 8, 16].entries()) {
      await expect
        .poll(
          async () => {
            await page.clock.runFor(250);
            return tries.length;
          },
          { timeout: 30_000, interval: 10 },
        )
        .toBe(done + 2);
      const waited = ((tries[done + 1] ?? 0) - (tries[done] ?? 0)) / 1000;
      expect(waited).toBeGreaterThanOrEqual(seconds);
      expect(waited).toBeLessThan(seconds * 1.6 + 1);
    }
    await page.getByText('Offline').waitFor();
    await page.clock.runFor(60_000);
    expect(tries.length).toBe(6);
    expect(complaints.splice(0).filter((text) => text.startsWith('Live connection')).length).toBe(6);
  });

  it('spec 1 §2.5 quick actions: Search Patients opens the list with the search box focused', async () => {
    const { page } = await openAs('staff');
    await page.goto('/');
    await page.getByRole('link', { name: 'Search Patients' }).click();
    await page.waitForURL('**/patients/search');
    const box = page.getByPlaceholder('Search by MRN, name, or phone...');
    await expect
      .poll(() => box.evaluate((element) => element === document.activeElement), PATIENCE)
      .toBe(true);
  });
});
