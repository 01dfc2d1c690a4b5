import type { Activity } from '@portal/contract/dashboard';
import type { Template } from '@portal/contract/templates';
import { contentOf } from '@portal/domain/template/test/content-of';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pushedActivity } from '#lib/live/live.ts';
import { createFakeServer, type Answer } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { TemplatePreviewPage } from './TemplatePreviewPage.tsx';

const ID = '01980000-0000-7000-8000-000000000001';

const template: Template = {
  id: ID,
  name: 'Lumbar TFESI',
  procedureType: 'Epidural',
  reportTitle: null,
  needsCoSignature: false,
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
  templateContent: '{',
  autoPopulateFields: '{}',
  contentVersion: 1,
};

const aTemplateActivity: Activity = {
  id: '88888888-8888-4888-8888-888888888888',
  description: 'A template was changed',
  timestamp: '2026-11-27T15:00:00.000Z',
  color: 'info',
  icon: 'Description',
  entityType: 'Template',
  entityId: ID,
  isOwn: false,
};

function open(answer: Answer, server = createFakeServer()) {
  server.on(`GET /admin/template/templates/${ID}`, answer);
  return showPage({
    server,
    pages: { '/admin/templates/:id/preview': TemplatePreviewPage },
    at: `/admin/templates/${ID}/preview`,
    permissions: ['Dictation.ManageTemplates', 'Dictation.Create'],
  });
}

describe('template preview', () => {
  it('follows what others change, and says when they delete it', async () => {
    const server = createFakeServer();
    await open({ body: template }, server);
    await screen.findByText('Lumbar TFESI', { selector: 'h1' });
    server.on(`GET /admin/template/templates/${ID}`, {
      body: { ...template, name: 'Cervical TFESI', version: 2 },
    });
    pushedActivity.emit(aTemplateActivity);
    await screen.findByText('Cervical TFESI', { selector: 'h1' });
    server.on(`GET /admin/template/templates/${ID}`, { status: 404, body: { code: 'NOT_FOUND' } });
    pushedActivity.emit(aTemplateActivity);
    expect(await screen.findByText(/This record was removed while you had it open/)).toBeTruthy();
    expect(screen.getByText('Cervical TFESI', { selector: 'h1' })).toBeTruthy();
  });

  it('shows unreadable content as an empty structure', async () => {
    await open({ body: template });
    expect(await screen.findByText(/The template content is not valid JSON/)).toBeTruthy();
    expect(screen.getByText('This template has no sections yet.')).toBeTruthy();
  });

  it('opens an older template and says what is wrong with its texts', async () => {
    const text = {
      id: 'x',
      label: 'Plan',
      dependencyType: 'dynamic_text',
      defaultTemplate: '{{side|shout}}',
    };
    await open({ body: { ...template, templateContent: JSON.stringify(contentOf(text)) } });
    expect(await screen.findByText('Correct this in the template')).toBeTruthy();
    expect(
      screen.getByText(/^Plan: In the text, \{\{side\|shout\}\} \(line 1, column 1\) has the filter “shout”/),
    ).toBeTruthy();
  });

  it('reports a failure', async () => {
    await open({ status: 500, body: {} });
    expect(await screen.findByText('Failed to load template. Please try again.')).toBeTruthy();
  });

  it('reports an ended session', async () => {
    await open({ status: 401, body: { message: 'Your session has ended' } });
    expect(await screen.findByText('Authentication required. Please log in again.')).toBeTruthy();
  });
});
