import { heading, visit } from '../support/page.ts';
import { DEMO_PASSWORD } from '@portal/domain/demo-accounts';
import { signInOn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('no screen violates the content security policy: sign-in, pages of every kind, and after a reload', async ({
  page,
  context,
  complaints,
}) => {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await signInOn(page, { userName: 'admin', password: DEMO_PASSWORD });
  await expect(heading(page, 'Welcome, Daniel Reyes')).toBeVisible();
  for (const [path, title] of [
    ['/patients', 'Patients'],
    ['/patients/new', 'New Patient'],
    ['/dictations', 'Dictations'],
    ['/admin/templates', 'Template Management'],
    ['/help/patients', 'Patients'],
    ['/profile', 'Profile'],
  ] as const) {
    await visit(page, path);
    await expect(heading(page, title)).toBeVisible();
  }
  await page.reload();
  await expect(heading(page, 'Profile')).toBeVisible();
  // Proves that the listener works: violations are reported.
  complaints.allow(/elsewhere\.invalid/);
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'https://elsewhere.invalid/';
  });
  await expect
    .poll(() => violations)
    .toEqual([expect.stringMatching(/^img-src https:\/\/elsewhere\.invalid/)]);
  await expect.poll(() => complaints.texts.join('\n')).toContain('elsewhere.invalid');
});
