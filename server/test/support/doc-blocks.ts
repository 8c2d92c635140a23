// The fenced blocks of a page of documentation, with the attributes of their fences: ```sh not-run="why".
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './command.ts'

export type Block = {
  page: string
  line: number
  language: string
  /** `not-run`: why no test can run it. `file`: it is written to this file. `until`: it runs until it has said this. */
  attributes: ReadonlyMap<string, string>
  text: string
}

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8')

export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { indent: number; lines: string[] }) | undefined
  for (const [index, line] of readPage(page).split('\n').entries()) {
    const fence = /^( *)```(.*)$/.exec(line)
    if (fence === null) {
      open?.lines.push(line.slice(Math.min(open.indent, line.search(/\S|$/))))
    } else if (open === undefined) {
      const [, indent = '', info = ''] = fence
      open = {
        page,
        line: index + 1,
        language: info.split(' ', 1)[0] ?? '',
        attributes: new Map(
          [...info.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
            name,
            value,
          ]),
        ),
        text: '',
        indent: indent.length,
        lines: [],
      }
    } else {
      const { indent: _indent, lines, ...block } = open
      blocks.push({ ...block, text: `${lines.join('\n')}\n` })
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: the block has no end`)
  return blocks
}

/** The commands of a block, one for each line, with continued lines joined. */
export const linesOf = ({ text }: Block): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
