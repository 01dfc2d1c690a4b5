/** Report headers of the three offices, in order. The third is the surgery center. */
export const DEMO_HEADERS = [
  {
    header_html:
      '<h2 style="text-align:center">Harborview Spine &amp; Pain</h2><p style="text-align:center">{{location_address}}<br />Telephone {{location_phone}}</p><hr />',
    footer_html:
      '<p style="text-align:center"><strong>{{provider_name}}, {{provider_title}}</strong></p><p style="text-align:center"><em>Dictated {{dictation_date}}. Confidential patient information.</em></p>',
  },
  {
    header_html:
      '<h2>{{location_name}}</h2><p>{{location_address}}</p><p>Appointments {{location_phone}}</p><hr />',
    footer_html: '<p>{{provider_name}}, {{provider_title}}, {{dictation_date}}</p>',
  },
  {
    header_html:
      '<h1 style="text-align:center">{{location_name}}</h1><p style="text-align:center">{{location_address}}, {{location_phone}}</p><p style="text-align:right">Printed {{current_date}}</p><hr />',
    footer_html:
      '<ul><li>Surgeon of record: {{provider_name}}, {{provider_title}}</li><li>Dictated {{dictation_date}}</li></ul>',
  },
] as const;
