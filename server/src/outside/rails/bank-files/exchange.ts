// The interface to the place where files are exchanged with a bank: a folder or an SFTP server.

/**
 * `outbox`: the bank takes our files away from here. `inbox`: the bank puts its files here. `work`: ours alone, on the
 * same file system as the outbox, so that a rename between them is atomic.
 */
export type Place = 'outbox' | 'inbox' | 'work'

type Named = { place: Place; name: string }

/** `modifiedAt` in milliseconds. */
export type ListedFile = { name: string; size: number; modifiedAt: number }

/** Throws on every failure that the signatures do not name. A throw means that the outcome is unknown. */
export type Exchange = {
  /** Regular files only. */
  list(place: Place): Promise<readonly ListedFile[]>
  /** The content; undefined if there is no such file. Throws FileTooLarge. */
  read(place: Place, name: string, maxBytes: number): Promise<Buffer | undefined>
  exists(place: Place, name: string): Promise<boolean>
  /** Writes a new file. Throws if the name exists. */
  create(place: Place, name: string, content: string | Uint8Array): Promise<void>
  /** Renames within `work`. False if `to` exists: exactly one of several callers succeeds. */
  renameToNew(from: string, to: string): Promise<boolean>
  /** Moves a file to a name that no other file has, atomically. False if it is gone: exactly one of several callers has it. */
  move(from: Named, to: Named): Promise<boolean>
  /** Removes a file of `work`. No error if it is gone. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

export class FileTooLarge extends Error {}
