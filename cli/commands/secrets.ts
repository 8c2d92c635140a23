// `corridor secrets` and `corridor secrets reseal`.
import { newSecrets } from '@corridor/server/platform/config.ts'
import { openPool } from '@corridor/server/platform/db/pool.ts'
import { reseal } from '@corridor/server/desk/operator-file/reseal.ts'
import { noteAct } from '../audited.ts'
import { withDatabase } from '../with-database.ts'

export const secretsCommand = (): void => void process.stdout.write(`${newSecrets()}\n`)

export const resealCommand = (): Promise<void> =>
  withDatabase(async (db, { config, clock, ownerConnection }) => {
    const owner = openPool(ownerConnection, { size: 1 })
    try {
      const done = await reseal(owner, config.secrets)
      const after = { key_id: config.secrets.currentKeyId }
      await noteAct({ db, clock }, 'secrets.reseal', '', { after })
      for (const { name, count } of done) process.stdout.write(`${name}: ${count} encrypted anew\n`)
      const unreadable = done.flatMap((one) => one.unreadable.map((id) => `${one.name}: ${id}`))
      if (unreadable.length > 0) {
        throw new Error(
          `${unreadable.length} values cannot be decrypted with the given keys and were left as they are: ` +
            `${unreadable.slice(0, 20).join(', ')}. Add their keys to encryption_keys and run the command again.`,
        )
      }
      process.stdout.write(
        `Everything is encrypted under ${config.secrets.currentKeyId}. Older keys can be removed once every process ` +
          `has been restarted with ${config.secrets.currentKeyId} as its current key and this command ran after that.\n`,
      )
    } finally {
      await owner.end()
    }
  })
