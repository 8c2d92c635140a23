// The sessions of people who signed in at this machine, one for each service. The file belongs to its owner alone.
import { changePrivateFile, readPrivateFile } from '../private-file.ts'

type Session = { login: string; token: string; expires_at: string }
/** `current`: the service that commands use without --url. */
type Sessions = { current: string | null; sessions: Record<string, Session> }

const NONE: Sessions = { current: null, sessions: {} }

const WHAT = { holds: 'sessions', again: 'corridor sign-in' }

export const readSessions = (path: string): Sessions => readPrivateFile(path, NONE, WHAT)
export const changeSessions = (path: string, change: (kept: Sessions) => Sessions): void =>
  changePrivateFile(path, () => readSessions(path), change)

export const keepSession = (path: string, url: string, session: Session): void =>
  changeSessions(path, ({ sessions }) => ({
    current: url,
    sessions: { ...sessions, [url]: session },
  }))

export const dropSession = (path: string, url: string): void =>
  changeSessions(path, ({ current, sessions: { [url]: _ended, ...others } }) => ({
    current: current === url ? null : current,
    sessions: others,
  }))
