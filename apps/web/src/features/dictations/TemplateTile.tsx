import StarIcon from '@mui/icons-material/Star';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { DictationTemplate } from '@portal/contract/templates';
import { Link as RouterLink } from 'react-router';
import { visuallyHidden } from '#ui/visually-hidden.ts';

interface TemplateTileProps {
  readonly template: DictationTemplate;
  /** The key that starts it too. */
  readonly digit: number | undefined;
  /** Undefined until the session is complete. */
  readonly to: string | undefined;
}

const tileSx = {
  flex: 1,
  justifyContent: 'flex-start',
  alignItems: 'flex-start',
  gap: 1,
  minHeight: 64,
  px: 1.5,
  py: 1,
  textAlign: 'left',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '&:hover': { borderColor: 'primary.main', bgcolor: 'action.hover' },
  '&.Mui-disabled': { color: 'text.disabled' },
};

/** Starts a note with a template. */
export function TemplateTile({ template, digit, to }: TemplateTileProps) {
  const content = <TileContent template={template} digit={digit} />;
  if (to === undefined) {
    return (
      <ButtonBase disabled sx={tileSx}>
        {content}
      </ButtonBase>
    );
  }
  return (
    <ButtonBase
      component={RouterLink}
      to={to}
      sx={tileSx}
      {...(digit !== undefined && { 'aria-keyshortcuts': String(digit) })}
    >
      {content}
    </ButtonBase>
  );
}

function TileContent({
  template: { name, procedureType, shortDescription, isDefault },
  digit,
}: Omit<TemplateTileProps, 'to'>) {
  return (
    <>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography
          component="span"
          variant="body2"
          sx={{
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            color: 'text.secondary',
          }}
        >
          {shortDescription ?? procedureType}
        </Typography>
      </Box>
      {isDefault ? (
        <>
          <StarIcon fontSize="small" color="secondary" aria-hidden />
          <Box component="span" sx={visuallyHidden}>
            , your default template
          </Box>
        </>
      ) : null}
      {digit === undefined ? null : (
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'block' },
            minWidth: 20,
            px: 0.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 0.5,
            textAlign: 'center',
            font: 'inherit',
            fontSize: '0.75rem',
            color: 'text.secondary',
          }}
        >
          {digit}
        </Box>
      )}
    </>
  );
}
