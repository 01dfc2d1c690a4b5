import { expect, it } from 'vitest';
import { heading, openPage, PASSWORD, useBrowser, visit } from '../run/page.ts';
import { signInOn } from '../run/sign-in.ts';

useBrowser();

it('no screen breaks the content security policy: sign-in, pages of every kind, and after a reload', async () => {
  const { page, context, complaints } = await openPage();
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await signInOn(page, { userName: 'admin', password: PASSWORD });
  await heading(page, 'Welcome, Daniel Reyes');
  for (const [path, title] of [
    ['/patients', 'Patients'],
    ['/patients/new', 'New Patient'],
    ['/dictations', 'Dictations'],
    ['/admin/templates', 'Template Management'],
    ['/profile', 'Profile'],
  ] as const) {
    await visit(page, path);
    await heading(page, title);
  }
  await page.reload();
  await heading(page, 'Profile');
  // The listener works: what the policy forbids is reported.
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://elsewhere.invalid/';
  });
  await expect.poll(() => violations.length).toBeGreaterThan(0);
  expect(violations).toEqual([expect.stringMatching(/^img-src https:\/\/elsewhere\.invalid/)]);
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('elsewhere.invalid')]);
});
