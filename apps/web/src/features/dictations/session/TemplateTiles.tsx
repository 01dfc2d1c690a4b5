import { Box } from '@mui/material';
import type { ListedTemplate } from '@portal/contract/templates';
import { TemplateTile } from './TemplateTile.tsx';

interface TemplateTilesProps {
  readonly templates: readonly ListedTemplate[];
  /** Templates by the digit key that starts them. */
  readonly keys?: ReadonlyMap<number, ListedTemplate>;
  /** Path of a new dictation from the template; undefined until the session is complete. */
  readonly pathOf: (templateId: string) => string | undefined;
}

/** A responsive grid of template tiles. */
export function TemplateTiles({ templates, keys, pathOf }: TemplateTilesProps) {
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
        gap: 1,
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {templates.map((template) => (
        <TemplateTile
          key={template.id}
          template={template}
          digit={digitOf(template, keys)}
          to={pathOf(template.id)}
        />
      ))}
    </Box>
  );
}

function digitOf(
  { id, quickAccessOrder }: ListedTemplate,
  keys: TemplateTilesProps['keys'],
): number | undefined {
  return quickAccessOrder !== null && keys?.get(quickAccessOrder)?.id === id ? quickAccessOrder : undefined;
}
