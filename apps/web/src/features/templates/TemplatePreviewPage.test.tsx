import type { Template } from '@portal/contract/templates';
import { templateContent } from '@portal/domain/template/content';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#lib/test/fake-server.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { TemplatePreviewPage } from './TemplatePreviewPage.tsx';
import { TemplateRedirect } from './TemplateRedirect.tsx';

const ID = '01980000-0000-7000-8000-000000000001';

const content = templateContent.parse({
  version: 1,
  sections: [
    {
      id: 's1',
      title: 'Procedure Details',
      description: 'What was done',
      fields: [
        { id: 'side', label: 'Side', type: 'select', required: true, options: ['Left', 'Right'] },
        {
          id: 'note',
          label: 'Note',
          type: 'textarea',
          isReadOnly: true,
          includeInReport: false,
          visibilityRules: [{ sourceFieldId: 'side', operator: 'equals', value: 'Left', action: 'show' }],
        },
        { id: 'again', label: 'Again', type: 'text', dependsOn: 'side', dependencyType: 'copy' },
      ],
    },
  ],
});

const template: Template = {
  id: ID,
  name: 'Lumbar TFESI',
  procedureType: 'Epidural',
  shortDescription: 'Transforaminal, lumbar',
  categoryId: 1,
  categoryName: 'Spine',
  quickAccessOrder: 2,
  isActive: true,
  usageCount: 1234,
  lastUsed: null,
  createdAt: '2026-03-01T15:00:00.000Z',
  createdBy: 'Ana Ruiz',
  updatedAt: '2026-03-02T15:00:00.000Z',
  updatedBy: 'Tom Bell',
  version: 1,
  templateContent: JSON.stringify(content),
  autoPopulateFields: '{"note":"patient.name"}',
  contentVersion: 1,
};

function open(answer: Answer, at = `/admin/templates/${ID}/preview`) {
  const server = createFakeServer();
  server.on(`GET /admin/template/templates/${ID}`, answer);
  server.on('GET /practice', { body: { name: 'P', timeZone: 'America/New_York', today: '2026-11-21' } });
  return showPage({
    server,
    pages: { '/admin/templates/:id': TemplateRedirect, '/admin/templates/:id/preview': TemplatePreviewPage },
    at,
    permissions: ['Dictation.ManageTemplates', 'Dictation.Create'],
  });
}

describe('spec 2 §2 template preview', () => {
  it('has breadcrumb, chips, buttons, fields with badges, JSON and usage statistics', async () => {
    await open({ body: template }, `/admin/templates/${ID}`);
    await screen.findByRole('heading', { name: 'Lumbar TFESI' });
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getByRole('link').getAttribute('href')).toBe('/admin/templates');
    for (const chip of ['Spine', 'Epidural', 'Quick access 2', 'Active'])
      expect(screen.getByText(chip)).toBeTruthy();
    const links = ['Use Template', 'Edit', 'Duplicate'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(links).toEqual([
      `/dictations/new?templateId=${ID}`,
      `/admin/templates/${ID}/edit`,
      `/admin/templates/new?duplicate=${ID}`,
    ]);
    const rows = within(screen.getByRole('region', { name: 'Procedure Details' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'SidesideSelectRequiredOptions: Left · Right',
      'NotenoteText areaRead-onlyNot in report1 visibility ruleShown: when Side is Left',
      'AgainagainTextCopies Side',
    ]);
    expect(screen.getByText(/"note": "patient.name"/)).toBeTruthy();
    const usage = within(screen.getByRole('region', { name: 'Usage statistics' }));
    for (const text of ['1,234', 'Never', /by Ana Ruiz/, /by Tom Bell/])
      expect(await usage.findByText(text)).toBeTruthy();
  });

  it('spec 2 §8 content that does not parse is an empty structure', async () => {
    await open({ body: { ...template, templateContent: '{' } });
    expect(await screen.findByText(/The template content is not valid JSON/)).toBeTruthy();
    expect(screen.getByText('This template has no sections yet.')).toBeTruthy();
  });

  it('spec 2 §8 says what failed', async () => {
    await open({ status: 500, body: {} });
    expect(await screen.findByText('Failed to load template. Please try again.')).toBeTruthy();
  });

  it('spec 2 §8 says that the session has ended', async () => {
    await open({ status: 401, body: { message: 'Your session has ended' } });
    expect(await screen.findByText('Authentication required. Please log in again.')).toBeTruthy();
  });
});
