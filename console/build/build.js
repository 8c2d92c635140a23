// Builds the console into console/dist. A service that runs meanwhile goes on serving: each file is replaced at once.
// The files are compressed here, since the best brotli takes a second.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

export async function build() {
  const { build: bundle } = await import('vite')
  const root = join(import.meta.dirname, '..')
  const dist = join(root, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  const made = mkdtempSync(join(dist, '.new-'))
  try {
    const options = { outDir: made, emptyOutDir: true }
    const configFile = join(root, 'vite.config.js')
    await bundle({ root, configFile, logLevel: 'warn', build: options })
    await compress(join(made, 'assets'), join(dist, 'assets'))
    const names = readdirSync(join(made, 'assets'))
    for (const name of names) renameSync(join(made, 'assets', name), join(dist, 'assets', name))
    renameSync(join(made, 'index.html'), join(dist, 'index.html'))
    for (const name of readdirSync(join(dist, 'assets')))
      if (!names.includes(name)) rmSync(join(dist, 'assets', name), { force: true })
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Writes NAME.br beside each file. A name has a hash of its content: the same name was compressed by an earlier build. */
async function compress(folder, earlier) {
  const one = async (name) => {
    const [known, file] = [join(earlier, `${name}.br`), join(folder, name)]
    if (existsSync(known)) copyFileSync(known, `${file}.br`)
    else await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)))
  }
  await Promise.all(readdirSync(folder).map(one))
}
