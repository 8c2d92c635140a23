// Finds a part of a text by `ilike`. Names are compared without case and accents: people type "Jose" for "José".
/** The pattern for texts that have this part. The part has no patterns of its own. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`

/** SQL: a name without case and accents. The range has the combining marks. */
export const plainName = (name: string): string =>
  `regexp_replace(normalize(lower(${name}), NFD), '[\\u0300-\\u036f]', '', 'g')`

/** SQL condition: a word of the name begins with the parameter, whose plain form is made once. */
export const hasWord = (name: string, parameter: string): string =>
  `strpos(' ' || ${plainName(name)}, (select ' ' || ${plainName(parameter)})) > 0`
