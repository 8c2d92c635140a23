// The part of autocannon that the bench uses.
declare module 'autocannon' {
  type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }
  type Result = {
    requests: { total: number }
    latency: { p50: number; p99: number }
    duration: number
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    requests: { setupRequest(request: Sent): Sent }[]
  }): Promise<Result>
}
