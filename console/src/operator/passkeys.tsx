// The passkeys of the operator.
import { YourPasskeys } from '../parts/your-passkeys.tsx'
import { operatorDoor } from './door.ts'

export const OperatorPasskeys = () => <YourPasskeys door={operatorDoor} />
