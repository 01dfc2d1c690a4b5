import { Button, Typography } from '@mui/material';
import { userProfile, type User } from '@portal/contract/users';
import { formatDateUs } from '@portal/domain/date';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useSession } from '#lib/session/use-session.ts';
import { speechServer, speechSupport } from '#lib/speech/speech-support.ts';
import { DetailList } from '#ui/DetailList.tsx';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { Moment } from '#ui/Moment.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { Section } from '#ui/Section.tsx';
import { Waiting } from '#ui/Waiting.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';
import { PermissionsSection } from './PermissionsSection.tsx';
import { PreferencesSection, type LandingPage } from './PreferencesSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** The user's account data; only administrators can change it. */
function IdentitySection({ user }: { readonly user: User }) {
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <Section title="Account">
      <DetailList
        items={[
          { label: 'Name', value: user.title === null ? name : `${name}, ${user.title}` },
          { label: 'Username', value: user.username },
          { label: 'Email', value: user.email },
          { label: 'Office', value: user.office?.name },
          { label: 'Employee ID', value: user.employeeId },
          ...(user.npi === null ? [] : [{ label: 'NPI', value: user.npi }]),
          { label: 'Hire date', value: formatDateUs(user.hireDate) },
          {
            label: 'Last sign-in',
            value: user.lastLoginDate === null ? 'Never' : <Moment at={user.lastLoginDate} />,
          },
          {
            label: 'Roles',
            value: user.roles.length === 0 ? 'No roles assigned' : <RoleChips roles={user.roles} />,
          },
        ]}
      />
    </Section>
  );
}

function ShortcutsSection() {
  return (
    <Section
      title="Text shortcuts"
      actions={
        <Button component={Link} to="/profile/shortcuts" size="small">
          My Text Shortcuts
        </Button>
      }
    >
      <Typography color="textSecondary">
        Texts of your own that you insert by typing a period and a name.
      </Typography>
    </Section>
  );
}

const SPEECH_TEXTS = {
  server:
    'A server in your practice’s network recognizes speech. Press Alt+M in a text where you write, or its microphone.',
  unknown: 'The portal asks this browser whether it can recognize speech on this device.',
  ready:
    'This browser recognizes speech on this device. Press Alt+M in a text where you write, or its microphone.',
  downloadable:
    'This browser can recognize speech on this device after it has loaded a language pack. Press Alt+M in a text where you write.',
  none: 'Speech: this browser cannot recognize speech on this device. Chrome 139 or later on a computer can. The portal never sends what you say over the internet.',
} as const;

/** Whether one can speak into texts in this browser, and what would be needed. */
function SpeechSection() {
  const support = useSyncExternalStore(speechSupport.subscribe, speechSupport.get);
  return (
    <Section title="Speech">
      <Typography color="textSecondary">
        {SPEECH_TEXTS[speechServer() === null ? support : 'server']}
      </Typography>
    </Section>
  );
}

/** /profile: the user's own account. */
export function ProfilePage({ landingPages }: { readonly landingPages: readonly LandingPage[] }) {
  const profile = useEndpointQuery(userProfile, {});
  useOnChangedRights(profile.refetch);
  return (
    <PageContent width="form">
      <PageHeader title="Profile" />
      {profile.isPending ? <Waiting shape="form" /> : null}
      {profile.isError ? (
        <ErrorPanel
          message={explainError(profile.error, 'Failed to load your profile')}
          requestId={profile.error.requestId}
          onRetry={() => void profile.refetch()}
        />
      ) : null}
      {profile.data === undefined ? null : (
        <>
          <IdentitySection user={profile.data.user} />
          <SecuritySection {...profile.data} />
          <SessionsSection />
          <PreferencesSection landingPages={landingPages} />
          <NotificationsSection />
          <ShortcutsSection />
          <SpeechSection />
          <PermissionsSection permissions={profile.data.permissions} />
        </>
      )}
    </PageContent>
  );
}

/** Refetches the profile when the user's permissions change while the page is open. */
function useOnChangedRights(refetch: () => unknown): void {
  const { permissions } = useSession();
  const known = useRef(permissions);
  useEffect(() => {
    if (known.current === permissions) return;
    known.current = permissions;
    refetch();
  }, [permissions, refetch]);
}
