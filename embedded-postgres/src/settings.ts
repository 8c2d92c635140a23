// The server's settings, given on the command line at each start, so that an old cluster gets new
// settings too. What is not here is PostgreSQL's default.

export type Settings = Readonly<Record<string, string>>

/** fsync and its like stay at their defaults: a commit that was answered survives a power cut. */
export const durable: Settings = {
  // Reached through the unix socket alone: no TCP port to collide or to expose.
  listen_addresses: '',
  // Only the number in the socket's file name; the folder makes it unique.
  port: '5432',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Shown in `ps`.
  cluster_name: 'embedded',

  // Pools of the service, its worker and a few guests; each unused slot costs only some kilobytes.
  max_connections: '100',
  // The sandbox's working set, on a machine whose memory is also Node's.
  shared_buffers: '128MB',
  // With 2 cores a parallel plan takes the core another request needs, and small containers have a
  // /dev/shm too small for it.
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  // Short statements: compiling costs more than it saves.
  jit: 'off',
  // Data that is in memory or on an SSD: random reads cost about as much as sequential ones.
  random_page_cost: '1.1',
  // Reads nearly always hit memory; without I/O workers there are three processes fewer to start.
  io_method: 'sync',

  // Nobody replicates from here: less log, no sender and launcher processes.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // A batch of a few hundred rows fits without waiting for a buffer (the default would be 4 MB).
  wal_buffers: '16MB',
  // Under load checkpoints come by time, not each half minute by volume; recovery stays in seconds.
  max_wal_size: '2GB',

  // Customers' values stay out of the log: no statement text, no parameters, no DETAIL lines.
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  // A line each five minutes that nobody reads.
  log_checkpoints: 'off',
}

/** Tests: nothing survives, nothing waits for the disk. */
export const throwaway: Settings = {
  ...durable,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
