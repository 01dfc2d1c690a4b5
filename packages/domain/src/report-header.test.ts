import { describe, expect, it } from 'vitest';
import { defaultReportHeader, escapeHtml, fillHeader } from './report-header.ts';

describe('spec 2 §2 placeholders of a location header', () => {
  it('are filled in, however they are spaced and cased', () => {
    expect(
      fillHeader('<p>{{location_name}} {{ Location_Phone }}</p>', {
        location_name: 'Annapolis',
        location_phone: '(410) 555-0177',
      }),
    ).toBe('<p>Annapolis (410) 555-0177</p>');
  });

  it('never become markup', () => {
    expect(
      fillHeader('<p>{{location_name}}</p>', { location_name: '<img src=x onerror="a()"> & Sons' }),
    ).toBe('<p>&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; Sons</p>');
  });

  it('that have no value leave nothing behind, also with names that every object has', () => {
    expect(fillHeader('<p>{{unknown}}{{constructor}}{{location_name}}</p>', {})).toBe('<p></p>');
  });

  it('a value is not read for placeholders again', () => {
    expect(fillHeader('{{location_name}}', { location_name: '{{provider_name}}', provider_name: 'x' })).toBe(
      '{{provider_name}}',
    );
  });
});

it('decisions 55 the default header names the practice and the location', () => {
  const { headerHTML, footerHTML } = defaultReportHeader('Bones & Backs');
  expect(headerHTML).toContain('<h2>Bones &amp; Backs</h2>');
  expect(headerHTML).toContain('{{location_name}}');
  expect(footerHTML).toContain('{{dictation_date}}');
  expect(escapeHtml(`it's`)).toBe('it&#39;s');
});
