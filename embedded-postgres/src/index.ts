// The public API of the package.
export { openEmbedded, type Embedded } from './embedded.ts'
export { EmbeddedError } from './failure.ts'
export { removeEmbedded } from './remove.ts'
export type { Settings } from './settings.ts'
export { openThrowaway } from './throwaway.ts'
