import FitScreenOutlinedIcon from '@mui/icons-material/FitScreenOutlined';
import ZoomInIcon from '@mui/icons-material/ZoomIn';
import ZoomOutIcon from '@mui/icons-material/ZoomOut';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import type { ReactNode, RefObject } from 'react';
import type { Zoom } from './use-zoom.ts';

interface ViewerFrameProps {
  readonly zoom: Zoom;
  /** The element whose width is available to the content. */
  readonly room: RefObject<HTMLDivElement | null>;
  /** Height of the drawn content relative to its width; null if the content keeps its own height. */
  readonly ratio?: number | null;
  /** Controls at the start of the toolbar. */
  readonly controls?: ReactNode;
  /** A notice between the toolbar and the content. */
  readonly notice?: ReactNode;
  /** The content; its parent scrolls. */
  readonly children: ReactNode;
}

/** The height of a page that is not drawn yet, in pixels. */
const WAITING_HEIGHT = 640;

/** Viewer toolbar and content area, which keeps its height while a page is drawn. */
export function ViewerFrame({ zoom, room, ratio = null, controls, notice, children }: ViewerFrameProps) {
  const minHeight = zoom.width === null ? WAITING_HEIGHT : zoom.width * (ratio ?? 0);
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label="Viewer"
        sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mb: 1, minHeight: 36 }}
      >
        {controls}
        <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, ml: 'auto' }}>
          <IconButton
            size="small"
            aria-label="Zoom out"
            disabled={zoom.zoomOut === null}
            onClick={() => zoom.zoomOut?.()}
          >
            <ZoomOutIcon fontSize="small" />
          </IconButton>
          <Typography
            component="output"
            aria-label="Zoom"
            variant="body2"
            sx={{ minWidth: 44, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
          >
            {zoom.percent === null ? '' : `${Math.round(zoom.percent)}%`}
          </Typography>
          <IconButton
            size="small"
            aria-label="Zoom in"
            disabled={zoom.zoomIn === null}
            onClick={() => zoom.zoomIn?.()}
          >
            <ZoomInIcon fontSize="small" />
          </IconButton>
          <Button size="small" startIcon={<FitScreenOutlinedIcon />} disabled={zoom.isFit} onClick={zoom.fit}>
            Fit width
          </Button>
        </Stack>
      </Stack>
      {notice}
      <ViewerContent>
        <Box ref={room} style={{ minHeight }}>
          <Box sx={{ width: 'fit-content', mx: 'auto', bgcolor: '#fff', colorScheme: 'light' }}>
            {children}
          </Box>
        </Box>
      </ViewerContent>
    </>
  );
}

/** In place of a page that cannot be drawn, in the colors of the theme and not of paper. */
export function MissingPage({ text }: { readonly text: string }) {
  return <Typography sx={{ p: 2, bgcolor: 'background.paper', color: 'text.primary' }}>{text}</Typography>;
}

/** The area that shows a document. It scrolls, and is focusable so that arrow keys scroll it. */
export function ViewerContent({ children }: Pick<ViewerFrameProps, 'children'>) {
  return (
    <Box
      component="section"
      aria-label="Document content"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: 'max(360px, calc(100dvh - 220px))',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'action.hover',
        p: 1,
      }}
    >
      {children}
    </Box>
  );
}
