// `npm run build --workspace sdk`: writes sdk/dist, which `npm publish ./sdk/dist` publishes.
import { join } from 'node:path'
import { buildPackage } from './package.ts'

await buildPackage(join(import.meta.dirname, '../dist'))
