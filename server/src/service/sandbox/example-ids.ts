// The ids that examples of a sandbox use: its first organization, and two of its instruments.
import type { Pool } from '../../platform/db/pool.ts'
import { publicId } from '../../platform/ids.ts'
import { selectActiveInstruments } from '../../parties/instruments/queries.ts'
import { selectFirstEnterprise, selectOrganizations } from '../../parties/organizations/queries.ts'

/** By the variables of `sandbox.env`. Empty where nothing is described. */
export async function exampleIds(db: Pool): Promise<Record<string, string>> {
  const enterprise = await selectFirstEnterprise(db)
  if (enterprise === undefined) return {}
  const [organization] = await selectOrganizations(db, enterprise.id, null, null, 1)
  if (organization === undefined) return {}
  const instruments = await selectActiveInstruments(db, organization.id)
  const [wallet, account] = instruments.map(({ id }) => publicId('epi', id))
  return {
    ORG: publicId('org', organization.id),
    ...(wallet === undefined ? {} : { WALLET: wallet }),
    ...(account === undefined ? {} : { ACCOUNT: account }),
  }
}
