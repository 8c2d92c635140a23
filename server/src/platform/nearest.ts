// Suggests known names in messages about an unknown name.

/** Lists at most five known names, the most similar first, and the number of further names. */
export function nearestFirst(name: string, known: Iterable<string>): string {
  const ordered = [...new Set(known)]
    .map((one) => ({ one, distance: editDistance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ one }) => one)
  if (ordered.length === 0) return 'none'
  const rest = ordered.length - MOST_SHOWN
  const shown = ordered.slice(0, MOST_SHOWN).join(', ')
  return rest > 0 ? `${shown} and ${rest} more` : shown
}

const MOST_SHOWN = 5

// Levenshtein distance: the number of letters to add, remove or replace.
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
  }
  return row.at(-1) ?? 0
}
