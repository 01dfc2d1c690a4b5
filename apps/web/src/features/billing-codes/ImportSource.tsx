import { Typography } from '@mui/material';
import { MAIN_CODE_COLUMNS, TRAIT_COLUMNS } from '@portal/domain/billing-code-layout';
import { TextSource, type Source } from '#ui/list-import/TextSource.tsx';

interface ImportSourceProps {
  readonly source: Source;
  readonly onChange: (source: Source) => void;
}

/** Input for the codes to import, with the columns they can have. */
export function ImportSource({ source, onChange }: ImportSourceProps) {
  return (
    <>
      <Typography>
        Paste CSV data with a header row and the columns <b>{MAIN_CODE_COLUMNS.join(', ')}</b>, or choose a
        file. Category and IsActive are optional, and so are <b>{TRAIT_COLUMNS.join(', ')}</b>. A list of
        codes and descriptions needs no header, and columns such as CPT are recognized. Existing codes are
        updated and new codes are added. You can review the changes before importing.
      </Typography>
      <TextSource
        source={source}
        onChange={onChange}
        fileLabel="Billing codes file"
        placeholder={`${MAIN_CODE_COLUMNS.join(',')}\nICD10,M54.16,"Radiculopathy, lumbar region",Spine,true`}
      />
    </>
  );
}
