// The text shown when the sandbox has started: its address and, at the first start, commands to paste.
import { join, resolve } from 'node:path'
import type { SandboxFile } from './prepare.ts'

export function welcome(
  sandbox: SandboxFile,
  options: { isFirstStart: boolean; dataDir: string; consoleUrl: string },
): string {
  const { base_url, docs_url, api_key, organization_id } = sandbox
  const isUsualFolder = resolve(options.dataDir) === resolve('.corridor')
  const where = isUsualFolder ? '' : `CORRIDOR_DATA_DIR=${options.dataDir} `
  const head = `
  Corridor sandbox   ${base_url}/v1
  Console            ${options.consoleUrl}
  Documents          ${docs_url}
  Key and ids        ${join(options.dataDir, 'sandbox.env')} and sandbox.json
  A guided order     ${where}npx corridor demo
`
  if (!options.isFirstStart) return `${head}\n`
  return `${head}
  This first start made a demo enterprise with its organizations, instruments, routes and two
  simulated liquidity providers (server/sandbox.yaml), and this API key:

      ${api_key}

  The quickstart with this key in its commands. The key stays in the browser:

      ${docs_url}/quickstart#key=${api_key}

  Or paste these lines into another terminal to take 1000 USDC on Solana to a COP bank account:

export CORRIDOR=${base_url}/v1/organizations/${organization_id}
export KEY=${api_key}
OFFERING=$(curl -sSf -X POST $CORRIDOR/offerings -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" | grep -o 'off_[0-9a-z]*' | head -1)
QUOTE=$(curl -sSf -X POST $CORRIDOR/quotes -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" -H "Content-Type: application/json" -d "{\\"offering_id\\":\\"$OFFERING\\",\\"payin_amount\\":\\"1000.00\\"}" | grep -o 'qt_[0-9a-z]*' | head -1)
ORDER=$(curl -sSf -X POST $CORRIDOR/orders -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" -H "Content-Type: application/json" -d "{\\"quote_id\\":\\"$QUOTE\\"}" | grep -o 'ord_[0-9a-z]*' | head -1)
curl -s -X POST $CORRIDOR/orders/$ORDER/simulate-demo-funding -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d '{}'
sleep 4; curl -s $CORRIDOR/orders/$ORDER -H "Authorization: Bearer $KEY"

`
}
