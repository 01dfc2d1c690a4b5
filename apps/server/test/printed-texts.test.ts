import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { billingCodeCreate } from '@portal/contract/billing-codes';
import { chargeSheet } from '@portal/contract/charges';
import { dictationPrint } from '@portal/contract/dictation-print';
import { dictationAddendum, dictationCreate, dictationSign } from '@portal/contract/dictations';
import type { BodyInputOf, Endpoint } from '@portal/contract/endpoint';
import { isPrinted } from '@portal/contract/fields';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { officeCreate } from '@portal/contract/offices';
import { orderCreate, orderPrint, orderStatusChange } from '@portal/contract/orders';
import { patientCreate } from '@portal/contract/patients';
import { categoryCreate } from '@portal/contract/template-categories';
import { templateCreate } from '@portal/contract/templates';
import { titleCreate } from '@portal/contract/titles';
import { userGet, userRoles, userUpdate } from '@portal/contract/users';
import { contentOf } from '@portal/domain/template/test/content-of';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { signedInAs, type SignedInUser } from './factories.ts';
import { portalForTest, type TestPortal } from './harness.ts';
import { pdfPages } from './pdf-text.ts';

const SOURCE = join(import.meta.dirname, '../src');
/** The files that draw PDFs. Each one's texts are followed to their fields below, or named as having none. */
const BUILDERS = [
  // The practice's name, which `init` refuses if the fonts lack a character.
  'cli/recovery-sheet.ts',
  'features/charges/day-sheet-pdf.ts',
  'features/dictation-print/dictation-pdf.ts',
  'features/orders/order-pdf.ts',
];

/** A word that the fields of a request were filled with, and the field. */
interface Mark {
  readonly word: string;
  readonly field: string;
  readonly isMarkedAsPrinted: boolean;
}

const fields = (chosen: readonly Mark[]) => [...new Set(chosen.map(({ field }) => field))];

const isMarked = (schema: z.core.$ZodType): boolean =>
  isPrinted(schema) ||
  ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) && isMarked(schema.unwrap()));

/** Fills every text of a body that takes any words with a word of its own, except those that are given. */
function createMarks() {
  const marks: Mark[] = [];
  const markedBody = <E extends Endpoint>(endpoint: E, given: Partial<BodyInputOf<E>>): BodyInputOf<E> => {
    const { method, path, body } = endpoint;
    if (!(body instanceof z.ZodObject)) throw new Error(`${path} has no fields`);
    const values: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(body.shape)) {
      if (name in given) continue;
      const word = `Xq${marks.length}z`;
      if (!z.safeParse(schema, word).success) continue;
      values[name] = word;
      marks.push({ word, field: `${method} ${path} ${name}`, isMarkedAsPrinted: isMarked(schema) });
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema accepts each of the words, which its type does not say
    return { ...values, ...given } as BodyInputOf<E>;
  };
  return { marks, markedBody };
}

const ADDRESS = { state: 'MD', zipCode: '21201', phone: '4105550100', fax: null };
/** Words in a template, by what they are. */
const CONTENT = contentOf(
  { id: 'a', label: 'Tqlabel', type: 'select', options: ['Tqoption'], placeholder: 'Tqplaceholder' },
  { id: 'b', label: 'B', helpText: 'Tqhelp', defaultValue: 'Tqdefault' },
  { id: 'c', label: 'C', dependencyType: 'dynamic_text', dependsOn: 'a', defaultTemplate: 'Tqdynamic' },
);

async function record(portal: TestPortal, admin: SignedInUser, provider: SignedInUser) {
  const { marks, markedBody } = createMarks();
  const office = await portal.succeed(officeCreate, { body: markedBody(officeCreate, ADDRESS) }, admin);
  const title = await portal.succeed(
    titleCreate,
    { body: markedBody(titleCreate, { displayOrder: 1 }) },
    admin,
  );
  const user = await portal.succeed(userGet, { params: { id: provider.id } }, admin);
  if (!('email' in user)) throw new Error('The full record is needed');
  const roles = await portal.succeed(userRoles, {}, admin);
  await portal.succeed(
    userUpdate,
    {
      params: { id: provider.id },
      body: markedBody(userUpdate, {
        email: user.email,
        title: title.code,
        officeId: office.id,
        isActive: true,
        roleIds: roles.filter(({ name }) => user.roles.includes(name)).map(({ id }) => id),
      }),
    },
    admin,
  );
  const patient = await portal.succeed(
    patientCreate,
    { body: markedBody(patientCreate, { dateOfBirth: '1960-11-22', state: 'MD', zipCode: '21201' }) },
    admin,
  );
  const codes = [
    await portal.succeed(
      billingCodeCreate,
      { body: markedBody(billingCodeCreate, { codeType: 'CPT', code: '64483', unit: null }) },
      admin,
    ),
    await portal.succeed(
      billingCodeCreate,
      { body: markedBody(billingCodeCreate, { codeType: 'ICD10', code: 'M54.16', unit: null }) },
      admin,
    ),
  ];
  const category = await portal.succeed(
    categoryCreate,
    { body: markedBody(categoryCreate, { displayOrder: 1 }) },
    admin,
  );
  const template = await portal.succeed(
    templateCreate,
    {
      body: markedBody(templateCreate, {
        templateContent: JSON.stringify(CONTENT),
        categoryId: category.id,
        quickAccessOrder: 1,
        // Printed instead of the name.
        reportTitle: null,
      }),
    },
    admin,
  );
  await portal.succeed(
    locationHeaderSave,
    { body: markedBody(locationHeaderSave, { locationId: office.id, version: 0 }) },
    admin,
  );
  const dictation = await portal.succeed(
    dictationCreate,
    {
      body: markedBody(dictationCreate, {
        templateId: template.id,
        patientId: patient.id,
        locationId: office.id,
        procedureDate: '2026-11-20',
        formData: { a: 'Tqoption', b: 'Tqdefault', c: 'Tqdynamic' },
        billingCodes: codes.map(({ code }) => code),
        status: 'Completed',
      }),
    },
    provider,
  );
  await portal.succeed(dictationSign, { params: { id: dictation.id }, body: {} }, provider);
  await portal.succeed(
    dictationAddendum,
    { params: { id: dictation.id }, body: markedBody(dictationAddendum, {}) },
    provider,
  );
  const orderIds: string[] = [];
  for (const more of [
    { type: 'MRI', specialist: null } as const,
    { type: 'ReferralPT', bodyPart: null } as const,
  ]) {
    const { id, version } = await portal.succeed(
      orderCreate,
      {
        body: markedBody(orderCreate, {
          patientId: patient.id,
          orderDate: '2026-11-20',
          orderedByUserId: provider.id,
          ...more,
        }),
      },
      provider,
    );
    await portal.succeed(
      orderStatusChange,
      { params: { id }, body: markedBody(orderStatusChange, { status: 'Scheduled', version }) },
      provider,
    );
    orderIds.push(id);
  }
  return { marks, dictationId: dictation.id, orderIds };
}

it('the PDFs are drawn by the files whose texts are followed here', async () => {
  const files = (await readdir(SOURCE, { recursive: true })).filter((file) => /(?<!test)\.ts$/.test(file));
  const drawing: string[] = [];
  for (const file of files)
    if (
      /import [^;]*\bcreate(?:Joined)?Pdf\b[^;]*#pdf\/document/.test(
        await readFile(join(SOURCE, file), 'utf8'),
      )
    )
      drawing.push(file);
  expect(drawing.toSorted()).toEqual(BUILDERS);
});

it('the contract marks every text that a PDF prints, and no other, so that its field can name what the fonts lack', async () => {
  const portal = await portalForTest();
  const [admin, provider] = [
    await signedInAs(portal, 'SuperAdmin'),
    await signedInAs(portal, 'ProviderPhysician'),
  ];
  const { marks, dictationId, orderIds } = await record(portal, admin, provider);
  const files = [
    await portal.succeed(dictationPrint, { params: { id: dictationId } }, admin),
    await portal.succeed(chargeSheet, { body: { startDate: '2026-11-20', endDate: '2026-11-20' } }, admin),
  ];
  for (const id of orderIds) files.push(await portal.succeed(orderPrint, { params: { id } }, admin));
  const pages: string[] = [];
  for (const { blob } of files) pages.push(...(await pdfPages(new Uint8Array(await blob.arrayBuffer()))));
  const text = pages.join('\n').toLowerCase();
  const isDrawn = ({ word }: Mark) => text.includes(word.toLowerCase());
  expect(marks.length).toBeGreaterThan(30);
  expect(fields(marks.filter(({ isMarkedAsPrinted }) => isMarkedAsPrinted))).toEqual(
    fields(marks.filter((mark) => isDrawn(mark))),
  );
  const drawn = [...text.matchAll(/tq[a-z]+/g)].map(([word]) => word);
  expect(new Set(drawn)).toEqual(new Set(['tqlabel', 'tqoption', 'tqdefault', 'tqdynamic']));
});
