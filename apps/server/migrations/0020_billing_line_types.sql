-- What decides which modifiers a payer accepts on a line. The server writes both for each new code; the defaults add no modifier.
alter table billing_codes
  add column line_type text collate "C" not null default 'other'
    check (line_type in ('procedure', 'imaging', 'evaluation', 'drug', 'supply', 'sedation', 'anesthesia', 'other')),
  -- The bilateral surgery indicator of the Medicare Physician Fee Schedule.
  add column bilateral_indicator smallint not null default 9 check (bilateral_indicator in (0, 1, 2, 3, 9)),
  add constraint billing_codes_diagnosis_line check (code_type <> 'ICD10' or (line_type = 'other' and bilateral_indicator = 9));

-- Existing codes start like new ones (packages/domain, billing-line.ts).
update billing_codes set line_type = case
    when code ~ '^[0-9]{5}$' then case
      when code::integer between 100 and 1999 then 'anesthesia'
      when code::integer between 10004 and 69990 then 'procedure'
      when code::integer between 70010 and 79999 then 'imaging'
      when code::integer between 99100 and 99140 then 'anesthesia'
      when code::integer between 99151 and 99157 then 'sedation'
      when code::integer between 99202 and 99499 then 'evaluation'
      else 'other'
    end
    when code ~ '^[0-9]{4}T$' or code = 'G0260' then 'procedure'
    when code ~ '^[ABCEKLV][0-9]{4}$' or code ~ '^Q4[0-9]{3}$' then 'supply'
    when code ~ '^[JQ][0-9]{4}$' then 'drug'
    else 'other'
  end
  where code_type = 'CPT';
update billing_codes set bilateral_indicator = case
    when code in (
      '20526', '20550', '20551', '20600', '20604', '20605', '20606', '20610', '20611', '27096', '27278', '27279',
      '64400', '64405', '64415', '64417', '64418', '64420', '64421', '64425', '64430', '64445', '64447', '64450',
      '64451', '64454', '64455', '64461', '64462', '64479', '64480', '64483', '64484', '64490', '64491', '64492',
      '64493', '64494', '64495', '64505', '64510', '64520', '64612', '64616', '64620', '64624', '64625', '64632',
      '64633', '64634', '64635', '64636', '64640'
    ) then 1
    when code = '64615' then 2
    else 0
  end
  where line_type in ('procedure', 'imaging');
