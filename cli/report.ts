// Prints the changes of a configuration.
import type { Change } from '@corridor/server/operators/applying.ts'

export const report = (changes: readonly Change[], heading: string): string =>
  changes.length === 0
    ? 'Nothing to change: everything is as the file says.\n'
    : `${heading}:\n${changes
        .map(
          ({ verb, what, details }) =>
            `  ${verb} ${what}\n${details.map((detail) => `      ${detail}\n`).join('')}`,
        )
        .join('')}`
