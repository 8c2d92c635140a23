// `corridor secrets`.
import { newSecrets } from '@corridor/server/config.ts'

export const secrets = (): void => void process.stdout.write(`${newSecrets()}\n`)
