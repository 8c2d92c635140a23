// The server's settings. Each start passes them on the command line, so that old clusters get new settings too. All
// others keep PostgreSQL's defaults.

export type Settings = Readonly<Record<string, string>>

/** fsync and similar settings keep their defaults, so that acknowledged commits survive a power failure. */
export const durable: Settings = {
  // No TCP port, only the unix socket: nothing can collide, and nothing is exposed.
  listen_addresses: '',
  // Only part of the socket's file name. Each server has its own folder, so all use the same number.
  port: '5432',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Shown in `ps`.
  cluster_name: 'embedded',

  // Enough for the service, its worker and a few guests. An unused connection costs a few kilobytes.
  max_connections: '100',
  // Holds the working set of the sandbox, and leaves memory to Node.
  shared_buffers: '128MB',
  // No parallel plans: with 2 cores they take the core that another request needs. The /dev/shm of small containers is
  // too small for them.
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  // For short statements, compiling costs more than it saves.
  jit: 'off',
  // Data in memory or on an SSD: random reads cost about as much as sequential ones.
  random_page_cost: '1.1',
  // Reads nearly always hit memory. Without I/O workers, three processes fewer start.
  io_method: 'sync',

  // No replication: less write-ahead log, and no sender and launcher processes.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // A batch of a few hundred rows fits without waiting for a buffer (the default would be 4 MB).
  wal_buffers: '16MB',
  // Under load, checkpoints follow time, not volume every half minute. Recovery still takes only seconds.
  max_wal_size: '2GB',

  // Customers' values stay out of the log: no statement text, no parameters, no DETAIL lines.
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  // Would log a useless line every five minutes.
  log_checkpoints: 'off',
}

/** For tests: no write waits for the disk, and no data survives a crash. */
export const throwaway: Settings = {
  ...durable,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
