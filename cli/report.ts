// Prints the changes of a configuration.

/** The answer of the operator API. */
export type Change = { verb: string; what: string; details: readonly string[] }

export const report = (changes: readonly Change[], heading: string): string =>
  changes.length === 0
    ? 'Nothing to change: everything is as the file says.\n'
    : `${heading}:\n${changes
        .map(
          ({ verb, what, details }) =>
            `  ${verb} ${what}\n${details.map((detail) => `      ${detail}\n`).join('')}`,
        )
        .join('')}`
