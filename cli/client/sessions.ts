// The sessions of people who signed in at this machine, one for each service. The file belongs to its owner alone.
import { readPrivateFile, writePrivateFile } from '../private-file.ts'

export type Session = { login: string; token: string; expires_at: string }
/** `current`: the service that commands use without --url. */
export type Sessions = { current: string | null; sessions: Record<string, Session> }

const NONE: Sessions = { current: null, sessions: {} }

const WHAT = { holds: 'sessions', again: 'corridor sign-in' }

export const readSessions = (path: string): Sessions => readPrivateFile(path, NONE, WHAT)
export const writeSessions = (path: string, sessions: Sessions): void =>
  writePrivateFile(path, sessions)

export function keepSession(path: string, url: string, session: Session): void {
  const { sessions } = readSessions(path)
  writeSessions(path, { current: url, sessions: { ...sessions, [url]: session } })
}

export function dropSession(path: string, url: string): void {
  const { current, sessions } = readSessions(path)
  const { [url]: _ended, ...others } = sessions
  writeSessions(path, { current: current === url ? null : current, sessions: others })
}
