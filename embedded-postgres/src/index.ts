// The public API of the package.
export { openEmbedded, databaseUrlOf, type Embedded } from './embedded.ts'
export { hasCluster } from './data-folder.ts'
export { EmbeddedError } from './failure.ts'
export { removeEmbedded } from './remove.ts'
export type { Settings } from './settings.ts'
export { openThrowaway } from './throwaway.ts'
