import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dictationBatchFile, dictationBatchPrint, dictationPrint } from '@portal/contract/dictation-print';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeDictation, makeDictationDesk } from './dictation-factories.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';

/** Imports a file in a new thread and reports the URL of every file that this loads. */
const LOAD = `
  const { registerHooks } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  import(workerData).then(() => parentPort.postMessage(urls));
`;

async function loadedBy(file: string): Promise<readonly string[]> {
  const worker = new Worker(LOAD, { eval: true, workerData: new URL(file, import.meta.url).href });
  onTestFinished(async () => void (await worker.terminate()));
  const [urls]: string[][] = await once(worker, 'message');
  return urls ?? [];
}

/** The share of the process's CPU time that its main thread uses during the work. A busy machine does not change it. */
async function shareOfMain(work: () => Promise<unknown>): Promise<number> {
  const before = { main: process.threadCpuUsage(), all: process.cpuUsage() };
  await work();
  const [main, all] = [process.threadCpuUsage(before.main), process.cpuUsage(before.all)];
  return (main.user + main.system) / (all.user + all.system);
}

describe('the main thread', () => {
  it.each(['../src/portal.ts', '../../../packages/demo/src/load.ts'])(
    'does not load the PDF libraries and fonts with %s',
    async (file) => {
      const urls = await loadedBy(file);
      expect(urls).toContain(new URL(file, import.meta.url).href);
      const isDrawing = /node_modules\/(pdfkit|fontkit|harfbuzzjs|bidi-js)\/|\/pdf\/(document|fonts)\.ts$/;
      expect(urls.filter((url) => isDrawing.test(url))).toEqual([]);
      // They take megabytes, and are loaded when they are first used.
      const isRare =
        /node_modules\/(sanitize-html|file-type|openid-client|@simplewebauthn|@aws-sdk|nodemailer|exceljs)\//;
      expect(urls.filter((url) => isRare.test(url))).toEqual([]);
    },
  );

  describe('is not used to draw', () => {
    let portal: TestPortal;
    let user: SignedInUser;
    let dictations: string[];
    beforeAll(async () => {
      portal = await openTestPortal();
      user = await signedInAs(portal, 'ProviderPhysician');
      const desk = await makeDictationDesk(portal);
      const formData = { side: 'The needle was advanced under fluoroscopy. '.repeat(3000) };
      const note = { ...desk, providerId: user.id, formData };
      dictations = await Promise.all(Array.from({ length: 6 }, () => makeDictation(portal, note)));
    });
    afterAll(() => portal.close());

    it('a long dictation', async () => {
      const params = { id: dictations[0] ?? '' };
      expect(await shareOfMain(() => portal.succeed(dictationPrint, { params }, user))).toBeLessThan(0.5);
    });

    it('a batch', async () => {
      const { pdfUrl } = await portal.succeed(
        dictationBatchPrint,
        { body: { dictationIds: dictations } },
        user,
      );
      const params = { id: pdfUrl.split('/').at(-1) ?? '' };
      expect(await shareOfMain(() => portal.succeed(dictationBatchFile, { params }, user))).toBeLessThan(0.5);
    });
  });
});
