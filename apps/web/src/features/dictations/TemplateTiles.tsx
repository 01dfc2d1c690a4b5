import Box from '@mui/material/Box';
import type { ListedTemplate } from '@portal/contract/templates';
import { TemplateTile } from './TemplateTile.tsx';

interface TemplateTilesProps {
  readonly templates: readonly ListedTemplate[];
  /** How many of them have a key, from 1. */
  readonly keys?: number;
  /** Where a note of the template is written; undefined until the session is complete. */
  readonly pathOf: (templateId: string) => string | undefined;
}

/** Templates side by side, as many as fit. */
export function TemplateTiles({ templates, keys = 0, pathOf }: TemplateTilesProps) {
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
      {templates.map((template, index) => (
        <TemplateTile
          key={template.id}
          template={template}
          digit={index < keys ? index + 1 : undefined}
          to={pathOf(template.id)}
        />
      ))}
    </Box>
  );
}
