import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import LocalHospitalOutlined from '@mui/icons-material/LocalHospitalOutlined';
import LoginOutlined from '@mui/icons-material/LoginOutlined';
import MicOutlined from '@mui/icons-material/MicOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import { Box, Link, Stack, Typography } from '@mui/material';
import type { Activity } from '@portal/contract/dashboard';
import type { ComponentType } from 'react';
import { Link as RouterLink } from 'react-router';
import { useMayOpen } from '#lib/built-pages.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';

/** Icon component for each icon value of an activity. */
const ACTIVITY_ICONS: Readonly<Record<Activity['icon'], ComponentType<{ fontSize?: 'small' }>>> = {
  Login: LoginOutlined,
  Security: SecurityOutlined,
  People: PeopleAltOutlined,
  LocalHospital: LocalHospitalOutlined,
  Description: DescriptionOutlined,
  Assignment: AssignmentOutlined,
  Mic: MicOutlined,
  Business: BusinessOutlined,
  Default: NotificationsOutlined,
};

/** The page of each kind of record that an activity can be about; `:id` is its id. */
const PAGES: Readonly<Record<string, string>> = {
  User: '/users/:id',
  Patient: '/patients/:id',
  Office: '/offices/:id/edit',
  OfficeIpWhitelist: '/offices/:id/ip-whitelist',
  MedicalOrder: '/orders/:id',
  PhoneMessage: '/messages/:id',
  Document: '/documents/:id',
  Dictation: '/dictations/:id',
  PillCount: '/pill-count/:id',
  Template: '/admin/templates/:id/preview',
  LocationHeader: '/admin/location-headers/:id/edit',
  BillingCode: '/admin/billing-codes',
  PayerLimit: '/admin/payer-limits',
  Title: '/admin/titles',
  TemplateCategory: '/admin/templates',
  Timecard: '/timecard/reports',
};

/** The page of the record that an activity is about; undefined if there is none. */
function activityPath({ entityType, entityId }: Activity): string | undefined {
  const page = Object.hasOwn(PAGES, entityType) ? PAGES[entityType] : undefined;
  return page?.includes(':id') === true && entityId === null
    ? undefined
    : page?.replace(':id', entityId ?? '');
}

interface ActivityItemProps {
  readonly activity: Activity;
  /** Number of earlier sign-ins and sign-outs that have no line of their own. */
  readonly earlier?: number;
}

/** One activity: icon, description with a link to its record, and a time such as "Jan 5, 3:04 PM". */
export function ActivityItem({ activity, earlier = 0 }: ActivityItemProps) {
  const { icon, color, description, timestamp } = activity;
  const times = usePracticeTimes();
  const Icon = ACTIVITY_ICONS[icon];
  const mayOpen = useMayOpen();
  const path = activityPath(activity);
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center', py: 1 }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 32,
          height: 32,
          borderRadius: '50%',
          color: `${color}.main`,
          bgcolor: 'color-mix(in srgb, currentColor 12%, transparent)',
        }}
      >
        <Icon fontSize="small" />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {path !== undefined && mayOpen(path) ? (
            <Link component={RouterLink} to={path} underline="hover">
              {description}
            </Link>
          ) : (
            description
          )}
        </Typography>
        <Typography component="time" dateTime={timestamp} variant="caption" color="textSecondary">
          {times.activity(timestamp)}
        </Typography>
        {earlier === 0 ? null : (
          <Typography component="span" variant="caption" color="textSecondary">
            , and {earlier} earlier {earlier === 1 ? 'sign-in or sign-out' : 'sign-ins and sign-outs'}
          </Typography>
        )}
      </Box>
    </Stack>
  );
}
