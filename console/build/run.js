// `npm run build --workspace console`: builds the console into console/dist.
import { build } from './build.js'

await build()
