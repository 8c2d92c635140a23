// Makes the operator file that disables or enables a route of an organization, so that this is a version like any other.
import { stringify } from 'yaml'
import type { Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { parseOperatorFile, type OperatorFile } from '../operators/operator-file.ts'
import { selectEnterprise } from '../organizations/queries.ts'

export type Switch = {
  name: string
  isDisabled: boolean
  organization: { id: Uuid<'org'>; enterprise_id: Uuid<'ent'> }
}

export async function switchFile(
  db: Db,
  { name, isDisabled, organization }: Switch,
): Promise<OperatorFile> {
  const enterprise = await selectEnterprise(db, organization.enterprise_id)
  const routes = [{ name, disabled: isDisabled }]
  const organizations = [{ id: publicId('org', organization.id), routes }]
  const enterprises = [{ name: enterprise?.name, organizations }]
  return parseOperatorFile(stringify({ enterprises }), `route ${name}`, '.')
}
