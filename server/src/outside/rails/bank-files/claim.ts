// The newest claim is a file of the work folder: see outside/claim.ts.
import { randomUUID } from 'node:crypto'
import { isNewer, readClaim, writeClaim, type Claim } from '../../claim.ts'
import type { Exchange } from './exchange.ts'

const CLAIM_FILE = 'corridor-claim'
const MAX_BYTES = 4096

/** Two services that write at once may undo each other's file. The next call of the newer one writes it again. */
export async function claimIn(exchange: Exchange, own: Claim): Promise<Claim> {
  const known = await readIn(exchange)
  if (known !== undefined && !isNewer(own, known)) return known
  const draft = `${CLAIM_FILE}.${randomUUID()}`
  await exchange.create('work', draft, `${writeClaim(own)}\n`)
  await exchange.remove(CLAIM_FILE)
  if (!(await exchange.renameToNew(draft, CLAIM_FILE))) await exchange.remove(draft)
  return (await readIn(exchange)) ?? own
}

async function readIn(exchange: Exchange): Promise<Claim | undefined> {
  const bytes = await exchange.read('work', CLAIM_FILE, MAX_BYTES)
  return bytes && readClaim(bytes.toString('utf8'))
}
