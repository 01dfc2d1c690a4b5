import { describe, expect, it } from 'vitest';
import { defaultReportHeader, escapeHtml, fillHeader } from './report-header.ts';

describe('placeholders of a location header', () => {
  it('are filled in, with any spacing and case', () => {
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

  it('are removed without a value, also names that every object has', () => {
    expect(fillHeader('<p>{{unknown}}{{constructor}}{{location_name}}</p>', {})).toBe('<p></p>');
  });

  it('are not filled in again inside a value', () => {
    expect(fillHeader('{{location_name}}', { location_name: '{{provider_name}}', provider_name: 'x' })).toBe(
      '{{provider_name}}',
    );
  });
});

it('names the practice and the location in the default header', () => {
  const { headerHTML, footerHTML } = defaultReportHeader('Bones & Backs', { name: 'Elm', fax: '4105550100' });
  expect(headerHTML).toBe(
    '<h2>Bones &amp; Backs</h2><p><strong>{{location_name}}</strong></p><p>{{location_address}}</p><p>Phone {{location_phone}} &nbsp; Fax {{location_fax}}</p>',
  );
  expect(defaultReportHeader('Elm', { name: 'Elm', fax: null }).headerHTML).toBe(
    '<h2>Elm</h2><p>{{location_address}}</p><p>Phone {{location_phone}}</p>',
  );
  expect(defaultReportHeader('Elm').headerHTML).toBe('<h2>Elm</h2>');
  expect(footerHTML).toContain('{{dictation_date}}');
  expect(escapeHtml(`it's`)).toBe('it&#39;s');
});
