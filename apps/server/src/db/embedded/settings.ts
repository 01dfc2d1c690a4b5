import { EmbeddedDatabaseError } from './error.ts';

/** Sized for a small machine that also runs the portal. */
const tuning = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * A commit is on the disk before it is answered; reachable from this machine only and only over TCP; and no record's content in the log. An error's text can
 * quote a value, so errors go to the client alone: the level `log` keeps the server's own messages and drops them.
 */
const fixed = {
  synchronous_commit: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_statement: 'none',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_line_prefix: '%m [%p] ',
};

/** For throw-away test databases only: a crash of the machine, not of the server, may lose or damage everything. */
const undurable = { fsync: 'off', full_page_writes: 'off' };

const reserved = new Set([...Object.keys(fixed), ...Object.keys(undurable), 'port', 'data_directory']);

/**
 * The server's settings: ours, overridden by the caller's. Settings that guard durability, privacy or
 * reachability cannot be given; throws `EmbeddedDatabaseError` for those.
 */
export function serverSettings(extra: Record<string, string>, durable: boolean): Record<string, string> {
  for (const name of Object.keys(extra)) {
    if (reserved.has(name.toLowerCase()) || /^(log|debug)_/i.test(name))
      throw new EmbeddedDatabaseError(`The database setting ${name} cannot be changed.`);
  }
  return { ...tuning, ...extra, ...fixed, ...(durable ? { fsync: 'on' } : undurable) };
}
