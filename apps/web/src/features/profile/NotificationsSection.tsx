import { FormControlLabel, FormGroup, Switch } from '@mui/material';
import { isMutable, NOTIFICATION_KINDS, type NotificationKind } from '@portal/domain/notification';
import { PROVIDER_ROLES } from '@portal/domain/roles';
import { explainError } from '#lib/errors/error-text.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

const LABELS: Readonly<Record<NotificationKind, string>> = {
  MessageAssigned: 'A phone message is assigned to me',
  MessageCompleted: 'Someone else completes a phone message that is assigned to me',
  MessageUnassigned: 'An urgent phone message no longer has an assignee',
  OrderUnassigned: 'A STAT order no longer has an active provider',
  DictationSigned: 'A dictation that I entered is signed',
  CoSignatureRequested: 'A dictation awaits my co-signature',
  CoSignatureReturned: 'A dictation that I signed is sent back for an addendum',
  TimecardCorrected: 'My timecard is corrected',
  PermissionExpiring: 'A permission override of mine expires soon',
  PermissionExpired: 'A permission override of mine has expired',
  WebhookPaused: 'A webhook is paused because it does not work',
  CodesEnding: 'The newest loaded edition of an official code file ends soon',
  AdminReset: 'A SuperAdmin is reset on the server',
  EmailChanged: 'Someone else sets my email address',
  SignOnRelinked: 'Someone else removes my link to single sign-on',
};

/** Which notifications the user wants. Each change is saved immediately. */
export function NotificationsSection() {
  const toast = useToast();
  const { preferences, save } = usePreferences();
  const { hasRole } = useAccess();
  const kinds = NOTIFICATION_KINDS.filter(
    (kind) =>
      isMutable(kind) &&
      (kind !== 'WebhookPaused' || hasRole('SuperAdmin')) &&
      (kind !== 'CodesEnding' || hasRole('Admin')) &&
      (kind !== 'CoSignatureRequested' || hasRole('ProviderPhysician')) &&
      (kind !== 'CoSignatureReturned' || hasRole(...PROVIDER_ROLES)),
  );
  const muted = preferences.mutedNotifications;
  const toggle = async (kind: NotificationKind, isWanted: boolean) => {
    const others = muted.filter((each) => each !== kind);
    try {
      await save({ mutedNotifications: isWanted ? others : [...others, kind] });
    } catch (error) {
      toast.error(explainError(error, 'Your preference could not be saved'));
    }
  };
  return (
    <Section title="Notifications">
      <FormGroup>
        {kinds.map((kind) => (
          <FormControlLabel
            key={kind}
            label={LABELS[kind]}
            control={
              <Switch
                checked={!muted.includes(kind)}
                onChange={(_event, isWanted) => void toggle(kind, isWanted)}
              />
            }
          />
        ))}
      </FormGroup>
    </Section>
  );
}
