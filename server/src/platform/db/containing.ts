// Finds a part of a text by `ilike`.
/** The pattern for texts that have this part. The part has no patterns of its own. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
