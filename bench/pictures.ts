// Bar charts as SVG. They have their own background, to be readable on light and dark pages.
import { numberText } from './report.ts'
import type { Kind } from './rounds.ts'

type Bar = { group: string; kind: Kind; label: string; value: number }

const WIDTH = 760
const LEFT = 170
const LONGEST = 380
const BAR = 18
const GAP = 12
const TOP = 48

const STYLE = `
  .ground { fill: #ffffff; stroke: #d0d7de } text { fill: #1f2328; font: 13px system-ui, sans-serif }
  .title { font-weight: 600; font-size: 15px } .quiet { fill: #59636e; font-size: 12px }
  .ceiling { fill: #a8b3c0 } .floor { fill: #d29922 } .durable, .worker { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #3d444d } text { fill: #f0f6fc } .quiet { fill: #9198a1 }
    .ceiling { fill: #59636e } .floor { fill: #bb8009 } .durable, .worker { fill: #4493f8 }
  }`

export function barsOf(title: string, bars: readonly Bar[]): string {
  const most = Math.max(...bars.map((bar) => bar.value))
  const parts: string[] = []
  let y = TOP
  let group = ''
  for (const bar of bars) {
    if (bar.group !== group) {
      if (group !== '') y += GAP
      parts.push(text(LEFT - 10, y + 13, 'end', '', bar.group))
      group = bar.group
    }
    const width = Math.max(1, Math.round((bar.value / most) * LONGEST))
    parts.push(
      `<rect class="${bar.kind}" x="${LEFT}" y="${y}" width="${width}" height="${BAR - 3}" rx="2"/>`,
      text(LEFT + width + 8, y + 12, 'start', 'quiet', `${numberText(bar.value)} ${bar.label}`),
    )
    y += BAR
  }
  const height = y + 20
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>
${text(20, 28, 'start', 'title', title)}
${parts.join('\n')}
</svg>
`
}

const text = (x: number, y: number, anchor: string, name: string, content: string): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" class="${name}">${content}</text>`
