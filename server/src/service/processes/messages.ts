// The messages between the primary process and its children, the processes that serve HTTP.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Connection } from '../../platform/db/pool.ts'
import type { SharedCount } from './shared-counts.ts'

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

export type MessageToChild =
  /** The first message: serve HTTP, with the database that the primary has opened. */
  | { kind: 'serve'; connection: Connection; port: number; listenFd: number | null }
  /** A new process listens on the same port: drain and exit. */
  | { kind: 'hand over' }
  /** The service stops: drain and exit. */
  | { kind: 'stop' }
  /** Asks for the metrics of this process. */
  | { kind: 'report metrics'; correlationId: number }
  /** The reply to `scrape`. The text is null if the scrape failed. */
  | { kind: 'scraped'; correlationId: number; text: string | null }
  /** The counts of another process. Without counts, that process has exited. */
  | { kind: 'shared counts'; process: number; counts?: readonly SharedCount[] }

export type MessageToPrimary =
  | { kind: 'ready'; url: string }
  /** The process could not start. */
  | { kind: 'failed'; message: string; code: string | undefined }
  /** Work became due. */
  | { kind: 'wake worker' }
  | { kind: 'poll rail'; name: string }
  /** The reply to `report metrics`. */
  | { kind: 'metrics'; correlationId: number; metrics: ProcessMetrics }
  /** Asks for the metrics of all processes. */
  | { kind: 'scrape'; correlationId: number }
  | { kind: 'shared counts'; counts: readonly SharedCount[] }
  /** The last message, with the final metrics. */
  | { kind: 'exiting'; metrics: ProcessMetrics }
