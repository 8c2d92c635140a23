// A typed client of the operator API over any transport: the browser's fetch, HTTP with a token, or the application without
// a port. The types come from operator-openapi.json. The transport decides what a refusal and a waiting act become.
import type { components, paths } from './openapi.ts'

export type Schemas = components['schemas']
type Paths = Omit<paths, never>
export type Verb = 'get' | 'post' | 'patch'
/** The paths that have an operation of this verb. */
export type PathOf<V extends Verb> = {
  [P in keyof Paths]: Paths[P] extends { [One in V]: { responses: object } } ? P : never
}[keyof Paths]
type Operation<P, V extends Verb> = P extends keyof Paths
  ? Paths[P] extends { [One in V]: infer O }
    ? O
    : never
  : never
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type DataOf<T> = Json<T> extends { data: infer Data } ? Data : never
type Done<O> = O extends { responses: infer R }
  ? R extends { 201: infer Created }
    ? DataOf<Created>
    : R extends { 200: infer Ok }
      ? DataOf<Ok>
      : never
  : never

/** The data of an answer. For an act: after it was done. */
export type Data<V extends Verb, P extends PathOf<V>> = Done<Operation<P, V>>
export type Query<P extends PathOf<'get'>> =
  Operation<P, 'get'> extends { parameters: { query?: infer Q extends object } } ? Q : never
export type Body<V extends Verb, P extends PathOf<V>> =
  Operation<P, V> extends { requestBody: infer B } ? Json<B> : undefined
export type Row<P extends PathOf<'get'>> =
  Data<'get', P> extends readonly (infer One)[] ? One : never

/** Values for the names in braces of a path. */
export type Names = Readonly<Record<string, string | number>>
/** `cursor`: of the next page. */
export type Answered<Data> = { data: Data; status: number; cursor: string | null }
/** Sends a request, or throws what was refused. `address` has the path with its names and query filled in. */
export type Send<Sent = unknown> = <Data>(
  method: Method,
  address: string,
  body?: Sent,
) => Promise<Answered<Data>>
export type Method = 'GET' | 'POST' | 'PATCH'

export function addressOf(path: string, names: Names = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(names[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) search.set(`${name}[${key}]`, String(inner))
    else if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** The cursor of the next page, from the Link header of a page. */
export function cursorIn(link: string | null): string | null {
  const [, next] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? []
  return next === undefined ? null : new URL(next, 'http://any').searchParams.get('cursor')
}

export type Client<Sent = unknown> = ReturnType<typeof operatorClient<Sent>>

export function operatorClient<Sent = unknown>(send: Send<Sent>) {
  return {
    /** For a body that is no JSON, or a path that a table has. */
    send,

    async read<P extends PathOf<'get'>>(path: P, names?: Names, query?: Query<P>) {
      return (await send<Data<'get', P>>('GET', addressOf(path, names, query ?? {}))).data
    },

    /** A page of a list, or of an answer that has its rows in one of its fields. */
    page: <P extends PathOf<'get'>>(path: P, names?: Names, query: object = {}) =>
      send<Data<'get', P>>('GET', addressOf(path, names, query)),

    rows: <P extends PathOf<'get'>>(path: P, names?: Names, query: object = {}) =>
      send<Row<P>[]>('GET', addressOf(path, names, query)),

    /** Rows of the pages of a list, until there are `most`. `isAll`: there are no more. */
    async all<P extends PathOf<'get'>>(
      path: P,
      query?: Query<P>,
      { most = Infinity, names }: { most?: number; names?: Names } = {},
    ): Promise<{ rows: Row<P>[]; isAll: boolean }> {
      const rows: Row<P>[] = []
      let cursor: string | null = null
      do {
        const asked: object = { ...query, ...(cursor === null ? {} : { cursor }) }
        const page: Answered<Row<P>[]> = await send('GET', addressOf(path, names, asked))
        rows.push(...page.data)
        cursor = page.cursor
      } while (cursor !== null && rows.length < most)
      return { rows, isAll: cursor === null }
    },

    act: <P extends PathOf<'post'>>(path: P, names: Names, body: Body<'post', P> & Sent) =>
      send<Data<'post', P>>('POST', addressOf(path, names), body),

    change: <P extends PathOf<'patch'>>(path: P, names: Names, body: Body<'patch', P> & Sent) =>
      send<Data<'patch', P>>('PATCH', addressOf(path, names), body),
  }
}
