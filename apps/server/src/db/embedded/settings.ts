import { EmbeddedDatabaseError } from './error.ts';

/** Sized for a small machine that also runs the portal. */
const tuning = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Commits are on disk before they are acknowledged. The server is only reachable from this machine over TCP. No
 * record content gets into the log: error texts can quote values, so errors only go to the client. The level `log`
 * drops them but keeps the server’s own messages.
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

/** For disposable test databases only: a crash of the machine (not of the server) may lose or damage everything. */
const undurable = { fsync: 'off', full_page_writes: 'off' };

const reserved = new Set([...Object.keys(fixed), ...Object.keys(undurable), 'port', 'data_directory']);

/**
 * The server’s settings: the defaults, overridden by the caller’s. Throws `EmbeddedDatabaseError` for settings that
 * protect durability, privacy or reachability, which cannot be changed.
 */
export function serverSettings(extra: Record<string, string>, durable: boolean): Record<string, string> {
  for (const name of Object.keys(extra)) {
    if (reserved.has(name.toLowerCase()) || /^(log|debug)_/i.test(name))
      throw new EmbeddedDatabaseError(`The database setting ${name} cannot be changed.`);
  }
  return { ...tuning, ...extra, ...fixed, ...(durable ? { fsync: 'on' } : undurable) };
}
