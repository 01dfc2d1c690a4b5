import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import LocalHospitalOutlined from '@mui/icons-material/LocalHospitalOutlined';
import LoginOutlined from '@mui/icons-material/LoginOutlined';
import MicOutlined from '@mui/icons-material/MicOutlined';
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import SecurityOutlined from '@mui/icons-material/SecurityOutlined';
import type { Activity } from '@portal/contract/dashboard';
import type { ComponentType } from 'react';

/** Icon component for each icon value of an activity. */
export const ACTIVITY_ICONS: Readonly<Record<Activity['icon'], ComponentType<{ fontSize?: 'small' }>>> = {
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
