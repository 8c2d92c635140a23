// The pair of deploy/pair on loopback, with the faults that its machines can have. Each fault is real: processes are killed
// or stopped, and connections between the nodes are cut.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runProgram, root, type Env } from '../support/command.ts'
import { tcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const SCRIPT = join(root, 'deploy/pair/up.sh')
const ROLL = join(root, 'deploy/pair/roll.sh')
const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'curl', 'ps']

/** What the pair needs and this machine lacks. */
export const missingPrograms = (): string[] =>
  PROGRAMS.filter(
    (name) => spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`]).status !== 0,
  )

export type Node = 'one' | 'two'
const otherOf = (node: Node): Node => (node === 'one' ? 'two' : 'one')

export type Pair = Awaited<ReturnType<typeof startPair>>

// oxlint-disable-next-line max-lines-per-function -- the acts on one pair
export async function startPair() {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-pair-'))
  const base = await freePorts(8)
  // Each node reaches etcd and the other node over proxies, which can be cut.
  const proxies = new Map<Node, { etcd: TcpProxy; server: TcpProxy; rest: TcpProxy }>()
  // Patroni would ask etcd for its address, and pass by the proxy.
  const seen: Env = { PATRONI_ETCD_USE_PROXIES: 'true' }
  for (const [index, node] of (['one', 'two'] as const).entries()) {
    const etcd = await tcpProxy({ host: '127.0.0.1', port: base })
    const server = await tcpProxy({ host: '127.0.0.1', port: base + 2 + 2 * index })
    const rest = await tcpProxy({ host: '127.0.0.1', port: base + 3 + 2 * index })
    proxies.set(node, { etcd, server, rest })
    const name = `PAIR_${node.toUpperCase()}`
    seen[`${name}_ETCD`] = `127.0.0.1:${etcd.port}`
    seen[`${name}_SEEN`] = `127.0.0.1:${server.port}`
    seen[`${name}_REST_SEEN`] = `127.0.0.1:${rest.port}`
  }
  const up = async () => {
    const { status, said } = await runProgram(SCRIPT, [dir, String(base)], seen)
    if (status !== 0) throw new Error(`up.sh ended with ${status}: ${said}\n${logs()}`)
  }
  const logs = () =>
    ['one', 'two', 'haproxy', 'etcd']
      .map(
        (name) =>
          `--- ${name}\n${readText(join(dir, `${name}.log`))
            .split('\n')
            .slice(-15)
            .join('\n')}`,
      )
      .join('\n')
  await up()
  const settings = Object.fromEntries(
    readText(join(dir, 'pair.env'))
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name, value] as const]
      }),
  )
  const setting = (name: string) => settings[name] ?? ''
  const urlAt = (address: string, database = 'corridor') =>
    `postgres://postgres:${setting('PATRONI_SUPERUSER_PASSWORD')}@${address}/${database}`
  const restOf = (node: Node) => `http://127.0.0.1:${setting(`PAIR_${node.toUpperCase()}_REST`)}`

  async function rest(
    node: Node,
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const login = Buffer.from(`patroni:${setting('PATRONI_RESTAPI_PASSWORD')}`).toString('base64')
    const answer = await fetch(`${restOf(node)}${path}`, {
      method: body === undefined ? 'GET' : path === '/config' ? 'PATCH' : 'POST',
      headers: { authorization: `Basic ${login}` },
      signal: AbortSignal.timeout(60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  /** The primary by Patroni, if its standby is ready to take over. */
  async function healthy(): Promise<Node | undefined> {
    for (const node of ['one', 'two'] as const) {
      const answer = await rest(node, '/cluster').catch(() => undefined)
      if (answer === undefined) continue
      const { members }: { members: { name: Node; role: string; state: string }[] } = JSON.parse(
        answer.text,
      )
      const leader = members.find(({ role }) => role === 'leader')
      const isReady = members.some(
        ({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state),
      )
      if (leader !== undefined && isReady) return leader.name
    }
    return undefined
  }

  let hasEnded = false
  /** A pair that did not recover once is not waited for again. */
  async function untilHealthy(): Promise<Node> {
    for (let tries = 0; tries < 200 && !hasEnded; tries++) {
      const leader = await healthy()
      if (leader !== undefined) return leader
      await sleep(500)
    }
    hasEnded = true
    throw new Error(`the pair did not recover\n${logs()}`)
  }

  /** Waits for `synchronous_standby_names` of the primary. */
  async function untilNames(isWanted: (names: string) => boolean): Promise<void> {
    for (let tries = 0; tries < 240; tries++) {
      const [row] = await rowsAt<{ synchronous_standby_names: string }>(
        urlAt(setting('PAIR_PRIMARY'), 'postgres'),
        'show synchronous_standby_names',
      )
      if (isWanted(row?.synchronous_standby_names ?? '')) return
      await sleep(250)
    }
    throw new Error(`the primary did not follow its configuration\n${logs()}`)
  }

  const patroniOf = (node: Node) => Number(readText(join(dir, `${node}.pid`)))
  const serverOf = (node: Node) =>
    Number(readText(join(dir, node, 'postmaster.pid')).split('\n')[0])
  /** PostgreSQL of a node, with the processes of its sessions. */
  const serverProcesses = (node: Node) =>
    [serverOf(node), ...childrenOf(serverOf(node))].filter((pid) => pid > 0)
  const all = (node: Node) => [patroniOf(node), ...serverProcesses(node)]
  const send = (pids: readonly number[], signal: NodeJS.Signals) => {
    for (const pid of pids) trySignal(pid, signal)
  }

  return {
    dir,
    /** The primary, through HAProxy. */
    url: urlAt(setting('PAIR_PRIMARY')),
    standbyUrl: urlAt(setting('PAIR_STANDBY')),
    untilHealthy,
    otherOf,
    logs,
    /** Starts again what was killed. */
    up,
    killNode: (node: Node) => send(all(node), 'SIGKILL'),
    silence: (node: Node) => send(all(node), 'SIGSTOP'),
    wake: (node: Node) => send(all(node), 'SIGCONT'),
    signalEtcd: (signal: 'SIGSTOP' | 'SIGCONT') =>
      send([Number(readText(join(dir, 'etcd.pid')))], signal),
    /** Stops or continues what replays the changes at a standby. */
    signalReplay: (node: Node, signal: 'SIGSTOP' | 'SIGCONT') =>
      send(
        serverProcesses(node).filter((pid) => readText(`/proc/${pid}/cmdline`).includes('startup')),
        signal,
      ),
    /** The other node receives no more changes of this one. */
    cutReplication: (node: Node) => proxies.get(node)?.server.cut(),
    async configure(change: object) {
      for (const node of ['one', 'two'] as const) {
        const answer = await rest(node, '/config', change).catch(() => undefined)
        if (answer?.status === 200) return
      }
      throw new Error(`no node took ${JSON.stringify(change)}`)
    },
    untilAsynchronous: () => untilNames((names) => names === ''),
    async switchOver(from: Node) {
      const { status, text } = await rest(from, '/switchover', {
        leader: from,
        candidate: otherOf(from),
      })
      if (status !== 200) throw new Error(`Patroni refused the switch-over: ${status} ${text}`)
    },
    /** Restarts PostgreSQL on both nodes, one after the other. */
    async roll() {
      const env = { ...settings, PATRONI_ETCD_HOSTS: setting('PAIR_ETCD') }
      const { status, said } = await runProgram(ROLL, [join(dir, 'patroni.yml')], env)
      if (status !== 0) throw new Error(`roll.sh ended with ${status}: ${said}`)
    },
    /** Nothing passes between this node, the other one and etcd. Callers still reach it. */
    isolate(node: Node) {
      proxies.get(node)?.etcd.cut()
      for (const { server, rest } of proxies.values())
        for (const proxy of [server, rest]) proxy.cut()
    },
    reconnect() {
      for (const each of proxies.values())
        for (const proxy of Object.values(each)) proxy.forwardAgain()
    },
    sql: <Row extends pg.QueryResultRow>(text: string, database?: string) =>
      rowsAt<Row>(urlAt(setting('PAIR_PRIMARY'), database), text),
    async stop() {
      for (const node of ['one', 'two'] as const) send(all(node), 'SIGCONT')
      send([Number(readText(join(dir, 'etcd.pid')))], 'SIGCONT')
      await runProgram(SCRIPT, [dir, 'down'])
      for (const each of proxies.values())
        for (const proxy of Object.values(each)) await proxy.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function rowsAt<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** The first of so many free ports in a row. */
async function freePorts(count: number): Promise<number> {
  for (let first = 20_000 + (process.pid % 1000) * 10; ; first += count) {
    const servers = Array.from({ length: count }, () => createServer())
    const isFree = await Promise.all(
      servers.map((server, index) => once(server.listen(first + index, '127.0.0.1'), 'listening')),
    ).then(
      () => true,
      () => false,
    )
    await Promise.all(servers.map((server) => server.listening && once(server.close(), 'close')))
    if (isFree) return first
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const [, ppid] = /\) \S (\d+)/.exec(readText(`/proc/${name}/stat`)) ?? []
    return Number(ppid) === parent ? [Number(name)] : []
  })
