import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { TemplateCaseRow } from '@portal/contract/template-cases';
import type { TemplateCategory } from '@portal/contract/template-categories';
import type { Template } from '@portal/contract/templates';
import { templateContent, type TemplateContent } from '@portal/domain/template/content';
import { createFakeServer, type FakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { TemplateEditPage } from '../TemplateEditPage.tsx';
import { TemplatesPage } from '../TemplatesPage.tsx';

export const TEMPLATE_ID = '01980000-0000-7000-8000-000000000001';
export const TEMPLATE_CALL = `/admin/template/templates/${TEMPLATE_ID}`;
export const SPINE: TemplateCategory = {
  id: 1,
  name: 'Spine',
  displayOrder: 5,
  reportHeading: null,
  icon: 'healing',
  templateCount: 0,
  version: 2,
};

/** A partial field for tests; the schema fills in the rest. */
type FieldDraft = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Creates content with these sections. A field's label defaults to its id. */
export const contentOf = (...sections: readonly (readonly FieldDraft[])[]): TemplateContent =>
  templateContent.parse({
    version: 1,
    sections: sections.map((fields, at) => ({
      id: `s${at + 1}`,
      title: `Section ${at + 1}`,
      fields: fields.map((field) => ({ label: field.id, type: 'text', ...field })),
    })),
  });

/** Two sections: a side (select) and a note, and a level. */
export const TWO_SECTIONS = contentOf(
  [
    { id: 'side', label: 'Side', type: 'select', options: ['Left', 'Right'] },
    { id: 'note', label: 'Note' },
  ],
  [{ id: 'level', label: 'Level' }],
);

/** A saved template with two sections; any property can be overridden. */
export function aTemplate(change: Partial<Template> = {}): Template {
  return {
    id: TEMPLATE_ID,
    name: 'Lumbar TFESI',
    procedureType: 'Epidural',
    shortDescription: null,
    reportTitle: null,
    needsCoSignature: false,
    categoryId: 1,
    categoryName: 'Spine',
    quickAccessOrder: 2,
    isActive: true,
    usageCount: 0,
    lastUsed: null,
    createdAt: '2026-03-01T15:00:00.000Z',
    createdBy: 'Ana Ruiz',
    updatedAt: '2026-03-02T15:00:00.000Z',
    updatedBy: 'Tom Bell',
    version: 4,
    templateContent: JSON.stringify(TWO_SECTIONS),
    autoPopulateFields: '{}',
    contentVersion: 1,
    ...change,
  };
}

/** A billing code for rules. */
export const CODE = {
  id: '01980000-0000-7000-8000-0000000000c1',
  codeType: 'CPT',
  code: '64483',
  description: 'Injection',
  category: null,
  isActive: true,
  lineType: 'procedure',
  bilateralIndicator: 1,
  unitSize: null,
  unit: null,
  isBillable: true,
  validFrom: null,
  validTo: null,
  facts: [],
  replacedBy: null,
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 1,
} as const;

/** A rule that suggests one code when the side is left; any property can be overridden. */
export const aRule = (change: Partial<BillingCodeRule> = {}): BillingCodeRule => ({
  id: '01980000-0000-7000-8000-0000000000d1',
  templateId: TEMPLATE_ID,
  fieldId: 'side',
  fieldValue: 'Left',
  priority: 3,
  isTemplateDefault: false,
  when: null,
  billingCodes: [
    {
      ...CODE,
      billingCodeId: CODE.id,
      modifiers: '',
      isDefault: true,
      displayOrder: 1,
      doseFieldId: null,
      count: null,
    },
  ],
  version: 6,
  ...change,
});

/** A test case that passes with `TWO_SECTIONS` and `aRule`; any property can be overridden. */
export const aCase = (change: Partial<TemplateCaseRow> = {}): TemplateCaseRow => ({
  id: '01980000-0000-7000-8000-0000000000e1',
  templateId: TEMPLATE_ID,
  name: 'Left side',
  answers: { side: 'Left' },
  billingOption: 'standard',
  expected: {
    text: 'SECTION 1\nSide: Left',
    lines: [{ codeType: 'CPT', code: '64483', units: 1, modifiers: 'LT' }],
  },
  version: 3,
  ...change,
});

/** A fake server with the template, its rules, test cases and the other data of the template screens. */
export function templateServer(
  template: Template = aTemplate(),
  rules: readonly BillingCodeRule[] = [],
  cases: readonly TemplateCaseRow[] = [],
): FakeServer {
  const server = createFakeServer();
  server.on(`GET ${TEMPLATE_CALL}`, { body: template });
  server.on('GET /admin/template/templates', { body: [template] });
  server.on('GET /admin/template/categories', { body: [SPINE] });
  server.on(`GET /templatebillingcoderule/template/${TEMPLATE_ID}`, { body: rules });
  server.on('GET /templatebillingcoderule/ended', { body: [] });
  server.on(`GET ${TEMPLATE_CALL}/cases`, { body: cases });
  server.on(`POST ${TEMPLATE_CALL}/references`, { body: [] });
  server.on('POST /billing-code/search', {
    body: { items: [CODE], totalCount: 1, totalCountIsApproximate: false },
  });
  return server;
}

/** Renders a page of template administration. */
export async function showTemplates(at: string, server: FakeServer = templateServer()) {
  const page = await showPage({
    server,
    at,
    permissions: ['Dictation.ManageTemplates'],
    pages: {
      '/admin/templates': TemplatesPage,
      '/admin/templates/new': TemplateEditPage,
      '/admin/templates/:id/edit': TemplateEditPage,
    },
  });
  /** The bodies sent to a path, in order. */
  const sent = (call: string) =>
    server.calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  return { ...page, server, sent };
}
