// Seconds as a person says them: the two largest units.
import { bilingual } from './language.tsx'

export const durationTexts = bilingual({
  seconds: [(count: string) => `${count} s`, (count: string) => `${count} s`],
  minutes: [(count: string) => `${count} min`, (count: string) => `${count} min`],
  hours: [(count: string) => `${count} h`, (count: string) => `${count} h`],
  days: [(count: string) => `${count} d`, (count: string) => `${count} d`],
})

/** `95 s` is `1 min 35 s`. `parts`: 1 for an axis. */
export function durationText(t: (typeof durationTexts)['es'], seconds: number, parts = 2): string {
  const units = [
    [t.days, 86_400],
    [t.hours, 3600],
    [t.minutes, 60],
    [t.seconds, 1],
  ] as const
  const said: string[] = []
  let rest = Math.round(seconds)
  for (const [word, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 && said.length < parts) said.push(word(String(count)))
  }
  return said.length === 0 ? t.seconds('0') : said.join(' ')
}
