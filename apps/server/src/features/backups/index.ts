export { isDead, lastGoodBackup, lastNightlyBackup, removeDeadBackups } from './backup-repo.ts';
export { readBackupState, type BackupState } from './backup-state.ts';
export { NightlyBackups } from './nightly-backups.ts';
