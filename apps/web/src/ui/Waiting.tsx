import { Box, Card, Skeleton, Stack } from '@mui/material';
import type { ReactNode } from 'react';

/** What a page or part looks like once its data is there, so that nothing jumps. */
export type Shape = keyof typeof SHAPES;

interface WaitingProps {
  /** Default: the lines of a list. */
  readonly shape?: Shape;
  readonly label?: string;
}

/** Shown while data or code is on its way. */
export function Waiting({ shape = 'lines', label = 'Loading' }: WaitingProps) {
  return (
    <Box component="output" aria-busy aria-label={label} sx={{ display: 'block' }}>
      {SHAPES[shape]}
    </Box>
  );
}

/** For a `PageHeader` whose record has not arrived: the places of its title and subtitle. */
export const WAITING_HEADER = {
  badge: <Skeleton width={260} height={32} sx={{ maxWidth: '60vw', transform: 'none' }} />,
  subtitle: <Skeleton component="span" width={200} sx={{ display: 'block' }} />,
} as const;

const Line = ({ width = '100%' }: { readonly width?: string | number }) => (
  <Skeleton width={width} height={20} />
);

/** Lines of text, the last one shorter. */
const Lines = ({ count }: { readonly count: number }) => (
  <Stack spacing={0.5}>
    {Array.from({ length: count }, (_, line) => (
      <Line key={line} width={line === count - 1 ? '60%' : `${100 - ((line * 7) % 20)}%`} />
    ))}
  </Stack>
);

const Part = ({ children }: { readonly children: ReactNode }) => (
  <Card sx={{ px: 2, pt: 2, pb: 2.5, '& + &': { mt: 2 } }}>
    <Skeleton width={120} height={24} sx={{ mb: 1.5 }} />
    {children}
  </Card>
);

/** Labels with their values. */
const Facts = ({ count, columns = 3 }: { readonly count: number; readonly columns?: number }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${columns}, minmax(0, 1fr))` },
      gap: 2,
    }}
  >
    {Array.from({ length: count }, (_, fact) => (
      <div key={fact}>
        <Line width={72} />
        <Line width={`${50 + ((fact * 17) % 40)}%`} />
      </div>
    ))}
  </Box>
);

const Fields = ({ count }: { readonly count: number }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2 }}>
    {Array.from({ length: count }, (_, field) => (
      <Skeleton key={field} variant="rounded" height={40} />
    ))}
  </Box>
);

/** A main part and, on wide screens, one beside it. */
const Beside = ({
  main,
  aside,
  width,
}: {
  readonly main: ReactNode;
  readonly aside: ReactNode;
  readonly width: number;
}) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0, 1fr) ${width}px` },
      gap: 2,
      alignItems: 'start',
    }}
  >
    <div>{main}</div>
    <div>{aside}</div>
  </Box>
);

/** A printed page. */
const Paper = () => (
  <Box
    sx={{
      bgcolor: 'background.default',
      borderRadius: 1,
      p: 3,
      height: 'min(70vh, 640px)',
      overflow: 'hidden',
    }}
  >
    <Stack spacing={3} sx={{ maxWidth: 520, mx: 'auto' }}>
      <Line width={160} />
      {[5, 8, 6].map((count) => (
        <Lines key={count} count={count} />
      ))}
    </Stack>
  </Box>
);

const Facing = ({ count }: { readonly count: number }) => (
  <Part>
    <Facts count={count} columns={1} />
  </Part>
);

const SHAPES = {
  lines: <Lines count={5} />,
  section: (
    <Part>
      <Lines count={6} />
    </Part>
  ),
  form: (
    <>
      <Part>
        <Fields count={6} />
      </Part>
      <Part>
        <Skeleton variant="rounded" height={112} />
      </Part>
    </>
  ),
  /** Facts with a part beside them, as of an order or a message. */
  record: (
    <Beside
      width={360}
      main={
        <Part>
          <Facts count={9} />
        </Part>
      }
      aside={<Facing count={4} />}
    />
  ),
  /** A signed note with its billing beside it. */
  note: (
    <Beside
      width={400}
      main={
        <Part>
          <Facts count={6} />
          {[5, 7, 4].map((count) => (
            <Box key={count} sx={{ mt: 3 }}>
              <Line width={160} />
              <Lines count={count} />
            </Box>
          ))}
        </Part>
      }
      aside={<Facing count={3} />}
    />
  ),
  paper: <Paper />,
  file: (
    <Beside
      width={320}
      main={
        <Part>
          <Paper />
        </Part>
      }
      aside={<Facing count={7} />}
    />
  ),
} as const;
