// The messages between the primary process and the processes that serve HTTP.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Connection } from '../db/pool.ts'
import type { Counted } from './shared-counts.ts'

/** The metrics of one process. */
export type Numbers = MetricObjectWithValues<MetricValue<string>>[]

export type ToProcess =
  /** The first message: start, on the database that the primary has opened. */
  | { tell: 'serve'; connection: Connection; port: number }
  /** A successor listens: drain and exit. */
  | { tell: 'hand over' }
  /** The service stops: drain and exit. */
  | { tell: 'stop' }
  | { tell: 'count'; question: number }
  | { tell: 'scraped'; question: number; text: string | null }
  /** Counts of another process. Without counts, that process has ended. */
  | { tell: 'counted'; process: number; counted?: readonly Counted[] }

export type FromProcess =
  | { tell: 'ready'; url: string }
  | { tell: 'failed'; message: string; code: string | undefined }
  /** Something became due: wake the worker. */
  | { tell: 'due' }
  | { tell: 'numbers'; question: number; numbers: Numbers }
  | { tell: 'scrape'; question: number }
  | { tell: 'counted'; counted: readonly Counted[] }
  /** The last message, with the final metrics. */
  | { tell: 'ended'; numbers: Numbers }
