// The sessions of people who signed in at this machine, one for each service. The file belongs to its owner alone.
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Session = { login: string; token: string; expires_at: string }
/** `current`: the service that commands use without --url. */
export type Sessions = { current: string | null; sessions: Record<string, Session> }

const NONE: Sessions = { current: null, sessions: {} }

export function readSessions(path: string): Sessions {
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new Error(`${path} has sessions and can be read by others: run chmod 600 ${path}`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return NONE
    throw error
  }
  try {
    const sessions: Sessions = JSON.parse(text)
    return sessions
  } catch (error) {
    throw new Error(`${path} is damaged: delete it, and run corridor sign-in`, { cause: error })
  }
}

/** Writes a new file in the place of the old one, so that nobody reads half of it. */
export function writeSessions(path: string, sessions: Sessions): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}

export function keepSession(path: string, url: string, session: Session): void {
  const { sessions } = readSessions(path)
  writeSessions(path, { current: url, sessions: { ...sessions, [url]: session } })
}

export function dropSession(path: string, url: string): void {
  const { current, sessions } = readSessions(path)
  const { [url]: _ended, ...others } = sessions
  writeSessions(path, { current: current === url ? null : current, sessions: others })
}
