// What a page shows, as fields of its address.

/** The fields of these names that are text. */
export const shown =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } => {
    const kept: { [N in Name]?: string } = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string') kept[name] = value
    }
    return kept
  }
