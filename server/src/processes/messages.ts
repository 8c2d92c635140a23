// What the primary process and the processes that serve HTTP tell each other.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Connection } from '../db/pool.ts'
import type { Counted } from './shared-counts.ts'

/** The numbers of one process. */
export type Numbers = MetricObjectWithValues<MetricValue<string>>[]

export type ToProcess =
  /** The first: start, on the database that the primary has opened. */
  | { tell: 'serve'; connection: Connection; port: number }
  /** A successor listens: take leave, and end. */
  | { tell: 'hand over' }
  /** The service ends. */
  | { tell: 'stop' }
  | { tell: 'count'; question: number }
  | { tell: 'scraped'; question: number; text: string | null }
  /** From another process; without counts it has ended. */
  | { tell: 'counted'; process: number; counted?: readonly Counted[] }

export type FromProcess =
  | { tell: 'ready'; url: string }
  | { tell: 'failed'; message: string; code: string | undefined }
  /** Something became due for the worker. */
  | { tell: 'due' }
  | { tell: 'numbers'; question: number; numbers: Numbers }
  | { tell: 'scrape'; question: number }
  | { tell: 'counted'; counted: readonly Counted[] }
  /** The last: with what it counted. */
  | { tell: 'ended'; numbers: Numbers }
