// Identifiers as pages show them.

export function shortId(id: string): string {
  const [, prefix, rest = ''] = /^([a-z]+)_(.+)$/.exec(id) ?? []
  return prefix === undefined || rest.length <= 8 ? id : `${prefix}_…${rest.slice(-6)}`
}

/** Identifiers in a sentence. A command in backticks keeps them whole, so that it can be copied. */
export const withShortIds = (sentence: string): string =>
  sentence.replaceAll(/`[^`]*`|\b[a-z]+_[0-9a-z]{26}\b/g, (found) =>
    found.startsWith('`') ? found : shortId(found),
  )
