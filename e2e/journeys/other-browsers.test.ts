import { dictationsOfPatient } from '@portal/contract/dictations';
import { messageAssign, messageCreate } from '@portal/contract/messages';
import { newPractice, practiceToday } from '../support/dictation-records.ts';
import { fax, newDocument, pdf } from '../support/documents.ts';
import { drivenPage } from '../support/driven-page.ts';
import { startFirefox } from '../support/firefox.ts';
import { newPatient, uniqueName } from '../support/records.ts';
import { field, newTemplate } from '../support/template-screens.ts';
import { expect, test } from '../support/test.ts';
import { startWebKit } from '../support/webkit.ts';

const ENTER = '\uE007';

for (const [name, start] of [
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const)
  test(
    `${name}: sign in, a patient’s chart and documents, a note that survives a reload, and a colleague’s message`,
    { tag: '@browsers' },
    async ({ api, portalUrl }) => {
      test.setTimeout(180_000);
      const token = await api.superToken();
      const { provider, office } = await newPractice(api);
      const template = await newTemplate(api, {
        fields: [field('technique', { label: 'Technique', type: 'textarea', required: true })],
      });
      const patient = await newPatient(api);
      await newDocument(api, patient.id, pdf('labs.pdf', 'Potassium 4.1'));
      await newDocument(api, patient.id, fax('fax.tif'));
      const browser = await start();
      try {
        test.info().annotations.push({ type: 'version', description: `${name} ${browser.version}` });
        const page = drivenPage(browser, portalUrl);

        await test.step('sign in', async () => {
          await page.go('/login');
          await page.type('Username', provider.userName);
          await page.type('Password', provider.password);
          await page.press(ENTER);
          await page.sees('heading', 'Recent Activity');
        });
        await test.step('find the patient in the list and open the chart', async () => {
          await page.click('link', 'Patients');
          await page.type('Search patients', patient.lastName);
          await page.press(ENTER);
          await page.reads('1–1 of 1');
          await page.click('link', `Ada ${patient.lastName}`);
          await page.sees('heading', `Ada ${patient.lastName}`);
        });
        await test.step('view a TIFF', async () => {
          await page.click('tab', 'Documents');
          await page.click('link', 'fax.tif');
          await page.reads('Page 1 of 2');
          await page.seesDrawing();
        });
        await test.step('view a PDF', async () => {
          await page.go(`/patients/${patient.id}?tab=documents`);
          await page.click('link', 'labs.pdf');
          await page.reads('Page 1 of 1');
          await page.reads('Potassium 4.1');
          await page.seesDrawing();
        });
        await test.step('type a note, reload it and sign it', async () => {
          const query = new URLSearchParams({
            template: template.id,
            providerId: provider.user.id,
            locationId: office.id,
            date: practiceToday(),
            patientId: patient.id,
          });
          await page.go(`/dictations/new?${query}`);
          await page.type('Technique', 'Under fluoroscopy, without difficulty.');
          await page.reads('All changes autosaved');
          await page.reload();
          await page.hasValue('Technique', 'Under fluoroscopy, without difficulty.');
          await page.click('button', 'Submit & Sign');
          await page.sees('heading', 'Dictations');
          expect(await api.succeed(dictationsOfPatient, { params: { id: patient.id } }, token)).toMatchObject(
            [{ status: 'Signed' }],
          );
        });
        await test.step('see a colleague’s new message without a reload', async () => {
          await page.go('/messages?myMessages=true');
          await page.reads('No phone messages match the filters');
          const callerName = `Ida ${uniqueName()}`;
          const body = { category: 'Medical', callerName, message: 'Please call back.' } as const;
          const { id } = await api.succeed(messageCreate, { body }, token);
          await api.succeed(messageAssign, { params: { id }, body: { userId: provider.user.id } }, token);
          await page.reads(callerName);
        });
      } catch (error) {
        const body = await browser.evaluate('`${location}\n${document.body.innerText}`');
        await test.info().attach('screen', { body });
        throw error;
      } finally {
        await browser.close();
      }
    },
  );
